// The puzzle of the day: for each kind one, harder through the week, the same for everybody.
//
// Days are stored puzzles: days/YEAR.txt has a line of names, then a line a day (tools/make_days.py).

import { button, choose, field, fill, h } from "../dom.js";
import { capital, t } from "../strings.js";

const FIRST = "2026-01-01";
const LAST = "2027-12-31"; // of the last file

export class Daily {
  constructor(make) {
    this.make = make;
    this.app = make.app;
    this.kind = choose(t("make_kind"), [], undefined, null, { class: "daily-kind" });
    this.date = h("input", { type: "date", value: today(), min: FIRST, max: LAST, class: "daily-date" });
    this.go = button(t("daily_go"), () => this.run(), { class: "daily-go" });
    this.told = h("p", { class: "told", role: "status" });
    this.element = h(
      "div",
      { class: "fields" },
      h("p", {}, t("daily_about")),
      this.kind,
      field(t("daily_date"), this.date),
      h("div", { class: "buttons" }, this.go),
      this.told,
    );
    this.#offer().catch((error) => (this.told.textContent = error.message));
  }

  /** The kinds that there are puzzles of. */
  async #offer() {
    const { names } = await days(today().slice(0, 4));
    fill(this.kind.control_, names.map((name) => [name, capital(name)]));
  }

  async run() {
    this.told.textContent = "";
    try {
      const { id, level } = await dayOf(this.kind.control_.value, this.date.value || today());
      if (await this.app.openText(id, { level: this.#named(level) })) this.app.go("play");
    } catch (error) {
      this.told.textContent = error.message;
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
  if (!entry) throw new Error(t("daily_none", { first: FIRST, last: LAST }));
  return { id: `${name}:${unpacked(entry.slice(1))}`, level: Number(entry[0]) };
}

/** The names of a year's file, and its lines; none for other years. */
async function days(year) {
  if (year < FIRST.slice(0, 4) || year > LAST.slice(0, 4)) return { names: [], lines: [] };
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

export function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
