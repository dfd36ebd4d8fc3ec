// Puzzles on paper: one on a page, the solutions together on the last.

import { ask } from "../backend.js";
import { h } from "../dom.js";
import { GridView } from "../grid.js";
import { Judge } from "../judge.js";
import { codesOf } from "../model.js";
import { nameOf } from "../names.js";
import { t } from "../strings.js";
import { oneLike } from "./finish.js";

const PAPER = { width: 680, height: 900 }; // what a sheet holds, in CSS pixels, of A4 or Letter

export async function printPuzzles(play, count, { position, solutions }) {
  const { model, game, app } = play;
  const printout = document.getElementById("printout");
  try {
    const models = [model, ...(await more(play, count - 1))];
    const names = namesOf(models, game.level);
    const sheets = models.map((each) => {
      const codes = each === model && position ? game.cells : each.givens;
      return h("section", { class: "sheet-of-paper" }, h("h2", {}, names.get(each)), gridOf(each, codes, PAPER));
    });
    if (solutions) sheets.push(await answers(names));
    printout.replaceChildren(...sheets);
    window.print();
  } catch (error) {
    app.complain(error);
  }
}

async function more(play, count) {
  const found = [];
  for (let n = 1; n <= count; n++) {
    play.app.announce(t("print_making", { n, count }));
    found.push(await play.app.read(await oneLike(play)));
  }
  return found;
}

/** What stands above each: its name, the level that all of them have, and a number where they are several. */
function namesOf(models, level) {
  return new Map(
    models.map((model, k) => {
      const name = level ? t("puzzle_level", { name: nameOf(model), level: level.name }) : nameOf(model);
      return [model, models.length > 1 ? t("print_numbered", { n: k + 1, name }) : name];
    }),
  );
}

async function answers(names) {
  const room = { width: 320, height: 300 };
  const parts = [];
  for (const [model, name] of names) {
    const { solutions = [] } = await ask("solve", { puzzle: model.id, time_limit: 10 });
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
