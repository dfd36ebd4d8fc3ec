// The puzzle of the day: for each kind and level one, made from the date, the same for everybody.

import { askWhole } from "../backend.js";
import { button, choose, field, fill, h } from "../dom.js";
import { t } from "../strings.js";

export class Daily {
  constructor(make) {
    this.make = make;
    const { kinds } = make;
    this.kind = choose(t("make_kind"), make.choices, kinds[0].name, () => this.#suit(), { class: "daily-kind" });
    this.level = choose(t("make_level"), [], undefined, null, { class: "daily-level" });
    this.date = h("input", { type: "date", value: today(), class: "daily-date" });
    this.go = button(t("daily_go"), () => this.run(), { class: "daily-go" });
    this.told = h("p", { class: "told", role: "status" });
    this.element = h(
      "div",
      { class: "fields" },
      h("p", {}, t("daily_about")),
      this.kind,
      this.level,
      field(t("daily_date"), this.date),
      h("div", { class: "buttons" }, this.go),
      this.told,
    );
    this.#suit();
  }

  #suit() {
    const { levels } = this.make.kind(this.kind.control_.value);
    fill(this.level.control_, levels.map(({ level, name }) => [String(level), `${level} – ${name}`]));
    this.level.control_.selectedIndex = weekday(this.date.value) % levels.length; // harder through the week
  }

  async run() {
    const wanted = Number(this.level.control_.value);
    this.go.disabled = true;
    this.told.textContent = t("make_working");
    try {
      const record = await this.#made(this.kind.control_.value, wanted);
      if (await this.make.app.openText(record, { title: record.title ?? null })) this.make.app.go("play");
      this.told.textContent = "";
    } catch (error) {
      this.told.textContent = error.message;
    } finally {
      this.go.disabled = false;
    }
  }

  #made(name, level) {
    const seed = Number((this.date.value || today()).replaceAll("-", "")) * 10 + level;
    const size = this.make.sizeOf(name, level);
    return askWhole("generate", { kind: name, size, level, seed, time_limit: 30 });
  }
}

function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Monday is 0. */
function weekday(date) {
  return (new Date(`${date || today()}T12:00:00`).getDay() + 6) % 7;
}
