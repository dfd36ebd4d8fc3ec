// How a kind is played: a small puzzle beside its solution, and a few sentences.

import { askOnce } from "./backend.js";
import { h } from "./dom.js";
import { solved } from "./example.js";
import { ruleInWords } from "./looks.js";
import { capital } from "./strings.js";
import { thumb } from "./thumb.js";

/** The example of a kind as it is given and as it is solved. */
export function inPictures(example) {
  const arrow = h("span", { class: "arrow", "aria-hidden": "true" }, "→");
  return h("div", { class: "rules-picture" }, thumb(example), arrow, thumb(example, solved(example) ?? example.givens));
}

/** The sentences in the language of the page, about the symbols as they are drawn. */
export const inSentences = (lines, model) => lines.map((line) => h("p", {}, ruleInWords(line, model)));

/** The sentences of a kind with these rules, and an example of them; null where one of the rules has no sentence. */
export function explained(kind, rules) {
  const special = rules.map((name) => kind.special?.[name]);
  if (special.includes(undefined)) return null;
  const usual = kind.how_to_play.filter((_, k) => special.every(({ replaces }) => replaces !== k));
  return { lines: [...usual, ...special.map(({ sentence }) => sentence)], example: special.at(-1)?.example ?? kind.example };
}

/** What the rules of a puzzle have that those of its kind's example do not. */
function rulesOf({ rulesName, marks, colours }) {
  const named = colours.length ? ["colours"] : rulesName.split("+").filter((name) => name !== "standard");
  return marks.length ? [...named, "signs"] : named;
}

/** How a puzzle is played, in sentences; its summary where nobody has written them. */
export async function sentencesOf(model) {
  const kind = (await askOnce("kinds").catch(() => [])).find(({ name }) => name === model.kind);
  return (kind && explained(kind, rulesOf(model))?.lines) ?? [`${capital(model.summary)}.`];
}

/** The rules of a puzzle in pictures and sentences; null for rules other than those of the kind's example. */
export async function howToPlay(app, model) {
  if (rulesOf(model).length) return null;
  const kind = (await askOnce("kinds")).find(({ name }) => name === model.kind);
  const example = kind && (await app.read(kind.example));
  return example && h("div", { class: "start-rules" }, inPictures(example), h("div", {}, inSentences(kind.how_to_play, example)));
}
