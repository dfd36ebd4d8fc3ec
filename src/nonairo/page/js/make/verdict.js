// What the solver says of a puzzle that is being made or typed.

import { many, t } from "../strings.js";

const KNOWN = ["unique", "multiple", "none"];

/** In a sentence; `open` is how many cells are not decided. */
export const verdictOf = (status, open) => t(`editor_status_${KNOWN.includes(status) ? status : "unknown"}`, { cells: many("cells", open) });

/** What somebody who plays it should know; null if nothing. */
export function troubleOf(status) {
  if (status === "unique") return null;
  const words = { none: "check_no_solution", multiple: "editor_plays_several" };
  return t(words[status] ?? "editor_plays_unknown");
}
