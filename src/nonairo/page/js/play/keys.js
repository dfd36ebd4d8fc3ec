// The keyboard. Keys that move and put in symbols work on the grid; letters for commands work
// wherever nobody is typing.

import { isTyping } from "../dom.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export function gridKeys({ view, strokes, onStroke, choose = null }) {
  const { height, width, symbols, order, size, colours } = view.model;
  let pointed = false; // the last thing was done by pointer

  function go(event, cell) {
    event.preventDefault();
    view.focus(cell);
    view.point(cell);
  }

  /** A digit puts in its symbol. Of colours it is the brush as well, and for a pointer only that. */
  function digit(event, cell) {
    const value = symbols.indexOf(event.key) + 1;
    if (choose && colours.length) choose(value);
    if (!(choose && colours.length && pointed)) put(event, () => strokes.put(cell, value));
  }

  function neighbour(cell, [down, right]) {
    const row = Math.floor(cell / width) + down;
    const col = (cell % width) + right;
    return row < 0 || col < 0 || row >= height || col >= width ? cell : row * width + col;
  }

  /** Shift + arrow: the next cell gets what this one has; a run of them is one stroke. */
  function paint(event, cell) {
    const next = neighbour(cell, ARROWS[event.key]);
    const { game } = strokes;
    const value = game.value(cell);
    const free = !game.isGiven(next) && (game.value(next) === 0 || !value);
    if (next !== cell && free) {
      strokes.begin(next, value);
      const stroke = strokes.end();
      if (stroke) onStroke(stroke);
    }
    go(event, next);
  }

  function put(event, action) {
    event.preventDefault();
    const stroke = action();
    if (stroke) onStroke(stroke);
  }

  const point = (on) => {
    pointed = on;
    view.board.classList.toggle("pointed", on); // no ring for keys then
  };
  view.board.addEventListener("pointerdown", () => point(true));
  view.board.addEventListener("keydown", (event) => {
    const cell = event.target.number;
    if (cell === undefined || event.altKey || event.metaKey) return;
    if (event.key === "Tab" || event.key.startsWith("Arrow")) point(false);
    const { key, ctrlKey, shiftKey } = event;
    const row = cell - (cell % width);
    if (key in ARROWS && (shiftKey || ctrlKey)) paint(event, cell);
    else if (key in ARROWS) go(event, neighbour(cell, ARROWS[key]));
    else if (key === "Home") go(event, ctrlKey ? 0 : row);
    else if (key === "End") go(event, ctrlKey ? size - 1 : row + width - 1);
    else if (key === "PageUp") go(event, cell % width);
    else if (key === "PageDown") go(event, size - width + (cell % width));
    else if (ctrlKey) return;
    else if (/^\d$/.test(key) && symbols.includes(key)) digit(event, cell);
    else if (key === "x" || key === "X") put(event, () => strokes.put(cell, order.at(-1)));
    else if (key === " " || key === "Enter") put(event, () => strokes.press(cell, shiftKey ? -1 : 1));
    else if (key === "Backspace" || key === "Delete" || key === ".") put(event, () => strokes.put(cell, 0));
  });

  view.board.addEventListener("focusin", (event) => {
    if (event.target.number === undefined) return;
    view.focus(event.target.number, { quiet: true });
    if (view.board.matches(":focus-within")) view.point(event.target.number);
  });
  view.board.addEventListener("focusout", ({ relatedTarget }) => {
    view.point(-1);
    if (!view.board.contains(relatedTarget)) point(false);
  });
}

/** Letters and Ctrl+Z for commands; gives a function that takes them away again. */
export function commandKeys(commands) {
  function listen(event) {
    if (isTyping(event.target) || event.altKey || document.querySelector("dialog[open]")) return;
    const ctrl = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    let name = key;
    if (ctrl) name = `ctrl+${event.shiftKey ? "shift+" : ""}${key}`;
    const command = commands[name];
    if (!command) return;
    event.preventDefault();
    command(event);
  }
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}
