// A position to practise a technique in: the player looks for the step, and a message says when it is found.

import { h } from "../dom.js";
import { quoting } from "../english.js";
import { valueOf } from "../game.js";
import { positionsOf } from "../practise.js";
import { t } from "../strings.js";

export class Exercise {
  constructor(play, { position, name }) {
    this.play = play;
    this.game = play.game;
    this.position = position;
    this.name = name;
    this.found = false;
  }

  begin() {
    const { play, position } = this;
    const values = [...position.grid].flatMap((symbol, cell) => (symbol === "." ? [] : [[cell, play.model.symbols.indexOf(symbol) + 1]]));
    play.begin(values);
    play.say([h("p", {}, quoting("practise_task", { name: this.name }, "name"))], [[t("practise_show"), () => this.show()], this.#next(), this.#leave()], "lasting guide");
  }

  #next() {
    return [t("practise_next"), () => this.next()];
  }

  #leave() {
    return [t("guide_leave"), () => this.play.stopGuide()];
  }

  #wanted() {
    const { model } = this.play;
    return this.position.effects.map(([row, col, symbol]) => [row * model.width + col, model.symbols.indexOf(symbol) + 1]);
  }

  moved() {
    if (this.found || this.play.game !== this.game) return;
    if (this.#wanted().every(([cell, value]) => valueOf(this.game.cells[cell]) === value)) this.show(true);
  }

  /** The step, with its reason. */
  show(byPlayer = false) {
    const { play, position } = this;
    const { view, model } = play;
    this.found = true;
    const number = ([row, col]) => row * model.width + col;
    view.flagLines(position.place ? [position.place] : []);
    const marks = { premise: position.premises.cells.map(number), effect: position.effects.map(number) };
    view.flag("premise", marks.premise);
    view.flag("effect", marks.effect);
    if (!byPlayer) view.ghost(this.#wanted());
    const text = play.marked(`${position.text}.`, marks);
    play.say(byPlayer ? [t("practise_right"), text] : [text], [this.#next(), this.#leave()], "lasting guide");
  }

  async next() {
    const { technique, kind, id } = this.position;
    const all = await positionsOf(technique, kind);
    const at = all.findIndex((each) => each.id === id);
    await openExercise(this.play.app, all[(at + 1) % all.length], this.name);
  }
}

/** Open a position of practise.txt for play. */
export async function openExercise(app, position, name) {
  if (await app.openText(position.id, { exercise: { position, name } })) app.go("play", "pushState");
}
