// Ids as the package writes them: of a board with signs between its cells, and of clues.

/** The board of an id with these rows and signs; `marks`: [row, column, row, column, sign] of neighbours. */
export function signedId(id, rows, marks) {
  const [height, width] = [rows.length, rows[0].length];
  const right = Array.from({ length: height }, () => Array(width - 1).fill("."));
  const below = Array.from({ length: height - 1 }, () => Array(width).fill("."));
  for (const [row, col, row2, , sign] of marks) (row === row2 ? right : below)[row][col] = sign;
  const signs = marks.length ? [right, below].map((side) => side.map((line) => line.join(""))) : [];
  const [head, body] = id.split(":");
  const parts = body.split(";"); // rows, perhaps two parts with signs, and perhaps regions
  const regions = parts.length % 2 ? [] : [parts.at(-1)];
  return `${head}:${[...[rows, ...signs].map((part) => part.join("/")), ...regions].join(";")}`;
}

/** `parts` of lines each: rows, then columns or what else there is. */
export function idOf(kind, rules, parts) {
  const head = rules === "standard" ? kind : `${kind}@${rules}`;
  return `${head}:${parts.map((part) => part.join("/")).join(";")}`;
}
