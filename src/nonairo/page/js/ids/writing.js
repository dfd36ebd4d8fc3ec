// The id of a board with signs between its cells, as the package writes it.

/** `marks`: [row, column, row, column, sign] of neighbours. */
export function signedId(kind, rules, rows, marks) {
  const [height, width] = [rows.length, rows[0].length];
  const right = Array.from({ length: height }, () => Array(width - 1).fill("."));
  const below = Array.from({ length: height - 1 }, () => Array(width).fill("."));
  for (const [row, col, row2, , sign] of marks) (row === row2 ? right : below)[row][col] = sign;
  const head = rules === "standard" ? kind : `${kind}@${rules}`;
  const parts = marks.length ? [rows, ...[right, below].map((side) => side.map((line) => line.join("")))] : [rows];
  return `${head}:${parts.map((part) => part.join("/")).join(";")}`;
}
