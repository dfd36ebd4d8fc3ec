// A puzzle to be played in a notebook. The position is in Python, too; hints come from there.

import { button, h } from "../page/js/dom.js";
import { Game, valueOf } from "../page/js/game.js";
import { GridView } from "../page/js/grid.js";
import { Judge } from "../page/js/judge.js";
import { codesOf, modelOf } from "../page/js/model.js";
import { gridKeys } from "../page/js/play/keys.js";
import { Strokes } from "../page/js/play/strokes.js";
import { t } from "../page/js/strings.js";
import { shell, suit } from "./shell.js";

const MARKS = ["premise", "effect", "wrong", "line"];

export function render({ model, el }) {
  const root = shell(model, el, "playing");
  const puzzle = modelOf(model.get("description"));
  const game = new Game(puzzle);
  const view = new GridView(puzzle, { label: puzzle.summary });
  const judge = new Judge(puzzle);
  const strokes = new Strokes(game, () => "cycle");
  const message = h("p", { class: "message", role: "status" });
  let strength = 0; // of the last hint for this position

  const ask = button(t("hint"), () => model.send({ ask: "hint", strength: Math.min(++strength, 4) }));
  const apply = button(t("hint_apply"), () => game.fill(found), { hidden: true });
  let found = [];
  const tools = h("div", { class: "tools" },
    button(t("undo"), () => game.undo()), button(t("redo"), () => game.redo()),
    button(t("restart"), () => game.restart()), ask, apply);
  root.append(tools, view.element, message);

  const numberOf = ([row, col]) => row * puzzle.width + col;
  const valueOfSymbol = (symbol) => puzzle.symbols.indexOf(symbol) + 1;

  function say(text) {
    message.textContent = text;
  }

  function forget() {
    strength = 0;
    found = [];
    apply.hidden = true;
    view.clearFlags(...MARKS);
    view.ghost([]);
    say("");
  }

  function judged() {
    const looked = judge.update(game.values());
    view.flag("broken", judge.broken);
    view.drawHeads(judge, looked, true);
    if (judge.finished) say(t("gallery_solved"));
  }

  game.addEventListener("change", ({ detail }) => {
    view.draw(game.cells);
    if (!detail.whole) return;
    forget();
    judged();
    if (model.get("grid") === game.text()) return;
    model.set("grid", game.text());
    model.save_changes();
  });

  const onGrid = () => {
    const text = model.get("grid");
    if (text !== game.text()) game.load(text);
  };
  model.on("change:grid", onGrid);

  const onAnswer = ({ hint, problem }) => {
    if (problem) return say(problem);
    if (!hint) return;
    view.flagLines(hint.places ?? []);
    const mistake = hint.kind === "mistake";
    view.flag(mistake ? "wrong" : "premise", (hint.cells ?? []).map(numberOf));
    found = (hint.effects ?? []).map((each) => [numberOf(each), valueOfSymbol(each[2])]);
    view.flag("effect", found.map(([cell]) => cell));
    view.ghost(found);
    apply.hidden = !found.length;
    say(hint.text);
  };
  model.on("msg:custom", onAnswer);

  const { board } = view;
  board.addEventListener("pointerdown", (event) => {
    if (event.target.number === undefined) return;
    event.preventDefault();
    board.setPointerCapture(event.pointerId);
    view.moved();
    view.focus(event.target.number);
    strokes.begin(event.target.number, strokes.next(event.target.number, event.button === 2 ? -1 : 1));
  });
  board.addEventListener("pointermove", ({ clientX, clientY }) => {
    const cell = view.cellAt(clientX, clientY);
    if (cell >= 0 && strokes.stroke) strokes.paint(cell);
  });
  board.addEventListener("pointerup", () => strokes.end());
  board.addEventListener("pointercancel", () => strokes.cancel());
  board.addEventListener("contextmenu", (event) => event.preventDefault());
  // A notebook has keys of its own, such as Enter and x.
  board.addEventListener("keydown", (event) => event.stopPropagation());
  gridKeys({ view, strokes, onStroke: () => {} });

  game.cells.set(codesOf(model.get("grid"), puzzle.symbols));
  view.draw(game.cells);
  judged();
  const sized = new ResizeObserver(() => root.clientWidth && suit(view, root.clientWidth));
  sized.observe(root);
  return () => {
    sized.disconnect();
    model.off("change:grid", onGrid);
    model.off("msg:custom", onAnswer);
  };
}
