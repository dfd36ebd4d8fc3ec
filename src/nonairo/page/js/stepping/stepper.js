// Where one is in a row of steps, and playing them: 0 is before the first, `count` after the last.

const SHORTEST = 33; // milliseconds between two frames; faster speeds take several steps at once

export class Stepper extends EventTarget {
  at = 0;
  count = 0;
  playing = false;

  constructor(speed) {
    super();
    this.speed = speed; // steps per second
  }

  /** Other steps; begins before the first of them. */
  use(count, at = 0) {
    this.pause();
    this.count = count;
    this.at = Math.min(at, count);
    this.#tell();
  }

  go(at) {
    const wanted = Math.max(0, Math.min(this.count, at));
    if (wanted === this.at) return;
    this.at = wanted;
    this.#tell();
  }

  /** By hand: playing stops, so that what was asked for stays to be looked at. */
  step(by) {
    this.pause();
    this.go(this.at + by);
  }

  jump(at) {
    this.pause();
    this.go(at);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.playing || !this.count) return;
    if (this.at === this.count) this.at = 0;
    this.playing = true;
    this.due = performance.now();
    this.#tell();
    this.#wait();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    clearTimeout(this.timer);
    this.#tell();
  }

  setSpeed(speed) {
    this.speed = speed;
    if (!this.playing) return;
    clearTimeout(this.timer);
    this.due = performance.now();
    this.#wait();
  }

  #wait() {
    this.timer = setTimeout(() => this.#tick(), Math.max(SHORTEST, 1000 / this.speed));
  }

  #tick() {
    const now = performance.now();
    const steps = Math.max(1, Math.floor(((now - this.due) * this.speed) / 1000));
    this.due = now;
    const end = this.at + steps >= this.count;
    this.at = Math.min(this.count, this.at + steps);
    this.playing = !end;
    this.#tell();
    if (!end) this.#wait();
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
