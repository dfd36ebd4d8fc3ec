// What puzzles are called: by their kind, or by the name that their rules have among players.

import { capital, many, t } from "./strings.js";

/** "Tango", "Binairo, odd": of a kind and its rules; `signs` tells whether there are any. */
export function titleOf(kind, rules = "standard", signs = false) {
  const named = (key) => (t(key) === key ? null : t(key));
  const plain = `name_${kind}@${rules}`;
  const found = (signs && named(`${plain}+signs`)) || named(plain);
  return found ?? (rules === "standard" ? capital(kind) : `${capital(kind)}, ${rules}`);
}

export const titleOfModel = (model) =>
  model.colours.length ? capital(model.kind) : titleOf(model.kind, model.rulesName, model.marks.length > 0);

/** How many colours there are to paint with. */
export const coloursOf = ({ colours, blank }) => (colours.length ? colours.length - Number(blank) : 0);

/** "Binairo 10×10", "Tango 6×6", "Nonogram 5×5, 2 colours". */
export const nameOf = (model) =>
  nameFor({ title: titleOfModel(model), height: model.height, width: model.width, colours: coloursOf(model) });

export function nameFor({ title, height, width, colours = 0 }) {
  const name = t("puzzle_name", { kind: title, height, width });
  return colours ? `${name}, ${many("colours", colours)}` : name;
}
