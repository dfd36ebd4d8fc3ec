// Sizes as people write them: 8, or rows x columns: 10x15.

import { t } from "../strings.js";

/** [height, width]; an error that says what a size is. */
export function sizeOf(text) {
  const sides = text.trim().match(/^(\d{1,3})(?:\s*[x×,]\s*(\d{1,3}))?$/i);
  if (!sides) throw new Error(t("make_size_bad"));
  return [Number(sides[1]), Number(sides[2] ?? sides[1])];
}
