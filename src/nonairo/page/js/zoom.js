// The size of the cells: as large as fits, by buttons and keys, by Ctrl + wheel and by pinching.

const LEAST = 2;
export const MOST = 110;
const SMALLEST = 12; // with which all of a grid is shown at first,
const TARGET = 16; // and otherwise a part of it: smaller only when asked for

export class Zoom {
  constructor(stage, view) {
    this.stage = stage;
    this.view = view;
    this.chosen = null; // null: as the window asks for
    this.held = false; // whether cells keep their size while a message takes some of the room
    this.isWhole = false; // whether a finished grid is shown whole, whatever the window does
    this.observer = new ResizeObserver(() => this.#resized());
    this.observer.observe(stage);
    this.listening = new AbortController();
    const { signal } = this.listening;
    stage.addEventListener("wheel", (event) => this.#wheel(event), { passive: false, signal });
    window.addEventListener("resize", () => (this.isWhole ? this.whole() : this.chosen === null && this.suit()), { signal });
    this.suit();
  }

  #resized() {
    this.view.moved();
    if (this.isWhole) this.whole();
    else if (this.held || document.querySelector(".toast")) this.view.revealAll(this.view.wanted);
    else if (this.chosen === null) this.suit();
  }

  /** The grid scrolls under a message or a toast rather than shrinking for it. */
  hold(held) {
    if (this.held === held) return;
    this.held = held;
    if (!held && this.chosen === null) this.suit();
  }

  /** The stage goes to another grid. */
  close() {
    this.listening.abort();
    this.observer.disconnect();
  }

  /** The largest cells with which all of the grid is seen. */
  fitting() {
    const { clientWidth, clientHeight } = this.stage;
    let low = LEAST;
    let high = MOST;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const { width, height } = this.view.measure(middle);
      if (width <= clientWidth - 16 && height <= clientHeight - 16) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  suit() {
    this.chosen = null;
    this.isWhole = false;
    this.view.showClues(true);
    if (this.stage.clientWidth) this.view.resize(this.#usual(this.fitting()));
  }

  #usual(fitting) {
    return fitting >= SMALLEST ? fitting : TARGET;
  }

  fit() {
    this.to(this.fitting());
  }

  /** All of a finished picture, as large as the window has room for without its clues; other grids only if they are cut. */
  whole() {
    if (!this.isWhole && !this.view.model.blank && this.fitting() >= this.view.size) return;
    this.isWhole = true;
    this.view.showClues(false);
    this.view.resize(this.fitting());
    this.chosen = this.view.size;
  }

  /** It is played on. */
  reopen() {
    if (this.isWhole) this.suit();
  }

  in() {
    this.#by(1.2, Math.ceil);
  }

  out() {
    this.#by(1 / 1.2, Math.floor);
  }

  /** The cell that keys act on stays in view. */
  #by(factor, rounded) {
    this.to(rounded(this.view.size * factor));
    if (this.view.board.contains(document.activeElement)) this.view.reveal(this.view.at);
  }

  /** Other cells, with the point (x, y) of the window where it was. */
  to(pixels, x = null, y = null) {
    const size = Math.max(LEAST, Math.min(MOST, Math.round(pixels)));
    const port = this.view.element;
    const box = port.getBoundingClientRect();
    const [fx, fy] = [(x ?? box.left + box.width / 2) - box.left, (y ?? box.top + box.height / 2) - box.top];
    const before = this.view.measure(this.view.size);
    const [column, row] = [
      (port.scrollLeft + fx - before.left) / this.view.size,
      (port.scrollTop + fy - before.above) / this.view.size,
    ];
    this.view.resize(size);
    this.chosen = size;
    this.isWhole = false;
    const after = this.view.measure(size);
    port.scrollLeft = column * size + after.left - fx;
    port.scrollTop = row * size + after.above - fy;
  }

  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const factor = Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 200);
    const wanted = this.view.size * factor;
    const step = wanted > this.view.size ? Math.ceil(wanted) : Math.floor(wanted);
    this.to(step, event.clientX, event.clientY);
  }
}
