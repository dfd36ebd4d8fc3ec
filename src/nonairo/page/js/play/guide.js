// The first game of a kind: the last moves of an easy puzzle, each with its reason, made by the player.

import { askWhole } from "../backend.js";
import { valueOf } from "../game.js";
import { Walkthrough } from "../learn/walkthrough.js";
import { saidOf } from "../looks.js";
import { t } from "../strings.js";

const MOVES = 5;

export class Guide {
  constructor(play) {
    this.play = play;
    this.game = play.game;
  }

  /** Fill the board up to the last moves, then ask for them one by one. */
  async begin() {
    const { play, game } = this;
    const found = await play.working((signal) => askWhole("explain", { puzzle: play.model.id, time_limit: 10 }, { signal }), { kind: "lasting" });
    if (play.game !== game) return;
    this.walk = new Walkthrough(play.model, null, found);
    const { steps } = this.walk;
    this.first = Math.max(0, steps.length - MOVES);
    this.at = this.first;
    const before = [...this.walk.codes(this.first)];
    play.begin(before.flatMap((value, cell) => (value ? [[cell, value]] : [])));
    this.show();
  }

  get step() {
    return this.walk?.steps[this.at] ?? null;
  }

  #wanted() {
    return this.step.effects.map((effect) => [this.walk.cellOf(effect), this.walk.valueOf(effect[2])]);
  }

  /** Something was put in: the next move, once all of this one is there. */
  moved() {
    if (!this.step || this.play.game !== this.game) return;
    const isMade = () => this.#wanted().every(([cell, value]) => valueOf(this.game.cells[cell]) === value);
    const before = this.at;
    while (this.step && isMade()) this.at += 1;
    if (this.at !== before || this.#isWrong() !== this.wrong) this.show();
  }

  #isWrong() {
    return Boolean(this.step) && this.#wanted().some(([cell, value]) => {
      const found = valueOf(this.game.cells[cell]);
      return found && found !== value;
    });
  }

  show() {
    const { play, step, walk } = this;
    if (!step) return play.stopGuide();
    const { view, model } = play;
    const wanted = this.#wanted();
    const { marks, lines } = walk.marks(step);
    view.flagLines(lines);
    view.flag("premise", marks.premise ?? []);
    view.flag("effect", wanted.map(([cell]) => cell));
    view.show(wanted.map(([cell]) => cell));
    this.wrong = this.#isWrong();
    const numbers = { n: this.at - this.first + 1, count: walk.steps.length - this.first };
    const said = play.marked(step.text.split("\n", 1)[0], marks);
    const values = [...new Set(wanted.map(([, value]) => saidOf(model, value)))].join(", ");
    const way = t(this.wrong ? "guide_wrong" : "guide_tap", { value: values });
    const actions = [[t("guide_do"), () => this.game.fill(wanted)], [t("guide_leave"), () => play.stopGuide()]];
    play.say([t("guide_move", numbers), said, way], actions, "lasting guide");
  }
}
