// Hints in four strengths: where, which technique, from which cells, all of it. And mistakes: which
// cells, and why they cannot be so.

import { ask } from "../backend.js";
import { button, h } from "../dom.js";
import { ENGLISH, quoting } from "../english.js";
import { inWords, reasonsAreEnglish, saidOf } from "../looks.js";
import { many, sentence, small, t } from "../strings.js";
import { practise, techniqueNames, tellTechnique } from "../technique.js";

export class Hinting {
  constructor(play) {
    this.play = play;
    this.forget();
  }

  forget() {
    this.hint = null;
    this.strength = 0;
    this.wanted = 0; // the strength that is waited for
    this.request?.abort();
  }

  /** The position has changed: what was said is no longer about it. */
  moved() {
    if (this.hint) this.play.dismiss();
  }

  /** A hint; asked again, a stronger one. */
  next() {
    return this.ask(Math.min(Math.max(this.strength, this.wanted) + 1, 4));
  }

  /** The symbols look different now, and are called so. */
  redraw() {
    if (this.hint) this.#show(this.hint, this.strength);
  }

  async ask(strength) {
    const { play } = this;
    this.request?.abort();
    const stop = new AbortController();
    this.request = stop;
    this.wanted = strength;
    const { game, model } = play;
    play.root.classList.add("asking");
    try {
      const grid = game.text();
      const asked = (signal) => Promise.all([this.#hint({ puzzle: model.id, grid, strength }, signal), techniqueNames()]);
      const [hint, names] = await play.working(asked, { stop });
      if (stop.signal.aborted) return; // a stronger one was asked for after this was answered
      if (play.game !== game || game.text() !== grid) return; // it is about another position
      game.helped = true;
      this.names = names;
      this.#show(hint, strength);
    } catch (error) {
      play.app.complain(error);
    } finally {
      if (this.request === stop) play.root.classList.remove("asking"); // else another is asked for
    }
  }

  /** Where is a line: the weakest answer about mistakes only counts them. */
  async #hint(request, signal) {
    const hint = await ask("hint", request, { signal });
    return hint.kind === "mistake" && request.strength === 1 ? ask("hint", { ...request, strength: 2 }, { signal }) : hint;
  }

  #show(hint, strength) {
    const { play } = this;
    const { view, model } = play;
    const cellOf = ([row, col]) => row * model.width + col;
    play.clear();
    this.hint = hint;
    this.strength = strength;
    const wrong = hint.kind === "mistake";
    const cells = (hint.cells ?? []).map(cellOf);
    view.flagLines(hint.places ?? []);
    view.flag(wrong ? "wrong" : "premise", cells);
    if (wrong) play.checking.shown = true;
    const effects = (hint.effects ?? []).map(cellOf);
    view.flag("effect", effects);
    view.ghost((hint.effects ?? []).map((effect) => [cellOf(effect), model.symbols.indexOf(effect[2]) + 1]));
    const valued = (side) => (side ?? []).map((each) => [cellOf(each), model.symbols.indexOf(each[2]) + 1]);
    view.ruleOut(valued(hint.step?.excludes), valued(hint.step?.excluded));
    const [text, ...below] = (hint.text ?? hint.reason ?? "").split("\n");
    const reason = below.length ? [h("details", { class: "reason" }, h("summary", {}, t("hint_why")), h("pre", ENGLISH, inWords(below.join("\n"), model)))] : [];
    const said = play.marked(text, wrong ? {} : { premise: cells, effect: effects });
    play.say([said, ...reason, ...this.#language(), this.#strengths()], this.#actions(hint), wrong ? "wrong" : "hint");
    const named = [...(hint.effects ?? []), ...(hint.cells ?? [])].map(cellOf);
    view.show(named.length ? named : (hint.places ?? []).slice(0, 1).map((place) => view.nearestOf(place)));
  }

  /** Said with the first hint that is a sentence of the program. */
  #language() {
    const note = this.strength === 4 && !this.noted ? reasonsAreEnglish() : "";
    if (!note) return [];
    this.noted = true;
    return [h("small", { class: "reasons-english" }, note)];
  }

  #strengths() {
    const buttons = [1, 2, 3, 4].map((strength) => {
      const pressed = String(strength === this.strength);
      return button(t(`hint_${strength}`), () => this.ask(strength), { "aria-pressed": pressed });
    });
    return h("div", { class: "switch strengths", role: "group", "aria-label": t("hint_strength") }, buttons);
  }

  #actions(hint) {
    const actions = [];
    if (this.strength < 4) actions.push([t("hint_more"), () => this.next()]);
    if (hint.effects?.length) actions.push([t("hint_apply"), () => this.apply()]);
    if (hint.technique) {
      const about = t("technique_about", { name: small(this.names(hint.technique)) });
      actions.push([about, () => tellTechnique(hint.technique, this.play.app)]);
      if (this.strength === 4) actions.push([t("practise_this"), () => practise(hint.technique, this.play.app)]);
    }
    if (hint.kind === "mistake" && hint.cells.length) {
      if (!hint.step) actions.push([t("hint_why"), () => this.why(hint.cells)]); // else it is said already
      actions.push([t("hint_erase"), () => this.erase(hint.cells)]);
    }
    return actions;
  }

  apply() {
    const { game, model } = this.play;
    const values = this.hint.effects.map(([row, col, symbol]) => [
      row * model.width + col,
      model.symbols.indexOf(symbol) + 1,
    ]);
    game.fill(values);
  }

  erase(cells) {
    this.play.game.fill(cells.map(([row, col]) => [row * this.play.model.width + col, 0]));
    this.play.dismiss();
  }

  /** The step that proves what a wrong cell must be, from the position without the wrong ones. */
  async why(wrong) {
    const { play } = this;
    const { game, model } = play;
    const before = game.text();
    const cells = [...before];
    const numbers = wrong.map(([row, col]) => row * model.width + col);
    for (const cell of numbers) cells[cell] = ".";
    try {
      const request = { puzzle: model.id, grid: cells.join(""), time_limit: 4 };
      const found = await play.working((signal) => ask("explain", request, { signal }));
      if (play.game !== game || game.text() !== before) return; // it is about another position
      this.#because(found.steps ?? [], numbers);
    } catch (error) {
      play.app.complain(error);
    }
  }

  #because(steps, wrong) {
    const { view, model, checking } = this.play;
    const cellOf = ([row, col]) => row * model.width + col;
    const number = steps.findIndex((step) => step.effects.some((effect) => wrong.includes(cellOf(effect))));
    if (number < 0) return this.play.say(t("mistake_deep"), [], "wrong");
    const step = steps[number];
    const effect = step.effects.find((each) => wrong.includes(cellOf(each)));
    const value = saidOf(model, model.symbols.indexOf(effect[2]) + 1);
    view.clearFlags("line");
    view.flag("premise", (step.premises.cells ?? []).map(cellOf));
    view.flag("wrong", [cellOf(effect)]);
    checking.shown = true;
    const key = number ? "mistake_after" : "mistake_because";
    const cell = `r${effect[0] + 1}c${effect[1] + 1}`;
    const text = quoting(key, { cell, value, sentence: inWords(step.text, model) }, "sentence");
    this.play.say(h("p", {}, text), [[t("hint_erase"), () => this.erase(wrong.map((k) => [Math.floor(k / model.width), k % model.width]))]], "wrong");
  }

  /** "Can I go on without guessing?" */
  async canGoOn() {
    const { play } = this;
    const { game, model } = play;
    const before = game.text();
    const moved = () => play.game !== game || game.text() !== before; // the answer is about another position
    try {
      const request = { puzzle: model.id, grid: before, time_limit: 5 };
      const found = await play.working((signal) => ask("explain", request, { signal }));
      if (moved()) return;
      const steps = many("steps", found.steps?.length ?? 0);
      if (found.solved) {
        const level = Math.max(1, ...found.steps.map((step) => step.level));
        play.say(t("guess_free_yes", { steps, level }));
      } else if (found.reason === "none") {
        play.say(h("p", {}, quoting("guess_free_wrong", { why: sentence(inWords(found.broken?.text ?? "", model)) }, "why")), [[t("hint"), () => this.next()]]);
      } else if (found.reason === "stuck") {
        const left = many("cells", [...found.grid].filter((cell) => cell === ".").length);
        const several = (await play.checking.solved()).status === "multiple";
        if (!moved()) play.say(t(several ? "guess_free_several" : "guess_free_no", { steps, left }));
      } else {
        play.say(t("guess_free_limit"));
      }
    } catch (error) {
      play.app.complain(error);
    }
  }
}
