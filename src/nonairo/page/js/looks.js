// How the symbols of a puzzle look and what they are called, by what the person has chosen.

import { settings } from "./settings.js";
import { t } from "./strings.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SHAPES = { discs: 2, sky: 2 }; // drawn, and for how many symbols

/** `name` for the style sheet, and a text for each symbol ("" where it is drawn). */
export function lookOf(model) {
  const chosen = settings.symbols;
  if (SHAPES[chosen] === model.symbols.length) return { name: chosen, texts: model.glyphs.map(() => "") };
  if (chosen === "letters") return { name: "text", texts: [...model.symbols].map((_, k) => LETTERS[k]) };
  if (chosen === "digits") return { name: "text", texts: [...model.symbols] };
  if (!model.blank) return { name: "text", texts: model.glyphs };
  return { name: "fill", texts: model.glyphs.map((glyph, k) => (k < 2 ? "" : model.symbols[k])) };
}

/** What a cell's value is called: "filled", "0"; the unknown cell, too. */
export function wordOf(model, value) {
  if (!value) return t(model.blank ? "cell_unknown_blank" : "cell_unknown");
  return model.words[value - 1];
}

export function pencilText(model, marks) {
  const { texts } = lookOf(model);
  const small = (k) => texts[k] || (model.blank ? "×■"[k] : "○●"[k]);
  return [...model.symbols].map((_, k) => (marks & (1 << k) ? small(k) : "")).join("");
}
