// What was solved when: days for the streak and the calendar, numbers and times by kind and level.

import { keyOfModel, titleOfModel } from "./names.js";
import { read, write } from "./storage.js";

const NAME = "record";

const empty = () => ({ days: {}, kinds: {} });

/** A date as 2026-11-18, by the clock of the player. */
export function dateOf(time = new Date()) {
  const two = (number) => String(number).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** Note a game that was just solved; each counts once. */
export function noteSolved(game) {
  if (game.counted) return;
  game.counted = true;
  const record = solvedRecord();
  const date = dateOf();
  record.days[date] = (record.days[date] ?? 0) + 1;
  const under = (title) => [title, game.level?.level ?? 0, game.level?.name ?? ""].join("|");
  const key = under(keyOfModel(game.model));
  const former = under(titleOfModel(game.model)); // as the same was stored before, in the language of then
  const { solved, alone, best } = sum(record.kinds[key], record.kinds[former]);
  delete record.kinds[former];
  const isBest = !game.helped && (best === null || game.milliseconds < best);
  record.kinds[key] = { solved: solved + 1, alone: alone + Number(!game.helped), best: isBest ? game.milliseconds : best };
  write(NAME, record);
}

/** Two entries of the same kind and level as one. */
function sum(one, other) {
  const none = { solved: 0, alone: 0, best: null };
  const [a, b] = [one ?? none, other ?? none];
  return { solved: a.solved + b.solved, alone: a.alone + b.alone, best: a.best === null || b.best === null ? (a.best ?? b.best) : Math.min(a.best, b.best) };
}

export function solvedRecord() {
  const kept = read(NAME, empty());
  const isFine = (part) => Boolean(part) && typeof part === "object";
  return isFine(kept?.days) && isFine(kept?.kinds) ? kept : empty();
}

/** Days in a row with a solved puzzle, up to today; a day that is not over yet breaks none. */
export function streak(days = solvedRecord().days, now = new Date()) {
  const has = (back) => Boolean(days[dateOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - back))]); // a day may have 23 hours
  let back = has(0) ? 0 : 1;
  let count = 0;
  while (has(back)) [back, count] = [back + 1, count + 1];
  return count;
}
