// The names by which new puzzles are asked for: a kind's own, or that of the same kind with other rules.

/** The name of the puzzles that a request of `generate` is about; null where there is none. */
export function presetOf({ kind, rules = "standard", signs }) {
  if (kind === "tango" || kind === "unruly") return kind;
  if (rules === "standard") return signs ? null : kind;
  return kind === "binairo" && rules === "no-distinct" ? (signs ? "tango" : "unruly") : null;
}
