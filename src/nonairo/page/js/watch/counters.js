// What was counted so far and in all, for one engine or for two beside each other.

import { h } from "../dom.js";
import { t } from "../strings.js";

export class Counters {
  constructor() {
    this.element = h("div", { class: "counting" });
  }

  use(replays) {
    this.replays = replays;
    const names = [...new Set(replays.flatMap((replay) => replay.names))];
    const counts = (name) => replays.some((replay) => Number(replay.total(name)) !== 0 && replay.total(name) !== undefined);
    const shown = names.filter(counts);
    this.rows = [
      { title: t("counter_step"), now: (replay) => replay.at, all: (replay) => replay.length },
      { title: t("counter_depth"), now: (replay) => replay.depth, all: () => "" },
      { title: t("counter_known"), now: (replay) => replay.known[replay.at], all: (replay) => replay.model.size },
      ...shown.map((name) => ({
        title: name,
        now: (replay) => replay.counters.get(name),
        all: (replay) => replay.total(name),
      })),
    ];
    this.cells = this.rows.map(() => replays.map(() => h("td", { class: "now" })));
    const body = this.rows.map(({ title, all }, row) => {
      const line = replays.flatMap((replay, k) => [this.cells[row][k], h("td", {}, written(all(replay)))]);
      return h("tr", { data: { counter: title } }, h("th", { scope: "row" }, breakable(title)), line);
    });
    const heads = replays.flatMap(() => [t("counter_now"), t("counter_all")]);
    const named = ({ engine }) => (engine ? h("th", { scope: "colgroup", colSpan: 2 }, engine) : h("td", { colSpan: 2 })); // not there yet
    const engines = h("tr", {}, h("td"), replays.map(named));
    const table = h(
      "table",
      { class: replays.length > 1 ? "counters two" : "counters" },
      h("caption", {}, t("counters")),
      h("thead", {}, replays.length > 1 ? engines : null,
        h("tr", {}, h("th", { scope: "col" }, t("counter_name")), heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, body),
    );
    const rest = names.length > shown.length ? h("small", {}, t("counter_zero")) : null;
    this.element.replaceChildren(table, ...(rest ? [rest] : []));
    this.draw();
  }

  draw() {
    this.rows?.forEach(({ now }, row) => {
      this.replays.forEach((replay, k) => {
        const text = written(now(replay));
        if (this.cells[row][k].textContent !== text) this.cells[row][k].textContent = text;
      });
    });
  }
}

/** A long name may be broken after its dots. */
function breakable(name) {
  return name.split(/(?<=[._])/).flatMap((part, k) => (k ? [h("wbr"), part] : [part]));
}

function written(value) {
  if (value === undefined) return "–";
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "number" ? value.toLocaleString("en") : String(value);
}
