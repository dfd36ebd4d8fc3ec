// Depth over time, and how much is filled: drawn as far as the replay has come.

import { h } from "../dom.js";
import { t } from "../strings.js";

const NS = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, MARGIN] = [1000, 100, 4];
const MOST_POINTS = 4000; // more than this is not drawn
const FIRST = 50; // events that the axis begins with; it doubles as the search goes on
let clips = 0;

function svg(tag, attributes, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export class Curve {
  constructor() {
    this.depthText = h("span", { class: "depth-key" });
    this.knownText = h("span", { class: "known-key" });
    this.figure = h("div", { class: "curve-box", role: "img" });
    this.element = h("div", { class: "curve" }, this.figure, h("div", { class: "legend", "aria-hidden": "true" }, this.depthText, this.knownText));
  }

  /** `length`: how many events the axis has; two that are compared share it. */
  use(replay, length) {
    this.replay = replay;
    this.length = Math.max(1, length);
    this.deepest = replay.deepest;
    const id = `curve-${++clips}`;
    const depth = this.#path(replay.depths, Math.max(1, this.deepest));
    const known = this.#path(replay.known, Math.max(1, replay.model.size));
    const end = this.#x(replay.length);
    this.window = svg("rect", { x: 0, y: 0, width: 0, height: HEIGHT });
    this.now = svg("line", { class: "now", y1: 0, y2: HEIGHT });
    const found = replay.solutions.slice(0, 200).map((at) =>
      svg("line", { class: "found", x1: this.#x(at), x2: this.#x(at), y1: 0, y2: HEIGHT }));
    this.picture = svg(
      "svg",
      { preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" },
      svg("clipPath", { id }, this.window),
      svg("line", { class: "ground", x1: 0, x2: WIDTH, y1: HEIGHT - MARGIN, y2: HEIGHT - MARGIN }),
      svg(
        "g",
        { "clip-path": `url(#${id})` },
        svg("path", { class: "area", d: `${depth} L${end} ${HEIGHT - MARGIN} L0 ${HEIGHT - MARGIN} Z` }),
        ...found,
        svg("path", { class: "depth", d: depth }),
        svg("path", { class: "known", d: known }),
      ),
      this.now,
    );
    this.figure.replaceChildren(this.picture);
    this.draw(0);
  }

  #x(at) {
    return Math.round((at / this.length) * WIDTH * 10) / 10;
  }

  /** Where there are too many points, each stretch by its lowest and its highest one. */
  #path(values, most) {
    const y = (value) => Math.round((HEIGHT - MARGIN - (value / most) * (HEIGHT - 2 * MARGIN)) * 10) / 10;
    const stretch = Math.ceil(values.length / MOST_POINTS);
    let path = `M0 ${y(values[0])}`;
    for (let from = 0; from < values.length; from += stretch) {
      const part = values.subarray(from, from + stretch);
      if (stretch === 1) path += ` L${this.#x(from)} ${y(part[0])}`;
      else path += ` L${this.#x(from)} ${y(Math.min(...part))} L${this.#x(from + part.length - 1)} ${y(Math.max(...part))}`;
    }
    return path;
  }

  /** `at`: how far the replay is, which two that are compared share even when one is done. */
  draw(at) {
    const { replay } = this;
    let axis = FIRST;
    while (axis < at) axis *= 2;
    this.picture.setAttribute("viewBox", `0 0 ${this.#x(Math.min(axis, this.length))} ${HEIGHT}`);
    const x = this.#x(replay.at);
    this.window.setAttribute("width", x);
    this.now.setAttribute("x1", x);
    this.now.setAttribute("x2", x);
    const values = { depth: replay.depth, deepest: this.deepest, known: replay.known[replay.at], size: replay.model.size };
    this.figure.setAttribute("aria-label", t("curve_label", values));
    this.depthText.textContent = t("curve_depth", values);
    this.knownText.textContent = t("curve_known", values);
  }
}
