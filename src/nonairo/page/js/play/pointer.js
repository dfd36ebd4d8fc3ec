// Mouse and fingers on the grid. A mouse acts when it is pressed; a finger when it is lifted, moves
// to another cell, or has stayed for a while; two fingers move the grid and change its size.

import { h } from "../dom.js";
import { t } from "../strings.js";

const EDGE = 20; // pixels from the edge, where a stroke scrolls
const STEP = 6; // so many for each picture
const LONG_PRESS = 450; // milliseconds

export class Pointer {
  constructor({ view, strokes, zoom, stage, onStroke }) {
    Object.assign(this, { view, strokes, zoom, stage, onStroke });
    this.fingers = new Map();
    this.pending = null; // a finger that has done nothing yet
    this.badge = h("div", { class: "run-length", hidden: true, "aria-hidden": "true" });
    stage.append(this.badge);
    const { board } = view;
    board.addEventListener("pointerdown", (event) => this.#down(event));
    board.addEventListener("pointermove", (event) => this.#move(event));
    board.addEventListener("pointerup", (event) => this.#up(event));
    board.addEventListener("pointercancel", (event) => this.#cancel(event));
    board.addEventListener("pointerleave", () => this.#leave());
    view.element.addEventListener("scroll", () => this.at && view.point(view.cellAt(...this.at)));
    board.addEventListener("contextmenu", (event) => event.preventDefault());
    // Middle clicks would scroll, and a touch would be followed by a mouse's events.
    board.addEventListener("mousedown", (event) => event.button === 1 && event.preventDefault());
  }

  #down(event) {
    const cell = event.target.number;
    if (event.pointerType === "touch") this.fingers.set(event.pointerId, event);
    if (this.fingers.size === 2) return this.#startPinch();
    if (cell === undefined) return;
    event.preventDefault();
    this.view.moved();
    this.box = this.stage.getBoundingClientRect();
    this.view.board.setPointerCapture(event.pointerId);
    this.view.focus(cell);
    if (event.pointerType === "touch") {
      const timer = setTimeout(() => this.#longPress(), LONG_PRESS);
      this.pending = { cell, timer };
    } else if (event.button === 1) {
      this.#begin(cell, 0, true);
    } else {
      this.#begin(cell, event.button === 2 ? -1 : 1);
    }
  }

  #begin(cell, turn, clear = false) {
    if (!clear && this.strokes.tool() === "pencil") return this.strokes.press(cell, turn);
    return this.strokes.begin(cell, clear ? 0 : this.strokes.next(cell, turn));
  }

  #longPress() {
    const { cell } = this.pending;
    this.pending = null;
    this.#begin(cell, -1);
    navigator.vibrate?.(15);
  }

  #move(event) {
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, event);
    if (this.pinch) return this.#pinching();
    const cell = this.view.cellAt(event.clientX, event.clientY);
    if (event.pointerType !== "touch") {
      this.at = [event.clientX, event.clientY];
      this.view.point(cell);
    }
    if (cell < 0) return;
    if (this.pending && cell !== this.pending.cell) {
      clearTimeout(this.pending.timer);
      this.#begin(this.pending.cell, 1);
      this.pending = null;
    }
    if (!this.strokes.stroke) return;
    this.strokes.paint(cell);
    this.#count(event);
    this.#scrollAtEdge(event);
  }

  /** A stroke that has come to the edge of what is seen takes the grid along. */
  #scrollAtEdge(event) {
    cancelAnimationFrame(this.scrolling);
    const port = this.view.element;
    const { left, right, top, bottom } = port.getBoundingClientRect();
    const { left: beside, above } = this.view.pinned();
    const towards = (at, low, high) => (at > high - EDGE ? STEP : at < low + EDGE ? -STEP : 0);
    const [dx, dy] = [towards(event.clientX, left + beside, right), towards(event.clientY, top + above, bottom)];
    const before = [port.scrollLeft, port.scrollTop];
    port.scrollBy(dx, dy);
    if (port.scrollLeft === before[0] && port.scrollTop === before[1]) return;
    this.view.moved();
    this.scrolling = requestAnimationFrame(() => this.strokes.stroke && this.#move(event));
  }

  #count(event) {
    const { stroke } = this.strokes;
    this.badge.hidden = stroke.axis === null;
    if (this.badge.hidden) return;
    this.badge.textContent = t("run_length", { count: this.strokes.runLength() });
    const { left, top, width } = this.box;
    const [x, y] = [Math.min(event.clientX - left + 18, width - 40), Math.max(event.clientY - top - 40, 4)];
    this.badge.style.transform = `translate(${x}px, ${y}px)`;
  }

  #up(event) {
    this.fingers.delete(event.pointerId);
    if (this.pinch) {
      if (!this.fingers.size) this.pinch = null;
      return;
    }
    if (this.pending) {
      clearTimeout(this.pending.timer);
      this.#begin(this.pending.cell, 1);
      this.pending = null;
    }
    this.#finish();
  }

  #finish() {
    this.badge.hidden = true;
    if (!this.strokes.stroke) return;
    this.onStroke(this.strokes.end());
  }

  #cancel(event) {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) this.pinch = null;
    clearTimeout(this.pending?.timer);
    this.pending = null;
    this.badge.hidden = true;
    this.strokes.cancel();
  }

  #leave() {
    this.at = null;
    if (!this.strokes.stroke) this.view.point(-1);
  }

  #startPinch() {
    clearTimeout(this.pending?.timer);
    this.pending = null;
    this.#finish();
    this.pinch = { ...this.#two(), size: this.view.size };
  }

  #two() {
    const [one, two] = [...this.fingers.values()];
    const x = (one.clientX + two.clientX) / 2;
    const y = (one.clientY + two.clientY) / 2;
    return { x, y, apart: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) };
  }

  #pinching() {
    if (this.fingers.size < 2) return;
    const { x, y, apart } = this.#two();
    const port = this.view.element;
    port.scrollLeft -= x - this.pinch.x;
    port.scrollTop -= y - this.pinch.y;
    this.pinch.x = x;
    this.pinch.y = y;
    const wanted = Math.round((this.pinch.size * apart) / Math.max(this.pinch.apart, 1));
    if (wanted !== this.view.size) this.zoom.to(wanted, x, y);
  }
}
