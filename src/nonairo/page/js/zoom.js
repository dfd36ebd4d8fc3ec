// The size of the cells: as large as fits, by buttons and keys, by Ctrl + wheel and by pinching.

const LEAST = 8;
const MOST = 110;
const TARGET = 24; // a cell that a finger finds; smaller only when asked for

export class Zoom {
  constructor(stage, view) {
    this.stage = stage;
    this.view = view;
    this.chosen = null; // null: as the window asks for
    this.observer = new ResizeObserver(() => {
      view.moved();
      if (this.chosen === null) this.suit();
    });
    this.observer.observe(stage);
    this.listening = new AbortController();
    const { signal } = this.listening;
    stage.addEventListener("wheel", (event) => this.#wheel(event), { passive: false, signal });
    this.suit();
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
    if (this.stage.clientWidth) this.view.resize(Math.max(this.fitting(), TARGET));
  }

  fit() {
    this.to(this.fitting());
  }

  in() {
    this.to(Math.ceil(this.view.size * 1.2));
  }

  out() {
    this.to(Math.floor(this.view.size / 1.2));
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
