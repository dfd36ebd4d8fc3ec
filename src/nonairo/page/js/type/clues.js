// Clues as people type them: `2 3`, `2,3`, `2.3`; with colours `2a 3b`, `2a3b`. What a line needs, and why it cannot fit.

import { t } from "../strings.js";

const BETWEEN = /[\s,.;:+/|-]+/;
const SOME = { blocks: /^\d{1,4}$/, totals: /^\d{1,5}$/ };

/** {parts, filled, report, problem} of one line; `letters` are those of its colours. Empty parts: nothing is typed yet. */
export function readClue(text, { typed, length, letters }) {
  const apart = text.toLowerCase().replace(/(\d)\s+(?=[a-z])/g, "$1").replace(/([a-z])(?=\d)/g, "$1 ");
  const parts = apart.split(BETWEEN).filter(Boolean);
  const form = letters ? new RegExp(`^(0|\\d{1,4}[${letters}])$`) : SOME[typed];
  const odd = parts.find((part) => !form.test(part));
  const wrong = (problem) => ({ parts, filled: 0, report: "", problem });
  if (odd) return wrong(t(letters && /^\d+$/.test(odd) ? "type_colourless" : "type_odd", { found: odd, letter: letters[0] }));
  return (typed === "totals" ? readTotal : readBlocks)(parts, length, wrong);
}

function readTotal(parts, length, wrong) {
  const most = (length * (length + 1)) / 2;
  if (parts.length > 1) return wrong(t("type_one_number"));
  if (Number(parts[0] ?? 0) > most) return wrong(t("type_at_most", { most }));
  return { parts: parts.map((part) => String(Number(part))), filled: 0, report: "", problem: null };
}

function readBlocks(typed, length, wrong) {
  const some = typed.filter((part) => parseInt(part, 10)).map((part) => part.replace(/^0+/, ""));
  const filled = some.reduce((sum, part) => sum + parseInt(part, 10), 0);
  const colour = (part) => part.replace(/\d+/, "");
  const gaps = some.filter((part, k) => k && colour(part) === colour(some[k - 1])).length;
  const report = t("type_needs", { needs: filled + gaps, length });
  if (filled + gaps > length) return { ...wrong(t("type_too_long", { needs: filled + gaps, length })), filled };
  return { parts: typed.length && !some.length ? ["0"] : some, filled, report: typed.length ? report : "", problem: null };
}
