// Lines whose clues are all met: their other cells are crossed, as part of the move that has met them.

/** The cells that a move leaves to be crossed: empty ones of lines that it has finished. */
export function restOf({ model, game }, changed) {
  const { height, width, rows, cols } = model;
  const values = game.values();
  const found = new Set();
  const look = (line, cells) => {
    if (!line.rule || !line.labels.length || !cells.some((cell) => values[cell] > 1)) return;
    const now = Uint8Array.from(cells, (cell) => values[cell] || 1);
    if (line.rule.possible(now)) cells.forEach((cell) => values[cell] || found.add(cell));
  };
  for (const row of new Set(changed.map((cell) => Math.floor(cell / width)))) {
    look(rows[row], Array.from({ length: width }, (_, k) => row * width + k));
  }
  for (const col of new Set(changed.map((cell) => cell % width))) {
    look(cols[col], Array.from({ length: height }, (_, k) => k * width + col));
  }
  return [...found];
}
