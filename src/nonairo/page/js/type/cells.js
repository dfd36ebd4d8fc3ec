// Givens cell by cell: arrows move, a symbol is put in and moves on, Space leaves a cell empty, Backspace goes back.

import { h } from "../dom.js";
import { GridView } from "../grid.js";
import { idOf, signedId } from "../ids/writing.js";
import { Judge } from "../judge.js";
import { lookOf, wordOf } from "../looks.js";
import { withSign } from "../make/sign_tools.js";
import { codesOf, modelOf, UNKNOWN } from "../model.js";
import { gridKeys } from "../play/keys.js";
import { nameOf } from "../names.js";
import { many, t } from "../strings.js";
import { Zoom } from "../zoom.js";

const DIGITS = "0123456789";
const SIGN_KEYS = { "=": ["=", "right"], x: ["x", "right"], "+": ["=", "below"], X: ["x", "below"] };

export class Cells {
  /** `edit(change)` takes {cells} or {marks}; `touch`: keys are on the screen. */
  constructor({ edit, touch }) {
    this.edit = edit;
    this.stage = h("div", { class: "stage" });
    this.element = h("p", { class: "typing-keys", hidden: touch });
  }

  blankId({ kind, rules, height, width, marks }) {
    return boardId(kind, rules, Array(height).fill(UNKNOWN.repeat(width)), marks);
  }

  use(plan, model) {
    const held = this.view?.board.contains(document.activeElement);
    const at = this.view?.model.size === model.size ? this.view.at : 0;
    this.plan = plan;
    const { height, width, kind, rules } = plan;
    this.model = plan.typed === "numbers" ? modelOf({ height, width, kind, rules, symbols: DIGITS, numbers: true }) : model;
    this.judge = new Judge(this.model);
    this.zoom?.close();
    this.view = new GridView(this.model, { label: t("type_board", { name: nameOf(model) }), header: plan.typed !== "numbers" });
    this.stage.replaceChildren(this.view.element);
    this.zoom = new Zoom(this.stage, this.view);
    this.view.board.addEventListener("keydown", (event) => this.#key(event));
    this.#point();
    gridKeys({ view: this.view, strokes: this, onStroke: ({ last }) => this.#go(last + 1) });
    this.element.textContent = t(plan.signs ? "type_keys_signs" : "type_keys", { symbols: [...this.model.symbols].join(" ") });
    this.view.focus(at, { quiet: !held });
  }

  /** A press chooses a cell; on the one that is chosen it goes through the symbols, if they are few. */
  #point() {
    let chosen = null;
    const { board } = this.view;
    board.addEventListener("pointerdown", () => (chosen = document.activeElement));
    board.addEventListener("click", ({ target }) => {
      const cell = target.closest(".cell");
      if (!cell || cell !== chosen || this.model.symbols.length > 3) return;
      const value = codesOf(this.draft.cells, this.model.symbols)[cell.number];
      this.put(cell.number, (value + 1) % (this.model.symbols.length + 1));
    });
  }

  // What the keys of grids ask for: symbols, and painting with Shift.

  get game() {
    const value = (cell) => this.model.symbols.indexOf(this.draft.cells[cell]) + 1;
    return { value, isGiven: () => false };
  }

  put(cell, value) {
    const symbol = value ? this.model.symbols[value - 1] : UNKNOWN;
    const { cells } = this.draft;
    if (cells[cell] !== symbol) this.edit({ cells: cells.slice(0, cell) + symbol + cells.slice(cell + 1) });
    return { last: cell };
  }

  begin(cell, value) {
    this.put(cell, value);
  }

  end() {
    return null;
  }

  /** Keys that move on or back, before those of every grid. */
  #key(event) {
    const { key, target } = event;
    if (target.number === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const does = { " ": " ", ".": " ", "-": " ", _: " ", Backspace: "back", Delete: "clear", Enter: "row" }[key];
    if (!does && !(this.plan.signs && key in SIGN_KEYS)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.press(does ?? key);
  }

  /** A key of the keyboard or of the pad. */
  press(key) {
    const { at } = this.view;
    const { width, symbols } = this.model;
    if (key in SIGN_KEYS) return this.#sign(at, ...SIGN_KEYS[key]);
    if (symbols.includes(key)) return this.#go(this.put(at, symbols.indexOf(key) + 1).last + 1);
    if (key === "row") return this.#go(at - (at % width) + width);
    if (key === "clear") return this.put(at, 0);
    if (key === " ") return this.#go(this.put(at, 0).last + 1);
    const back = this.draft.cells[at] === UNKNOWN ? Math.max(0, at - 1) : at;
    this.put(back, 0);
    return this.#go(back);
  }

  /** A sign that is there already is taken away. */
  #sign(cell, sign, side) {
    const board = { ...this.plan, marks: this.draft.marks };
    const marks = withSign(board, cell, sign, side);
    const same = (mark) => String(mark) === String(marks.at(-1));
    if (marks) this.edit({ marks: board.marks.some(same) ? withSign(board, cell, ".", side) : marks });
  }

  #go(cell) {
    const to = Math.min(cell, this.model.size - 1);
    this.view.focus(to);
    this.view.point(to);
  }

  get keys() {
    return [...this.model.symbols, " ", "back", ...(this.plan.signs ? Object.keys(SIGN_KEYS) : [])];
  }

  /** How a symbol looks on its key: a text, or drawn. */
  labelOf(key) {
    const value = this.model.symbols.indexOf(key) + 1;
    const { name, texts } = lookOf(this.model);
    if (!value || texts[value - 1]) return texts[value - 1];
    return h("b", { class: "board sample", data: { look: name } }, h("i", { class: `cell v${value}` }));
  }

  /** What a drawn symbol is called. */
  nameOf(key) {
    const value = this.model.symbols.indexOf(key) + 1;
    return value && !lookOf(this.model).texts[value - 1] ? wordOf(this.model, value) : null;
  }

  focus() {
    this.view.focus(this.view.at);
  }

  show(draft) {
    this.draft = draft;
    const codes = codesOf(draft.cells, this.model.symbols);
    this.view.draw(codes);
    this.view.drawHeads(this.judge, this.judge.update(codes), true);
    this.view.flag("broken", this.judge.broken);
    const typed = draft.cells.replaceAll(UNKNOWN, "").length;
    if (!typed && !draft.marks.length) return { wrong: false, report: t("type_nothing") };
    const { kind, rules, width } = this.plan;
    const id = boardId(kind, rules, draft.cells.match(new RegExp(`.{${width}}`, "g")), draft.marks);
    const lines = this.judge.brokenLines;
    return { id, wrong: lines > 0, report: lines ? many("check_broken", lines) : null };
  }

  flag(name, cells) {
    this.view.flag(name, cells);
  }

  suit() {
    this.zoom?.suit();
  }
}

function boardId(kind, rules, rows, marks) {
  return signedId(idOf(kind, rules, [rows]), rows, marks);
}
