// The gallery's pictures, read from the file that Python reads (picture_gallery.py), and their ids.

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** All pictures by level and size: {title, theme, level, height, width, rows, inks, paints, id}. */
export function parse(text) {
  const [head, ...blocks] = text.trim().split("\n\n");
  const paints = Object.fromEntries(head.split(" ").slice(1).map((part) => part.split("=")));
  const found = blocks.map((block) => picture(block.split("\n"), paints));
  return found.sort((a, b) => a.level - b.level || a.height * a.width - b.height * b.width);
}

function picture([head, ...rows], paints) {
  const [title, theme, level] = head.split(" | ");
  const inks = Object.keys(paints).filter((ink) => rows.some((row) => row.includes(ink)));
  const size = { height: rows.length, width: rows[0].length };
  const colours = Object.fromEntries(inks.map((ink) => [ink, `#${paints[ink]}`]));
  return { title, theme, level: Number(level), ...size, rows, colours, id: idOf(rows, inks, paints) };
}

function idOf(rows, inks, paints) {
  const columns = [...rows[0]].map((_, column) => rows.map((row) => row[column]).join(""));
  const clues = (lines) => lines.map((line) => clueOf(line, inks)).join("/");
  const rules = inks.length ? `@${inks.map((ink, k) => `${LETTERS[k]}=${paints[ink]}`).join("+")}` : "";
  return `nonogram${rules}:${clues(rows)};${clues(columns)}`;
}

function clueOf(line, inks) {
  const blocks = line.match(/([^.])\1*/g) ?? [];
  const letter = (block) => (inks.length ? LETTERS[inks.indexOf(block[0])] : "");
  return blocks.map((block) => `${block.length}${letter(block)}`).join(",") || "0";
}

/** A picture in a canvas, one pixel a cell; styles make it larger. */
export function drawn({ rows, height, width, colours }) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext("2d");
  rows.forEach((row, y) =>
    [...row].forEach((ink, x) => {
      pen.fillStyle = ink === "." ? "#ffffff" : (colours[ink] ?? "#000000");
      pen.fillRect(x, y, 1, 1);
    }),
  );
  return canvas;
}
