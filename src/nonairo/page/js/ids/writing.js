// The id of a board with signs between its cells, as the package writes it.

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
