// Clues line by line: one field a row, one a column; what a line needs stands beside it, and the board grows its clues.

import { h } from "../dom.js";
import { idOf } from "../ids/writing.js";
import { modelOf } from "../model.js";
import { nameOf } from "../names.js";
import { StillGrid } from "../stepping/still.js";
import { many, sentence, t } from "../strings.js";
import { readClue } from "./clues.js";

const OPEN = "·"; // a line that is not typed yet
const SIDES = [["rows", "row"], ["cols", "column"]];

export class Lines {
  /** `edit(change, mark)` takes {rows} or {cols}; `touch`: keys are on the screen. */
  constructor({ edit, touch }) {
    this.edit = edit;
    this.touch = touch;
    this.still = new StillGrid();
    this.stage = this.still.stage;
    this.element = h("div", { class: "clue-lines" });
  }

  /** `plan`: kind, rules, typed, letters, height, width. */
  blankId({ kind, rules, height, width }) {
    return idOf(kind, rules, [Array(height).fill("0"), Array(width).fill("0")]);
  }

  use(plan, model) {
    this.plan = plan;
    this.model = model;
    this.still.use(model, t("type_board", { name: nameOf(model) }));
    const lengths = { rows: model.width, cols: model.height };
    this.fields = {};
    const groups = SIDES.map(([side, axis]) => {
      const numbers = [...Array(side === "rows" ? model.height : model.width).keys()];
      this.fields[side] = numbers.map((k) => this.#field(side, axis, k, lengths[side]));
      const total = h("small");
      this.fields[side].total = total;
      const lines = this.fields[side].map(({ line }) => line);
      return h("fieldset", {}, h("legend", {}, t(`type_${side}`), " ", total), ...lines);
    });
    this.all = [...this.fields.rows, ...this.fields.cols];
    this.at = this.all[0];
    this.element.replaceChildren(...groups);
  }

  #field(side, axis, k, length) {
    const note = h("small", { id: `type-${side}-${k}` });
    const input = h("input", {
      type: "text",
      inputMode: this.touch ? "none" : "text",
      autocomplete: "off",
      spellcheck: false,
      "aria-label": t(axis, { n: k + 1 }),
      enterKeyHint: "next",
      oninput: () => this.#typed(field),
      onfocus: () => this.#enter(field),
      onkeydown: (event) => this.#key(event, field),
      onpaste: (event) => this.#paste(event, field),
    });
    input.setAttribute("aria-describedby", note.id);
    const field = { side, axis, k, length, input, note, line: h("div", { class: "clue-line" }, h("span", { "aria-hidden": "true" }, String(k + 1)), input, note) };
    return field;
  }

  #typed({ side, k, input }) {
    this.edit({ [side]: this.draft[side].with(k, input.value) }, `${side} ${k}`);
  }

  #enter(field) {
    this.at = field;
    this.still.view.flagLines([[field.axis, field.k]]);
    if (this.still.view.cellSize) this.still.view.reveal(this.still.view.nearestOf([field.axis, field.k]));
  }

  #key(event, field) {
    const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.isComposing) return;
    event.preventDefault();
    this.go(field, step);
  }

  /** The next field; behind the last one what may be done with the puzzle. */
  go(field, step) {
    const next = this.all[this.all.indexOf(field) + step];
    if (next) next.input.focus();
    next?.input.select();
    if (!next && step > 0) this.onEnd?.();
  }

  /** Several lines at once go into as many fields. */
  #paste(event, field) {
    const lines = event.clipboardData.getData("text").trim().split(/\r?\n/);
    if (lines.length < 2) return;
    event.preventDefault();
    const change = { rows: [...this.draft.rows], cols: [...this.draft.cols] };
    const from = this.all.indexOf(field);
    const taken = this.all.slice(from, from + lines.length);
    taken.forEach(({ side, k }, j) => (change[side][k] = lines[j].trim()));
    this.edit(change);
    this.go(taken.at(-1), 1);
  }

  /** A key of the pad. */
  press(key) {
    const { input } = this.at;
    input.focus();
    if (key === "next") return this.go(this.at, 1);
    const [from, to] = [input.selectionStart, input.selectionEnd];
    if (key === "back") input.setRangeText("", from === to ? Math.max(0, from - 1) : from, to, "end");
    else input.setRangeText(key, from, to, "end");
    return this.#typed(this.at);
  }

  get keys() {
    return [..."1234567890", ...this.plan.letters, " ", "back", "next"];
  }

  focus() {
    this.at.input.focus();
  }

  /** Show a draft, and return what can be said of it: {id} where it is complete, else {report, wrong}. */
  show(draft) {
    this.draft = draft;
    const found = { rows: [], cols: [] };
    for (const { side, k, length, input, note, line } of this.all) {
      const clue = readClue(draft[side][k], { ...this.plan, length });
      found[side].push(clue);
      if (input.value !== draft[side][k]) input.value = draft[side][k];
      note.textContent = clue.problem ?? clue.report;
      input.setAttribute("aria-invalid", String(Boolean(clue.problem)));
      line.classList.toggle("wrong", Boolean(clue.problem));
      line.classList.toggle("typed", clue.parts.length > 0);
    }
    this.#relabel(found);
    return this.#judge(found);
  }

  #relabel({ rows, cols }) {
    const { description } = this.model;
    const { letters } = this.plan;
    const label = ({ parts }) => (parts.length ? parts : [OPEN]);
    const labels = { rows: rows.map(label), cols: cols.map(label) };
    const ink = (part) => letters.indexOf(part.at(-1)) + 1;
    const inks = letters ? { rows: labels.rows.map((parts) => parts.map(ink)), cols: labels.cols.map((parts) => parts.map(ink)) } : undefined;
    const { view, zoom } = this.still;
    view.relabel(modelOf({ ...description, labels, inks, tables: [] }));
    zoom.suit();
  }

  #judge(found) {
    const { kind, rules, typed } = this.plan;
    const sums = {};
    const left = {};
    for (const [side] of SIDES) {
      sums[side] = found[side].reduce((sum, { filled }) => sum + filled, 0);
      left[side] = found[side].filter(({ parts, problem }) => !parts.length && !problem).length;
      this.fields[side].total.textContent = typed === "blocks" ? t("type_total", { cells: many("cells", sums[side]) }) : "";
    }
    const bad = this.all.find(({ side, k }) => found[side][k].problem);
    if (bad) return { wrong: true, report: sentence(t("type_line_wrong", { line: t(bad.axis, { n: bad.k + 1 }), problem: found[bad.side][bad.k].problem })) };
    const over = (one, other) => !left[one] && sums[other] > sums[one];
    if (over("rows", "cols") || over("cols", "rows")) return { wrong: true, report: t("type_unequal", { rows: many("cells", sums.rows), cols: sums.cols }) };
    if (left.rows + left.cols) return { wrong: false, report: t("type_left", { rows: many("type_left_rows", left.rows), cols: many("type_left_cols", left.cols) }) };
    const written = ({ parts }) => parts.join(",");
    return { id: idOf(kind, rules, [found.rows.map(written), found.cols.map(written)]) };
  }

  /** Mark cells: undecided ones, or those that an error names. */
  flag(name, cells) {
    this.still.view.flag(name, cells);
  }

  suit() {
    this.still.zoom?.suit();
  }
}
