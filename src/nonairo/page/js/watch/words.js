// An event of a search in words, with a verdict that does not need a colour, and as marks in the grid.

import { around } from "../english.js";
import { inWords, wordOf } from "../looks.js";
import { many, sentence, t } from "../strings.js";
import { clashOf } from "./clash.js";

const MOST_CELLS = 6; // that a sentence names

export function placeName(place, model) {
  const [first, second] = place;
  if (typeof first === "number") return `r${first + 1}c${second + 1}`;
  if (first !== "row" && first !== "column") return model?.more[second]?.name ?? first;
  return t(first === "row" ? "row" : "column", { n: second + 1 });
}

export function verdictOf({ kind, valid }) {
  if (kind === "solution") return "solution";
  if (kind === "undo") return "back";
  if (kind === "goal" && valid === false) return "end";
  if (valid === true) return "valid";
  return valid === false ? "invalid" : null;
}

export const sentenceOf = (event, model) => partsOf(event, model).join("");

/** The sentence in three parts: the one in the middle is why, in English. */
export function partsOf(event, model) {
  const { kind, valid, cells = [], place, unknowns, values } = event;
  const words = {
    why: inWords(event.criterion ?? "", model),
    place: place ? placeName(place, model) : many("cells", cells.length),
    cells: listed(cells, model),
    line: cells.map(([, , symbol]) => model.glyphs[model.symbols.indexOf(symbol)]).join(""),
    left: many("cells", unknowns ?? 0),
    had: values?.[0],
    has: values?.[1],
  };
  const [before, after] = around(keyOf(event, place, cells, valid, kind), words, "why");
  return before ? [sentence(before), words.why, after] : ["", sentence(words.why), after];
}

function keyOf(event, place, cells, valid, kind) {
  switch (kind) {
    case "visit":
      return event.unknowns === undefined ? "event_visit" : "event_visit_left";
    case "place":
      return valid === undefined ? "event_guess" : valid ? "event_place" : "event_place_bad";
    case "reject":
      if (!cells.length) return "event_dead_end";
      return typeof place?.[0] === "number" ? "event_reject_given" : "event_reject";
    case "round":
      return event.criterion ? "event_round_named" : "event_round";
    case "goal":
      return valid === false ? "event_goal_bad" : "event_goal";
    default:
      return `event_${kind}`;
  }
}

function listed(cells, model) {
  const value = (symbol) => wordOf(model, model.symbols.indexOf(symbol) + 1);
  const named = cells
    .slice(0, MOST_CELLS)
    .map(([row, col, symbol]) => t("event_equals", { cell: placeName([row, col]), value: value(symbol) }))
    .join(", ");
  return cells.length > MOST_CELLS ? t("event_more", { cells: named, count: cells.length - MOST_CELLS }) : named;
}

/** Which cells to mark: tried and fits, tried and does not and what it clashes with, looked at, taken back. */
export function marksOf(event, model, codes) {
  const { kind, valid, cells = [], place } = event;
  const numbers = cells.map(([row, col]) => row * model.width + col);
  const atCell = typeof place?.[0] === "number" ? [place[0] * model.width + place[1]] : [];
  const lines = place && !atCell.length ? [place] : [];
  if (valid === false && kind !== "goal") {
    const ghosts = cells.map(([, , symbol], k) => [numbers[k], model.symbols.indexOf(symbol) + 1]);
    const premise = clashOf(event, model, codes);
    return { marks: { broken: numbers.length ? numbers : atCell, premise }, lines, ghosts };
  }
  if (kind === "visit" || kind === "undo") return { marks: { current: numbers.length ? numbers : atCell }, lines };
  return { marks: { effect: numbers }, lines };
}
