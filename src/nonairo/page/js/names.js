// What puzzles are called: by their kind, or by the name that their rules have among players.

import { capital, many, t } from "./strings.js";

/** What a level is called; those without a number have a name of their own. */
export function levelName({ level, name }) {
  const known = t(`level_${level}`);
  return known === `level_${level}` ? name : known;
}

/** "Tango", "Binairo, odd": of a kind and its rules; `signs` tells whether there are any. */
export function titleOf(kind, rules = "standard", signs = false) {
  const named = (key) => (t(key) === key ? null : t(key));
  const plain = `name_${kind}@${rules}`;
  const found = (signs && named(`${plain}+signs`)) || named(plain);
  return found ?? (rules === "standard" ? capital(kind) : `${capital(kind)}, ${rules.replaceAll("+", ", ")}`);
}

export const titleOfModel = (model) =>
  model.colours.length ? capital(model.kind) : titleOf(model.kind, model.rulesName, model.marks.length > 0);

/** A kind and its rules in storage, in no language: "binairo@no-distinct+signs". All colours go together. */
export function keyOfModel({ kind, colours, rulesName, marks }) {
  return `${kind}@${colours.length ? "standard" : rulesName}${marks.length ? "+signs" : ""}`;
}

/** What is called by a key; a title that was stored before there were keys stays as it is. */
export function titleOfKey(key) {
  const [, kind, rules, signs] = key.match(/^(\w+)@(.+?)(\+signs)?$/) ?? [];
  return kind ? titleOf(kind, rules, Boolean(signs)) : key;
}

/** How many colours there are to paint with. */
export const coloursOf = ({ colours, blank }) => (colours.length ? colours.length - Number(blank) : 0);

/** "Binairo 10×10", "Tango 6×6", "Nonogram 5×5, 2 colours". */
export const nameOf = (model) =>
  nameFor({ title: titleOfModel(model), height: model.height, width: model.width, colours: coloursOf(model) });

export function nameFor({ title, height, width, colours = 0 }) {
  const name = t("puzzle_name", { kind: title, height, width });
  return colours ? `${name}, ${many("colours", colours)}` : name;
}
