// How the symbols of a puzzle look and what they are called, by what the person has chosen.
// Where colours mean something they are always there, and the letters that clues have with them.

import { settings } from "./settings.js";
import { language } from "./language.js";
import { inEnglish, said, t } from "./strings.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DOT = "·"; // a background, which is shown as a cross
export const SIGNS = { x: "×" }; // as they are drawn
const SHAPES = { discs: 2, sky: 2 }; // drawn, and for how many symbols

/** Signs between cells make it a Tango, which is known with suns and moons. */
const usualOf = (model) => (model.marks.length && !model.blank ? "sky" : "own");

/** `name` for the style sheet, and a text for each symbol ("" where it is drawn). */
export function lookOf(model) {
  const chosen = model.numbers ? "own" : settings.symbols === "own" ? usualOf(model) : settings.symbols;
  if (model.colours.length) return { name: "paint", texts: model.glyphs.map((glyph) => (glyph === DOT ? "" : glyph)) };
  if (SHAPES[chosen] === model.symbols.length) return { name: chosen, texts: model.glyphs.map(() => "") };
  if (chosen === "letters") return { name: "text", texts: [...model.symbols].map((_, k) => LETTERS[k]) };
  if (chosen === "digits") return { name: "text", texts: [...model.symbols] };
  if (!model.blank) return { name: "text", texts: model.glyphs };
  return { name: "fill", texts: model.glyphs.map((glyph, k) => (k < 2 ? "" : model.symbols[k])) };
}

/** The words for the symbols as they are drawn now: suns and moons are spoken of as suns and moons. */
export function wordsOf(model, text = t) {
  const { name } = lookOf(model);
  if (!model.blank && SHAPES[name]) return [text(`word_${name}_1`), text(`word_${name}_2`)];
  if (!model.blank && settings.symbols === "letters") return [...model.symbols].map((_, k) => LETTERS[k]);
  return text === t ? model.words.map(said) : model.words;
}

// What a sentence names by a digit that is no symbol: lines, cells, named rules and numbers of things.
const NUMBERED = /\b(?:rows?|columns?|lines?) \d+(?:(?:,| and|, and) \d+)*|r\d+c\d+|\b(?:pattern|constraint) \d+|(?<!\bone )\b\d+ (?:cells?|ways?|cases?|steps?|lines?|blocks?|more)\b|\b(\d)(s?)\b/g;
const SEVERAL = /(?:\bare(?: both| all)?|\bboth(?: must be)?|(?:\band |\d-)r\d+c\d+ must be|\bcells must be) $/; // "r1c1 and r1c2 are 0"
const COUNTED = /\b(?:one|more|another|an?) $/; // "one more 0"
const SIGN = /(?<!\S)x(?!\S)/g; // between neighbours

/** A rule in the language of the page, about symbols and signs as they are drawn. */
export function ruleInWords(rule, model) {
  const text = said(rule);
  return inWords(text, model, text === rule ? inEnglish : t);
}

/** What a page in another language says once where steps and their reasons are. */
export const reasonsAreEnglish = () => (language === "en" ? "" : t("reasons_english"));

/** An English sentence about symbols and signs as they are drawn: "both 0, so it must be 1" becomes "both moons, so it must be a sun". */
export function inWords(text, model, language = inEnglish) {
  const drawn = model.marks.length ? text.replace(SIGN, SIGNS.x) : text;
  const words = wordsOf(model, language);
  if (model.blank || words.every((word, k) => word === model.words[k] || word === said(model.words[k]))) return drawn;
  const nouns = SHAPES[lookOf(model).name];
  return drawn.replace(NUMBERED, (found, symbol, plural, at) => {
    const k = symbol === undefined ? -1 : model.symbols.indexOf(symbol);
    if (k < 0) return found;
    const before = drawn.slice(0, at);
    if (plural || (nouns && SEVERAL.test(before))) return `${words[k]}s`;
    return nouns && !COUNTED.test(before) ? language("one_of", { word: words[k] }) : words[k];
  });
}

/** What a cell is said to be in a sentence: "is 0", "is a moon". */
export function saidOf(model, value) {
  const word = wordOf(model, value);
  return value && !model.blank && SHAPES[lookOf(model).name] ? t("one_of", { word }) : word;
}

const FORCED = window.matchMedia("(forced-colors: active)");

/** Words about colours; other ones where the reader's own colours replace ours. */
export const aboutColours = (key) => t(FORCED.matches ? `${key}_forced` : key);

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
  return wordsOf(model)[value - 1];
}

export function pencilText(model, marks) {
  const { texts } = lookOf(model);
  const small = (k) => texts[k] || (model.blank ? "×■"[k] : "○●"[k]);
  return [...model.symbols].map((_, k) => ((marks >>> k) & 1 ? small(k) : "")).join("");
}
