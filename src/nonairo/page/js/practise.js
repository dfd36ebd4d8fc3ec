// Positions in which one technique is the easiest step: to look at, and to play.
//
// They are stored in practise.txt, one as JSON in each line (tools/make_practise.py).

import { t } from "./strings.js";

let stored = null;

async function all() {
  stored ??= fetch(new URL("../practise.txt", import.meta.url)).then(async (answer) => {
    if (!answer.ok) throw new Error(t("offline"));
    return (await answer.text()).trim().split("\n").map((line) => JSON.parse(line));
  });
  stored.catch(() => (stored = null));
  return stored;
}

/** The positions of a technique: those of a kind first, if it has any, and no others then. */
export async function positionsOf(technique, kind = null) {
  const found = (await all()).filter((each) => each.technique === technique);
  const own = found.filter((each) => each.kind === kind);
  return own.length ? own : found;
}

/** The techniques that have positions. */
export const practised = async () => new Set((await all()).map(({ technique }) => technique));
