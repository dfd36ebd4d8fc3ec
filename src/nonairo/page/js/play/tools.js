// The tool buttons: whatever a hidden gesture does, a visible button does, too.

import { button, h } from "../dom.js";
import { labelled } from "../icons.js";
import { read, write } from "../storage.js";
import { lookOf, paint, wordOf } from "../looks.js";
import { capital, t } from "../strings.js";

const FEW = 3; // symbols that a click or the pencil can well go through

export class Tools {
  constructor(play, { pencil = true, kept = null } = {}) {
    this.play = play;
    this.pencil = pencil;
    this.kept = kept; // the name under which the browser keeps the tool for a reload
    this.tool = "cycle";
    this.marks = null; // the value that the pencil marks, where there are many
    this.counts = new Map(); // value -> the element that shows how many cells of it are left
    this.element = h("div", { class: "tools", role: "toolbar", "aria-label": t("tools") });
  }

  /** One button for each symbol, in the order in which a click goes through them; `more` behind the others: [tool, label]. */
  use(model, more = []) {
    const look = lookOf(model);
    this.#takeKept(model);
    this.#choosePalette(model);
    this.counts.clear();
    const symbol = (value) => {
      const name = wordOf(model, value);
      const key = `word_${model.words[value - 1]}`; // what to do, such as Fill, rather than what is then there
      const label = model.blank && t(key) !== key ? t(key) : capital(name);
      const picture = h("i", { class: `cell v${value}`, "aria-hidden": "true" });
      if (look.texts[value - 1]) picture.dataset.s = look.texts[value - 1];
      if (model.colours.length) paint(picture, model, value);
      const sample = h("b", { class: "board sample", data: { look: look.name } }, picture);
      const word = [h("span", { class: "word" }, label), ...this.#left(model, value)];
      return this.#button(value, look.texts[value - 1] === label ? [label] : [sample, ...word]);
    };
    this.element.replaceChildren(
      this.#button("cycle", labelled("cycle", t("tool_cycle"))),
      ...model.order.map(symbol),
      this.#button("erase", labelled("erase", t("tool_erase"))),
      ...(this.pencil ? [this.#button("pencil", labelled("pencil", t("tool_pencil")))] : []),
      ...more.map(([tool, label]) => this.#button(tool, [label])),
    );
    if (!this.#has(this.tool)) this.tool = "cycle"; // of another kind
    this.#show();
  }

  #has(tool) {
    return [...this.element.querySelectorAll(".tool")].some(({ dataset }) => dataset.tool === String(tool));
  }

  /** The tool that this puzzle had before the page was loaded again. */
  #takeKept({ id }) {
    const before = this.kept && !this.model && read(this.kept);
    if (before?.id === id) [this.tool, this.marks] = [before.tool, before.marks];
  }

  /** Where there are many symbols, a click puts in the first of them rather than going through all. */
  #choosePalette(model) {
    if (this.model && this.model.kind !== model.kind) this.tool = "cycle";
    const many = model.symbols.length > (model.colours.length ? FEW - 1 : FEW);
    const fits = typeof this.tool !== "number" || this.tool <= model.symbols.length;
    if (this.model?.id !== model.id && many && this.tool === "cycle") this.tool = model.order[0];
    else if (!fits || (!many && this.marks !== null)) this.tool = "cycle";
    this.marks = many ? (this.marks ?? model.order[0]) : null;
    this.model = model;
    this.element.classList.toggle("many", many);
  }

  /** How many cells of a coloured symbol are left, where the rules settle it. */
  #left(model, value) {
    const wanted = model.rows.map(({ rule }) => rule?.quota?.[value - 1]);
    if (!model.colours.length || value === 1 || wanted.some((number) => number === undefined)) return [];
    const count = h("span");
    this.counts.set(value, { count, wanted: wanted.reduce((sum, number) => sum + number, 0) });
    return [h("small", { class: "left" }, count, h("span", { class: "unseen" }, t("tool_left")))];
  }

  count(values) {
    if (!this.counts.size) return;
    const found = new Map();
    for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
    for (const [value, { count, wanted }] of this.counts) count.textContent = String(Math.max(0, wanted - (found.get(value) ?? 0)));
  }

  #button(tool, content) {
    const made = button("", () => this.choose(tool), { class: "tool", data: { tool } });
    made.append(...content);
    return made;
  }

  /** With many symbols the pencil stays on while its symbol is chosen, and goes when it is pressed again. */
  choose(tool) {
    const marking = this.marks !== null && this.tool === "pencil";
    if (typeof tool === "number" && this.marks !== null) this.marks = tool;
    if (marking && tool === "pencil") this.tool = this.marks;
    else if (!marking || typeof tool !== "number") this.tool = tool;
    this.#show();
  }

  toggle(tool) {
    this.choose(this.tool === tool ? "cycle" : tool);
  }

  #show() {
    if (this.kept) write(this.kept, { id: this.model.id, tool: this.tool, marks: this.marks });
    for (const each of this.element.querySelectorAll(".tool")) {
      const marked = this.tool === "pencil" && each.dataset.tool === String(this.marks);
      each.setAttribute("aria-pressed", marked || each.dataset.tool === String(this.tool));
    }
  }
}
