// A game as the browser has kept it, without what is damaged in it: somebody else's page may have written it, or half of one.

const MOST_TIME = 1e11; // milliseconds, three years

const isWhole = (number, most) => Number.isInteger(number) && number >= 0 && number < most;
const areCells = (cells, size) => Array.isArray(cells) && cells.length === size && cells.every((code) => isWhole(code, 2 ** 31));

/** The parts that can be used; null where not even the cells can. */
export function soundGame(saved) {
  const size = saved?.cells?.length;
  if (!areCells(saved?.cells, size)) return null;
  const { milliseconds, level, title } = saved;
  return {
    ...saved,
    past: sinceDamage(saved.past, size),
    future: sinceDamage(saved.future, size),
    checkpoints: list(saved.checkpoints).filter((point) => typeof point?.name === "string" && areCells(point.cells, size)),
    struck: list(saved.struck).filter((name) => typeof name === "string"),
    milliseconds: Number.isFinite(milliseconds) && milliseconds >= 0 && milliseconds < MOST_TIME ? milliseconds : 0,
    level: Number.isInteger(level?.level) && typeof level.name === "string" ? level : null,
    title: typeof title === "string" ? title : null,
  };
}

const list = (value) => (Array.isArray(value) ? value : []);

/** The moves after the last damaged one: undoing and redoing begin at the end. */
function sinceDamage(moves, size) {
  const isSound = ({ d, s } = {}) =>
    Array.isArray(s) && Array.isArray(d) && d.length % 3 === 0 && d.every((number, k) => isWhole(number, k % 3 ? 2 ** 31 : size));
  return list(moves).slice(list(moves).findLastIndex((move) => !isSound(move ?? {})) + 1);
}
