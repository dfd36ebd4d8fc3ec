// The time of a game. It stands still while the page is hidden or another tab is open.

const TICK = 1000;

export class Clock {
  constructor(element) {
    this.element = element;
    this.since = null;
    this.game = null;
    document.addEventListener("visibilitychange", () => this.#hear());
    setInterval(() => this.show(), TICK);
  }

  use(game) {
    this.stop();
    this.game = game;
    this.wanted = !game.done;
    this.#hear();
    this.show();
  }

  start() {
    this.wanted = this.game && !this.game.done;
    this.#hear();
  }

  stop() {
    this.wanted = false;
    this.#hear();
  }

  #hear() {
    const running = this.wanted && !document.hidden;
    this.note();
    this.since = running ? performance.now() : null;
  }

  /** Put down what has passed so far. */
  note() {
    if (this.since === null || !this.game) return;
    const now = performance.now();
    this.game.milliseconds += Math.round(now - this.since);
    this.since = now;
  }

  show() {
    if (!this.game) return;
    this.note();
    const text = timeText(this.game.milliseconds);
    if (this.element.textContent !== text) this.element.textContent = text;
  }
}

export function timeText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number) => String(number).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
