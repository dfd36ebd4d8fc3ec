// What a press or a drag does to the cells, whoever made it: mouse, finger or key.

export class Strokes {
  constructor(game, tool, { marked = () => null, refused = () => false, rest = () => [] } = {}) {
    this.game = game;
    this.tool = tool; // gives "cycle", "erase", "pencil" or a value
    this.marked = marked; // gives the value that the pencil marks, where it does not go through all
    this.refused = refused; // whether cells are locked; asked before every change
    this.rest = rest; // gives the cells that a stroke leaves to be crossed
    this.stroke = null;
  }

  /** The value that a press gives a cell; `turn` is 1 for a click, -1 for the other button. */
  next(cell, turn) {
    const { order } = this.game.model;
    const tool = this.tool();
    const value = this.game.value(cell);
    if (tool === "erase") return 0;
    if (typeof tool === "number") {
      const other = order.at(-1) === tool ? order[0] : order.at(-1); // the background, where there is one
      const wanted = turn > 0 ? tool : other;
      return value === wanted ? 0 : wanted;
    }
    const round = [0, ...order];
    return round[(round.indexOf(value) + turn + round.length) % round.length];
  }

  press(cell, turn) {
    if (this.tool() === "pencil") return this.pencil(cell, turn);
    this.begin(cell, this.next(cell, turn));
    return this.end();
  }

  /** Pencil marks go through all sets: none, the first, the second, both; of more symbols one by one. */
  pencil(cell, turn) {
    if (this.game.value(cell) || this.game.isGiven(cell) || this.refused()) return null;
    const { order } = this.game.model;
    const chosen = this.marked();
    if (chosen) return this.game.mark(cell, turn > 0 ? chosen : order.at(-1)) ?? null;
    const has = order.map((symbol) => (this.game.cells[cell] >> (5 + symbol)) & 1);
    const now = has.reduce((sum, bit, k) => sum + (bit << k), 0);
    const wanted = (now + turn + (1 << order.length)) % (1 << order.length);
    this.game.group(() => {
      order.forEach((symbol, k) => ((wanted >> k) & 1) !== has[k] && this.game.mark(cell, symbol));
    });
    return null;
  }

  put(cell, value) {
    if (this.tool() === "pencil" && value) return this.refused() ? null : this.game.mark(cell, value);
    this.begin(cell, value);
    return this.end();
  }

  begin(cell, value) {
    if (this.refused()) return;
    this.game.beginStroke();
    this.stroke = { origin: cell, last: cell, value, from: this.game.value(cell), axis: null };
    if (!this.game.isGiven(cell)) this.game.set(cell, value);
  }

  /** Paint on to a cell, along the row or the column that the second cell has chosen; moving back takes back. */
  paint(cell) {
    const { stroke, game } = this;
    const { width } = game.model;
    const [row, col] = [Math.floor(cell / width), cell % width];
    const [row0, col0] = [Math.floor(stroke.origin / width), stroke.origin % width];
    if (stroke.axis === null) {
      if (cell === stroke.origin) return;
      stroke.axis = Math.abs(row - row0) > Math.abs(col - col0) ? "column" : "row";
    }
    const target = stroke.axis === "row" ? row0 * width + col : row * width + col0;
    const step = (stroke.axis === "row" ? 1 : width) * Math.sign(target - stroke.last);
    while (stroke.last !== target) {
      const back = Math.sign(stroke.origin - stroke.last) === Math.sign(step);
      if (back) game.revert(stroke.last);
      stroke.last += step;
      if (!back) this.#paintOne(stroke.last);
    }
    if (cell === stroke.origin) stroke.axis = null; // back where it began: it may go another way
  }

  /** Never over givens, nor over what was decided otherwise. */
  #paintOne(cell) {
    const { value, from } = this.stroke;
    const found = this.game.value(cell);
    if (this.game.isGiven(cell) || (value ? found !== 0 : found !== from)) return;
    this.game.set(cell, value);
  }

  end() {
    const { stroke, game } = this;
    this.stroke = null;
    const changed = game.open?.changes.filter((_, k) => k % 3 === 0) ?? [];
    if (stroke?.value > 1) game.fill(this.rest(changed).map((cell) => [cell, 1]));
    game.endStroke();
    return stroke;
  }

  /** The finger was taken away from us: what it has painted so far was not meant. */
  cancel() {
    if (this.stroke) this.game.cancelStroke();
    this.stroke = null;
  }

  /** How many cells of the stroke's value stand together where it is now. */
  runLength() {
    const { last, value, axis } = this.stroke;
    const { width, size } = this.game.model;
    const step = axis === "column" ? width : 1;
    const line = (cell) => (axis === "column" ? cell % width : Math.floor(cell / width));
    const same = (cell) =>
      cell >= 0 && cell < size && line(cell) === line(last) && this.game.value(cell) === value;
    let length = 1;
    for (let cell = last - step; same(cell); cell -= step) length++;
    for (let cell = last + step; same(cell); cell += step) length++;
    return length;
  }
}
