// How the symbols of a puzzle look and what they are called, by what the person has chosen.
// Where colours mean something they are always there, and the letters that clues have with them.

import { settings } from "./settings.js";
import { t } from "./strings.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DOT = "·"; // a background, which is shown as a cross
const SHAPES = { discs: 2, sky: 2 }; // drawn, and for how many symbols

/** `name` for the style sheet, and a text for each symbol ("" where it is drawn). */
export function lookOf(model) {
  const chosen = settings.symbols;
  if (model.colours.length) return { name: "paint", texts: model.glyphs.map((glyph) => (glyph === DOT ? "" : glyph)) };
  if (SHAPES[chosen] === model.symbols.length) return { name: chosen, texts: model.glyphs.map(() => "") };
  if (chosen === "letters") return { name: "text", texts: [...model.symbols].map((_, k) => LETTERS[k]) };
  if (chosen === "digits") return { name: "text", texts: [...model.symbols] };
  if (!model.blank) return { name: "text", texts: model.glyphs };
  return { name: "fill", texts: model.glyphs.map((glyph, k) => (k < 2 ? "" : model.symbols[k])) };
}

/** Give an element the colour of a value, and to what is written on it one that can be read. */
export function paint(element, model, value) {
  const colour = value && model.glyphs[value - 1] !== DOT ? model.colours[value - 1] : null;
  element.classList.toggle("painted", Boolean(colour));
  if (!colour) return;
  element.style.setProperty("--paint", colour);
  element.style.setProperty("--on-paint", readableOn(colour));
}

/** Black or white, by the light of a colour such as #ff0000. */
export function readableOn(colour) {
  const linear = [1, 3, 5].map((k) => {
    const part = parseInt(colour.slice(k, k + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  return (light + 0.05) ** 2 > 0.05 * 1.05 ? "#000000" : "#ffffff";
}

/** What a cell's value is called: "filled", "0"; the unknown cell, too. */
export function wordOf(model, value) {
  if (!value) return t(model.blank ? "cell_unknown_blank" : "cell_unknown");
  return model.words[value - 1];
}

export function pencilText(model, marks) {
  const { texts } = lookOf(model);
  const small = (k) => texts[k] || (model.blank ? "×■"[k] : "○●"[k]);
  return [...model.symbols].map((_, k) => ((marks >>> k) & 1 ? small(k) : "")).join("");
}
