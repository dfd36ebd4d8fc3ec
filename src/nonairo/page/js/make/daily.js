// The puzzle of the day: for each kind one, harder through the week, the same for everybody.
//
// Days are stored puzzles: days/YEAR.txt has a line of names, then a line a day (tools/make_days.py).

import { button, choose, field, fill, h } from "../dom.js";
import { dateOf } from "../record.js";
import { capital, t } from "../strings.js";

export const FIRST = "2026-01-01";
export const LAST = "2027-12-31"; // of the last file

export class Daily {
  constructor(make) {
    this.make = make;
    this.app = make.app;
    this.kind = choose(t("make_kind"), [], undefined, null, { class: "daily-kind" });
    this.date = h("input", { type: "date", value: today(), min: FIRST, max: LAST, class: "daily-date" });
    this.go = button(t("daily_go"), () => this.run(), { class: "daily-go" });
    this.status = h("p", { class: "told", role: "status" });
    this.element = h(
      "div",
      { class: "fields" },
      h("p", {}, t("daily_about")),
      this.kind,
      field(t("daily_date"), this.date),
      h("div", { class: "buttons" }, this.go),
      this.status,
    );
    this.#offer().catch((error) => (this.status.textContent = error.message));
  }

  /** The kinds that there are puzzles of. */
  async #offer() {
    const { names } = await days((today() < LAST ? today() : LAST).slice(0, 4));
    fill(this.kind.control_, names.map((name) => [name, capital(name)]));
  }

  async run() {
    this.status.textContent = "";
    try {
      const { id, level } = await dayOf(this.kind.control_.value, this.date.value || today());
      if (await this.app.openText(id, { level: this.#named(level) })) this.app.go("play");
    } catch (error) {
      this.status.textContent = error.message;
    }
  }

  /** A level with its name, as games keep it. */
  #named(level) {
    return this.make.kind(this.kind.control_.value).levels.find((each) => each.level === level) ?? null;
  }
}

/** The id and the level of a day's puzzle; an error that says which days there are. */
export async function dayOf(name, date) {
  const { names, lines } = await days(date.slice(0, 4));
  const entry = lines[dayOfYear(date)]?.split(" ")[names.indexOf(name)];
  if (!entry) throw noDay();
  return { id: `${name}:${unpacked(entry.slice(1))}`, level: Number(entry[0]) };
}

/** The kinds that there are puzzles of on a date; an error that says which days there are. */
export async function dayNames(date) {
  if (date < FIRST || date > LAST) throw noDay();
  return (await days(date.slice(0, 4))).names;
}

const noDay = () => new Error(t("daily_none", { first: FIRST, last: LAST }));

const years = new Map(); // year -> a promise of what `fetched` gives

/** The names of a year's file, and its lines; none for other years. */
async function days(year) {
  if (year < FIRST.slice(0, 4) || year > LAST.slice(0, 4)) return { names: [], lines: [] };
  if (!years.has(year)) years.set(year, fetched(year));
  try {
    return await years.get(year);
  } catch (error) {
    years.delete(year); // the next time it may be there
    throw error;
  }
}

async function fetched(year) {
  const answer = await fetch(new URL(`../../days/${year}.txt`, import.meta.url));
  if (!answer.ok) throw new Error(t("offline"));
  const [names, ...lines] = (await answer.text()).trim().split("\n");
  return { names: names.split(" "), lines };
}

/** A capital letter is a run of unknown cells: A is one, Z is 26. */
const unpacked = (text) => text.replace(/[A-Z]/g, (letter) => ".".repeat(letter.charCodeAt(0) - 64));

/** January the first is 0. */
function dayOfYear(date) {
  const [year, month, day] = date.split("-").map(Number);
  return (Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / 86_400_000;
}

export const today = () => dateOf();
