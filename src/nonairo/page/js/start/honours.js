// What was solved: days in a row, a calendar whose days open their puzzles, and numbers by kind and level.

import { button, h } from "../dom.js";
import { labelled } from "../icons.js";
import { language } from "../language.js";
import { FIRST, LAST } from "../make/daily.js";
import { levelName, titleOfKey } from "../names.js";
import { timeText } from "../play/clock.js";
import { dateOf, solvedRecord, streak } from "../record.js";
import { t } from "../strings.js";

export class Honours {
  /** `show(date)`: the puzzles of another day are wanted. */
  constructor(show) {
    this.show = show;
    this.month = null; // the first day of the month that is shown
    this.head = h("p", { class: "streak" });
    this.calendar = h("div", { class: "calendar" });
    this.table = h("div", { class: "solved-table" });
    this.element = h("section", { class: "start-honours" }, h("h2", {}, t("record")), this.head, h("div", { class: "record" }, this.calendar, this.table));
  }

  refresh() {
    const { days, kinds } = solvedRecord();
    const now = new Date();
    this.month ??= new Date(now.getFullYear(), now.getMonth(), 1);
    const count = streak(days);
    this.head.textContent = count ? `${count} ${t(count === 1 ? "figure_day" : "figure_days")}` : t("record_none");
    this.#drawMonth(days, dateOf(now));
    this.#drawTable(kinds);
  }

  #drawMonth(days, today) {
    const { month } = this;
    const [year, index] = [month.getFullYear(), month.getMonth()];
    const before = (month.getDay() + 6) % 7; // weeks begin on Monday
    const long = new Date(year, index + 1, 0).getDate();
    const step = (months) => () => {
      this.month = new Date(year, index + months, 1);
      this.refresh();
    };
    const turn = (name, months, isBeyond) => {
      const arrow = button(labelled("back", ""), step(months), { class: `turn ${name}`, "aria-label": t(`calendar_${name}`), disabled: isBeyond });
      return arrow;
    };
    const name = month.toLocaleDateString(language, { month: "long", year: "numeric" });
    const first = dateOf(month);
    const cells = Array.from({ length: long }, (_, k) => {
      const date = dateOf(new Date(year, index, k + 1));
      const solved = days[date] ?? 0;
      const words = `${new Date(year, index, k + 1).toLocaleDateString(language, { day: "numeric", month: "long" })}${solved ? `, ${t("calendar_solved", { count: solved })}` : ""}`;
      const day = button(String(k + 1), () => this.show(date), { class: solved ? "day-cell solved" : "day-cell", "aria-label": words, disabled: date > today || date < FIRST });
      if (date === today) day.setAttribute("aria-current", "date");
      return day;
    });
    const weekdays = Array.from({ length: 7 }, (_, k) => new Date(2024, 0, 1 + k).toLocaleDateString(language, { weekday: "short" })); // a Monday
    if (cells.length) cells[0].style.gridColumnStart = String(before + 1);
    this.calendar.replaceChildren(
      h("div", { class: "calendar-head" }, turn("back", -1, first <= FIRST), h("strong", {}, name), turn("next", 1, first >= today.slice(0, 8) || first > LAST)),
      h("div", { class: "calendar-days" }, weekdays.map((each) => h("span", { class: "weekday", "aria-hidden": "true" }, each)), cells),
    );
  }

  #drawTable(kinds) {
    const rows = Object.entries(kinds)
      .map(([key, value]) => [...key.split("|"), value])
      .map(([key, ...rest]) => [titleOfKey(key), ...rest])
      .filter((row) => row.length === 4 && Number.isInteger(row[3]?.solved))
      .sort((one, other) => one[0].localeCompare(other[0]) || one[1] - other[1]);
    if (!rows.length) return this.table.replaceChildren();
    const head = h("tr", {}, ["make_kind", "make_level", "record_solved", "record_alone", "figure_best"].map((key) => h("th", { scope: "col" }, t(key))));
    const body = rows.map(([kind, number, name, { solved, alone, best }]) =>
      h("tr", {}, h("th", { scope: "row" }, kind), [levelName({ level: number, name }), solved, alone, best === null ? "" : timeText(best)].map((text) => h("td", {}, String(text)))),
    );
    return this.table.replaceChildren(h("table", {}, h("thead", {}, head), h("tbody", {}, body)));
  }
}
