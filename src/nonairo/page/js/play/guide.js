// The first game of a kind: the last moves of an easy puzzle, each with its reason, made by the player.

import { askWhole } from "../backend.js";
import { valueOf } from "../game.js";
import { Walkthrough } from "../learn/walkthrough.js";
import { saidOf } from "../looks.js";
import { cellsIn } from "../marked_words.js";
import { inEnglish, t } from "../strings.js";

const MOVES = 5;
const CELL = /r\d+c\d+/;

export class Guide {
  constructor(play) {
    this.play = play;
    this.game = play.game;
    this.closing = t("guide_end");
  }

  /** Fill the board up to the last moves, then ask for them one by one. */
  async begin() {
    const { play, game } = this;
    const found = await play.working((signal) => askWhole("explain", { puzzle: play.model.id, time_limit: 10 }, { signal }), { kind: "lasting" });
    if (play.game !== game) return;
    this.walk = new Walkthrough(play.model, null, found);
    this.moves = chosen(this.#needed());
    const left = new Set(this.moves.flatMap((step) => this.#wanted(step)).map(([cell]) => cell));
    const before = [...this.walk.codes(this.walk.steps.length)];
    play.begin(before.flatMap((value, cell) => (value && !left.has(cell) ? [[cell, value]] : [])));
    play.forgetPast();
    this.at = 0;
    this.show();
  }

  /** The steps up to the one that finishes the puzzle: where the background is blank, crosses after it are not needed. */
  #needed() {
    const { steps } = this.walk;
    const fills = (step) => !this.play.model.blank || this.#wanted(step).some(([, value]) => value > 1);
    return steps.slice(0, steps.findLastIndex(fills) + 1);
  }

  get step() {
    return this.moves?.[this.at] ?? null;
  }

  #wanted(step = this.step) {
    return step.effects.map((effect) => [this.walk.cellOf(effect), this.walk.valueOf(effect[2])]);
  }

  /** Something was put in or taken back: the first move that is not made. */
  moved() {
    if (!this.moves || this.play.game !== this.game) return;
    const isMade = (step) => this.#wanted(step).every(([cell, value]) => valueOf(this.game.cells[cell]) === value);
    const before = this.at;
    const next = this.moves.findIndex((step) => !isMade(step));
    this.at = next < 0 ? this.moves.length : next;
    if (this.at !== before || this.play.message.hidden || this.#isWrong() !== this.wrong) this.show();
  }

  #isWrong() {
    return Boolean(this.step) && this.#wanted().some(([cell, value]) => {
      const found = valueOf(this.game.cells[cell]);
      return found && found !== value;
    });
  }

  show() {
    const { play, step, walk } = this;
    if (!step) return this.#end();
    const { view } = play;
    const wanted = this.#wanted();
    this.game.only = new Set(wanted.map(([cell]) => cell));
    const { marks, lines } = walk.marks(step);
    const text = `${this.#firstSentence(step)}.`;
    const values = this.game.values();
    // A sentence may rest on more than the step: it names them by their hatching, too.
    marks.premise = [...new Set([...marks.premise, ...cellsIn(text, play.model).filter((cell) => values[cell])])];
    view.flagLines(lines);
    view.flag("premise", marks.premise);
    view.flag("effect", wanted.map(([cell]) => cell));
    view.ghost(isMixed(wanted) ? wanted : []);
    view.show(wanted.map(([cell]) => cell));
    this.wrong = this.#isWrong();
    const numbers = { n: this.at + 1, count: this.moves.length };
    const said = play.marked(text, marks, values);
    const actions = [[t("guide_do"), () => this.game.fill(wanted)], [t("guide_leave"), () => play.stopGuide()]];
    play.say([t("guide_move", numbers), said, this.#way(wanted)], actions, "lasting guide");
  }

  /** The first sentence; lines of other shapes are shaded, and named so. */
  #firstSentence({ text, place }) {
    const [first] = text.split("\n", 1);
    const shape = place && this.play.model.more[place[1]];
    return shape?.axis === place?.[0] && CELL.test(shape.name) ? first.replace(shape.name, inEnglish("guide_shape")) : first;
  }

  /** What to do with the framed cells: as shown in each, a cross, or a value. */
  #way(wanted) {
    const { model } = this.play;
    const [[, value]] = wanted;
    const cross = model.blank && value === 1 ? "cross_" : "";
    const way = isMixed(wanted) ? "each" : cross + (wanted.length === 1 ? "one" : "many");
    const values = { value: saidOf(model, value) };
    return this.wrong ? t(`guide_wrong_${way}`, values) : t(`guide_tap_${way}`, values);
  }

  #end() {
    this.play.stopGuide();
    if (!this.game.done) this.play.say(this.closing, [], "lasting");
  }
}

const isMixed = (wanted) => new Set(wanted.map(([, value]) => value)).size > 1;

/** The last moves; before them the first of all, where it is read off the clues alone: nothing is easier. */
function chosen(steps) {
  const [first] = steps;
  const isPlain = steps.length > MOVES && first.level === 1 && !first.premises.cells.length && !isMixed(first.effects.map(([, , symbol]) => [0, symbol]));
  return isPlain ? [first, ...steps.slice(1 - MOVES)] : steps.slice(-MOVES);
}
