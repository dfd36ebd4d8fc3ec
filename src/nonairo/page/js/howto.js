// How a kind is played: a small puzzle beside its solution, and a few sentences.

import { askOnce } from "./backend.js";
import { h } from "./dom.js";
import { solved } from "./example.js";
import { ruleInWords } from "./looks.js";
import { thumb } from "./thumb.js";

/** The example of a kind as it is given and as it is solved. */
export function inPictures(example) {
  const arrow = h("span", { class: "arrow", "aria-hidden": "true" }, "→");
  return h("div", { class: "rules-picture" }, thumb(example), arrow, thumb(example, solved(example) ?? example.givens));
}

/** The sentences in the language of the page, about the symbols as they are drawn. */
export const inSentences = (lines, model) => lines.map((line) => h("p", {}, ruleInWords(line, model)));

/** The rules of a puzzle in pictures and sentences; null for rules other than those of the kind's example. */
export async function howToPlay(app, model) {
  if (model.rulesName !== "standard" || model.marks.length) return null;
  const kind = (await askOnce("kinds")).find(({ name }) => name === model.kind);
  const example = kind && (await app.read(kind.example));
  return example && h("div", { class: "start-rules" }, inPictures(example), h("div", {}, inSentences(kind.how_to_play, example)));
}
