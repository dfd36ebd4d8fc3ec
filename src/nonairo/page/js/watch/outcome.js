// What a search, or two of them, came to, as far as the replay has come.

import { quoting } from "../english.js";
import { many, t } from "../strings.js";

/** What to show: text of the page, and elements for what is said in English. */
export function outcomeOf(replays) {
  return replays.length > 1 ? [compared(...replays)] : alone(replays[0]);
}

function alone(replay) {
  const { engine, status, cut } = replay;
  const steps = many("steps", replay.length);
  if (cut !== null) return quoting("watch_outcome_cut", { engine, steps, reason: cut }, "reason");
  return [t("watch_outcome", { engine, steps, outcome: t(`outcome_${status}`) })];
}

const isOver = (replay) => replay.at === replay.length;

function compared(one, other) {
  const [first, second] = other.length < one.length ? [other, one] : [one, other];
  const [few, most] = [many("steps", first.length), many("steps", second.length)];
  const names = { first: first.engine, second: second.engine, few, many: most, steps: few };
  if (!isOver(first)) return t("compare_going");
  if (!isOver(second)) return first.cut === null ? t("compare_one_done", names) : t("compare_going");
  if (first.cut !== null && second.cut !== null) return t("compare_both_cut");
  if (first.cut !== null) return t("compare_cut", { ...names, first: names.second, second: names.first, few: most, many: few });
  if (second.cut !== null) return t("compare_cut", names);
  return t(first.length === second.length ? "compare_tie" : "compare_first", names);
}
