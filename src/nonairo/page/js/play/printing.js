// Puzzles on paper: one or several on a page, with the rules on the first; the solutions together on the last.

import { ask } from "../backend.js";
import { h } from "../dom.js";
import { GridView } from "../grid.js";
import { inSentences, sentencesOf } from "../howto.js";
import { Judge } from "../judge.js";
import { codesOf } from "../model.js";
import { levelName, nameOf } from "../names.js";
import { t } from "../strings.js";
import { oneLike } from "./finish.js";

const PAPER = { width: 680, height: 860 }; // what a sheet holds, in CSS pixels, of A4 or Letter

/** The room of a puzzle where so many share a sheet. */
const ROOM = { 1: PAPER, 2: { width: 680, height: 400 }, 4: { width: 320, height: 400 }, 6: { width: 320, height: 255 } };

export async function printPuzzles(play, count, { position, solutions, rules, each }) {
  const { model, game, app } = play;
  const printout = document.getElementById("printout");
  try {
    const models = [model, ...(await play.working((signal) => more(play, count - 1, signal), { kind: "lasting" }))];
    const names = namesOf(models, game.level);
    const figures = models.map((one) => {
      const codes = one === model && position ? game.cells : one.givens;
      return h("figure", {}, h("h2", {}, names.get(one)), gridOf(one, codes, ROOM[each]));
    });
    const sheets = [];
    for (let k = 0; k < figures.length; k += each) {
      const intro = rules && k === 0 ? [h("div", { class: "printed-rules" }, inSentences(await sentencesOf(model), model))] : [];
      sheets.push(h("section", { class: "sheet-of-paper" }, intro, h("div", { class: `figures-on-paper of-${each}` }, figures.slice(k, k + each))));
    }
    if (solutions) sheets.push(await play.working((signal) => answers(names, signal), { kind: "lasting" }));
    printout.replaceChildren(...sheets);
    window.print();
  } catch (error) {
    app.complain(error);
  }
}

async function more(play, count, signal) {
  const found = [];
  for (let n = 1; n <= count; n++) {
    play.app.announce(t("print_making", { n, count }));
    found.push(await play.app.read(await oneLike(play, { signal })));
  }
  return found;
}

/** What stands above each: its name, the level that all of them have, and a number where they are several. */
function namesOf(models, level) {
  return new Map(
    models.map((model, k) => {
      const name = level ? t("puzzle_level", { name: nameOf(model), level: levelName(level) }) : nameOf(model);
      return [model, models.length > 1 ? t("print_numbered", { n: k + 1, name }) : name];
    }),
  );
}

async function answers(names, signal) {
  const room = { width: 320, height: 300 };
  const parts = [];
  for (const [model, name] of names) {
    const { solutions = [] } = await ask("solve", { puzzle: model.id, time_limit: 10 }, { signal });
    if (!solutions.length) continue;
    const grid = gridOf(model, codesOf(solutions[0], model.symbols), room);
    parts.push(h("figure", {}, h("figcaption", {}, t("print_solution_of", { name })), grid));
  }
  return h("section", { class: "sheet-of-paper solutions" }, parts);
}

function gridOf(model, codes, room) {
  const view = new GridView(model, { header: model.labelled });
  let pixels = 44;
  const fits = ({ width, height }) => width <= room.width && height <= room.height;
  while (pixels > 5 && !fits(view.measure(pixels))) pixels--;
  view.resize(pixels);
  view.draw(codes);
  if (model.labelled) {
    const judge = new Judge(model);
    view.drawHeads(judge, judge.update(model.givens), false);
  }
  return view.element;
}
