// A grid to look at: the same grid as in Play, as a table that nothing is put into.

import { h } from "../dom.js";
import { valueOf } from "../game.js";
import { GridView } from "../grid.js";
import { Judge } from "../judge.js";
import { Zoom } from "../zoom.js";

const LEAST = 12; // nothing has to be hit here, so cells may be small

class Fitted extends Zoom {
  suit() {
    this.chosen = null;
    if (this.stage.clientWidth) this.view.resize(Math.max(this.fitting(), LEAST));
  }
}

export class StillGrid {
  constructor() {
    this.stage = h("div", { class: "stage still" });
  }

  use(model, label) {
    this.zoom?.close();
    this.model = model;
    this.view = new GridView(model, { label });
    this.view.board.setAttribute("role", "table");
    for (const cell of this.view.cells) {
      cell.setAttribute("role", "cell");
      cell.removeAttribute("tabindex");
    }
    this.view.element.tabIndex = 0; // large ones are scrolled by keyboard, too
    this.view.element.setAttribute("role", "region");
    this.view.element.setAttribute("aria-label", label);
    this.judge = new Judge(model);
    this.stage.replaceChildren(this.view.element);
    this.zoom = new Fitted(this.stage, this.view);
    this.#judge(null);
  }

  /** The cells as they are now; `marks` are flags with their cells, `ghosts` shadows. */
  show(codes, { marks = {}, lines = [], clues = [], ghosts = [], lost = [[], []], numbers = new Map() } = {}) {
    const changed = [];
    codes.forEach((code, cell) => this.view.codes[cell] !== code && changed.push(cell));
    this.view.draw(codes);
    if (changed.length) this.#judge(changed);
    this.view.flagLines(lines);
    for (const flag of ["premise", "effect", "broken", "current"]) this.view.flag(flag, marks[flag] ?? []);
    this.view.ghost(ghosts);
    this.view.ruleOut(...lost);
    this.#lookAt(clues);
    for (const cell of this.numbered ?? []) delete this.view.cells[cell].dataset.n;
    numbers.forEach((number, cell) => (this.view.cells[cell].dataset.n = number));
    this.numbered = [...numbers.keys()];
    const first = marks.broken?.[0] ?? marks.effect?.[0] ?? marks.current?.[0];
    if (first !== undefined && this.view.cellSize) this.view.reveal(first);
  }

  /** Numbers of clues, each as [axis, line, number]. */
  #lookAt(clues) {
    for (const clue of this.looked ?? []) clue.classList.remove("looked");
    const heads = { row: this.view.rowHeads, column: this.view.colHeads };
    const headOf = ([axis, line]) => heads[axis]?.[line];
    this.looked = clues.map((clue) => headOf(clue)?.children[clue[2]]).filter(Boolean);
    for (const clue of this.looked) clue.classList.add("looked");
  }

  #judge(cells) {
    const looked = this.judge.update(Uint8Array.from(this.view.codes, valueOf), cells);
    this.view.drawHeads(this.judge, looked, false);
  }

  suit() {
    this.zoom?.suit();
  }

  redraw() {
    this.view?.redraw();
  }
}
