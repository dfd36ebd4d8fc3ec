// Mistakes: never, by broken rules as they happen, or by wrong cells. "Check now" first says how many.

import { ask, askWhole } from "../backend.js";
import { codesOf } from "../model.js";
import { settings } from "../settings.js";
import { many, t } from "../strings.js";

export class Checking {
  constructor(play) {
    this.play = play;
    this.answer = null; // a promise: asked for when it is first needed; never saved
    this.toldWhy = false; // after a move it is said once that wrong cells are not known
    this.shown = false; // whether wrong cells stay marked
  }

  forget() {
    this.shown = false;
    if (settings.check !== "wrong") this.play.view?.clearFlags("wrong");
  }

  /** The one solution as numbers, or why there is not just one. Only a failure is asked about again. */
  solved(signal) {
    this.answer ??= this.#solve(this.play.model, signal).catch((error) => {
      this.answer = null;
      throw error;
    });
    return this.answer;
  }

  async #solve({ id, symbols }, signal) {
    const { status, solutions } = await ask("solve", { puzzle: id, time_limit: 10 }, { signal });
    if (status === "unique") return { status, solution: codesOf(solutions[0], symbols) };
    const why = { multiple: "check_not_unique", none: "check_no_solution" };
    return { status, why: t(why[status] ?? "check_unknown") };
  }

  #wrong(solution) {
    const values = this.play.game.values();
    return [...values.keys()].filter((cell) => values[cell] && values[cell] !== solution[cell]);
  }

  brokenText(lines) {
    return many("check_broken", lines);
  }

  /** After a move, when wrong cells are to be shown at once. */
  async live() {
    if (settings.check !== "wrong") {
      if (!this.shown) this.play.view.clearFlags("wrong");
      return;
    }
    const { play } = this;
    const { view } = play;
    try {
      const { solution, why } = await this.solved();
      if (play.view !== view) return;
      if (solution) view.flag("wrong", this.#wrong(solution));
      else if (!this.toldWhy) play.say(why, [], "lasting");
      this.toldWhy = true;
    } catch (error) {
      play.setCheck("rules");
      play.app.complain(error);
    }
  }

  /** Whether a full grid breaks no rule; false, and why, where nobody answers in time. */
  async obeysRules(grid) {
    try {
      const { violations } = await this.play.working((signal) => askWhole("check", { puzzle: this.play.model.id, grid }, { signal }));
      return violations.length === 0;
    } catch (error) {
      this.play.app.complain(error);
      return false;
    }
  }

  async now() {
    const { play } = this;
    const { game, view } = play;
    try {
      const { solution, why } = await play.working((signal) => this.solved(signal));
      if (play.game !== game) return;
      play.clear(); // the marks of a hint that is no longer shown
      if (!solution) return play.say(why);
      const wrong = this.#wrong(solution);
      if (!wrong.length) return play.say(t("check_none"));
      const cells = wrong.map((cell) => [Math.floor(cell / game.model.width), cell % game.model.width]);
      const show = () => {
        this.shown = true;
        view.flag("wrong", wrong);
        view.reveal(wrong[0]);
        play.say(many("check_wrong", wrong.length), [
          [t("hint_why"), () => play.hinting.why(cells)],
          [t("hint_erase"), () => play.hinting.erase(cells)],
        ], "wrong");
      };
      play.say(many("check_wrong", wrong.length), [[t(wrong.length === 1 ? "check_show_one" : "check_show"), show]], "wrong");
    } catch (error) {
      if (error.name === "AbortError") return;
      const lines = play.judge.brokenLines;
      play.say(lines ? this.brokenText(lines) : t("check_rules_kept"));
      play.app.complain(error);
    }
  }
}
