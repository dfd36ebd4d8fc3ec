// Which levels are made of a kind with its rules and options, and of a size: a table that was measured.

import { sizeOf } from "./sizes.js";

/** For each size the levels that are made of a kind with these rules; undefined where that was not measured. */
export function tableMade(kind, { rules, signs }, filled) {
  const words = (rules ?? "standard").split("+").filter((rule) => rule !== "standard");
  if (signs || filled.includes("signs")) words.push("signs");
  const name = (filled.includes("colours") ? "colours" : words.join("+")) || "standard";
  return kind.made?.[name.replace("odd-more-zeros", "odd-more-ones")];
}

/** The levels; of a size that the table does not have, those of the next smaller one. `filled`: names of options. */
export function levelsMade(kind, { rules, signs }, filled, size) {
  const made = tableMade(kind, { rules, signs }, filled);
  const all = kind.levels.map(({ level }) => level);
  if (!made) return all;
  let side;
  try {
    const [height, width] = sizeOf(size);
    side = Math.floor(Math.sqrt(height * width));
  } catch {
    return all; // what is wrong with the size is said when it is used
  }
  const sides = Object.keys(made).map(Number);
  const under = sides.filter((each) => each <= side);
  return made[under.length ? Math.max(...under) : Math.min(...sides)];
}
