// The tree of a search as a picture that grows with the steps. Only what is in view is drawn, so that a
// search of thousands of steps stays smooth; a click on a node goes to its step.

import { h } from "../dom.js";
import { onChange } from "../settings.js";
import { many, t } from "../strings.js";
import { SearchTree } from "./tree.js";
import { placeName } from "./words.js";

const [ACROSS, DOWN, MARGIN, RADIUS] = [22, 22, 14, 7]; // pixels
const INKS = ["ink", "soft", "five", "wrong", "effect", "raised"]; // variables of the style sheets
const DARK = window.matchMedia("(prefers-color-scheme: dark)");

export class TreeView {
  constructor(onstep) {
    this.onstep = onstep;
    this.canvas = h("canvas", { role: "img" });
    this.ground = h("div", { class: "tree-ground" }, this.canvas);
    this.scroller = h("div", { class: "tree-scroller", tabIndex: 0, role: "region", "aria-label": t("watch_tree") }, this.ground);
    this.summary = h("p", { class: "tree-summary" });
    this.element = h("div", { class: "tree" }, this.summary, this.scroller);
    this.size = { width: 0, height: 0 };
    this.scroller.addEventListener("scroll", () => this.#paint(), { passive: true });
    this.canvas.addEventListener("click", (event) => this.#clicked(event));
    this.canvas.addEventListener("pointermove", (event) => this.#pointed(event));
    this.probe = h("i", { hidden: true });
    this.element.append(this.probe);
    new ResizeObserver(() => requestAnimationFrame(() => this.#resized())).observe(this.scroller);
    const recolour = () => ((this.inks = null), this.#paint());
    onChange((name) => name === "theme" && recolour());
    DARK.addEventListener("change", recolour);
  }

  use(replay) {
    this.replay = replay;
    this.tree = new SearchTree(replay.events);
    this.inks = null;
    this.element.hidden = this.tree.size < 2; // an engine that only deduces
    this.draw();
  }

  draw() {
    if (this.element.hidden || !this.tree || !this.size.width) return;
    const { at } = this.replay;
    this.plan = this.tree.layout(at);
    const { columns, levels, nodes } = this.plan;
    const folded = nodes.reduce((sum, node) => sum + (node.folded ? node.folded - 1 : 0), 0);
    const text = many("tree_nodes", this.tree.made[at]) + (folded ? t("tree_folded", { count: folded.toLocaleString("en") }) : "");
    if (this.summary.textContent !== text) this.summary.textContent = text;
    this.#stretch(columns * ACROSS + 2 * MARGIN, levels * DOWN + 2 * MARGIN);
    this.#follow(nodes.find(({ id }) => id === this.tree.at[at]));
    this.#paint();
  }

  /** The room that all of it takes; it grows in steps, so that not every frame lays out the page again. */
  #stretch(width, height) {
    const round = (length) => Math.ceil(length / 200) * 200;
    const wanted = `${Math.max(this.size.width, width > this.size.width ? round(width) : 0)} ${Math.max(this.size.height, height > this.size.height ? round(height) : 0)}`;
    if (wanted === this.stretched) return;
    this.stretched = wanted;
    const [across, down] = wanted.split(" ");
    this.ground.style.width = `${across}px`;
    this.ground.style.height = `${down}px`;
  }

  #place({ column, level }) {
    const spare = Math.max(0, (this.size.width - this.plan.columns * ACROSS) / 2 - MARGIN);
    return [MARGIN + spare + (column + 0.5) * ACROSS, MARGIN + (level + 0.5) * DOWN];
  }

  /** Keep where the search is in view. */
  #follow(node) {
    const [x, y] = this.#place(node);
    const { width, height } = this.size;
    const moved = (at, scrolled, room) => (at < scrolled + MARGIN || at > scrolled + room - 2 * DOWN ? Math.max(0, at - room * 0.6) : scrolled);
    const [left, top] = [moved(x, this.left ?? 0, width), moved(y, this.top ?? 0, height)];
    if (left !== (this.left ?? 0)) this.scroller.scrollLeft = this.left = left;
    if (top !== (this.top ?? 0)) this.scroller.scrollTop = this.top = top;
  }

  #resized() {
    const { clientWidth: width, clientHeight: height } = this.scroller;
    const dots = window.devicePixelRatio || 1;
    if (!width || (width === this.size.width && height === this.size.height)) return;
    this.size = { width, height };
    this.canvas.width = Math.round(width * dots);
    this.canvas.height = Math.round(height * dots);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.stretched = null;
    this.draw();
  }

  #paint() {
    if (!this.plan || this.element.hidden) return;
    this.left = this.scroller.scrollLeft;
    this.top = this.scroller.scrollTop;
    this.inks ??= this.#colours();
    const pen = this.canvas.getContext("2d");
    const dots = window.devicePixelRatio || 1;
    pen.setTransform(dots, 0, 0, dots, 0, 0);
    pen.clearRect(0, 0, this.size.width, this.size.height);
    pen.translate(-this.left, -this.top);
    pen.font = "11px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const seen = ([x, y]) => x > this.left - ACROSS && x < this.left + this.size.width + ACROSS && y > this.top - DOWN && y < this.top + this.size.height + DOWN;
    for (const node of this.plan.nodes) node.spot = this.#place(node);
    for (const node of this.plan.nodes) {
      const rows = node.parent && [node.parent.spot[1], node.spot[1]];
      if (rows && rows[1] > this.top && rows[0] < this.top + this.size.height) this.#edge(pen, node);
    }
    for (const node of this.plan.nodes) if (seen(node.spot)) this.#node(pen, node);
    this.canvas.setAttribute("aria-label", this.#said(this.tree.at[this.replay.at]));
  }

  /** The colours as they are now: a canvas knows no variables. */
  #colours() {
    const colour = (name) => {
      this.probe.style.color = `var(--${name})`;
      return getComputedStyle(this.probe).color;
    };
    return Object.fromEntries(INKS.map((name) => [name, colour(name)]));
  }

  #edge(pen, { spot, parent, onPath }) {
    pen.beginPath();
    pen.moveTo(...parent.spot);
    pen.lineTo(...spot);
    pen.strokeStyle = onPath ? this.inks.ink : this.inks.five;
    pen.lineWidth = onPath ? 2 : 1;
    pen.stroke();
  }

  #node(pen, { id, spot: [x, y], onPath, folded }) {
    const { ink, soft, wrong, effect, raised: paper } = this.inks;
    const end = this.tree.end(id, this.replay.at);
    const now = id === this.tree.at[this.replay.at];
    pen.beginPath();
    if (folded) {
      pen.moveTo(x, y - RADIUS);
      pen.lineTo(x + RADIUS + 3, y + RADIUS);
      pen.lineTo(x - RADIUS - 3, y + RADIUS);
      pen.closePath();
    } else pen.arc(x, y, now ? RADIUS + 1.5 : RADIUS, 0, 2 * Math.PI);
    pen.fillStyle = end === "solved" ? effect : onPath && end !== "failed" ? ink : paper;
    pen.fill();
    pen.strokeStyle = end === "failed" ? wrong : end === "solved" ? effect : onPath ? ink : soft;
    pen.lineWidth = now ? 2.5 : 1.25;
    pen.stroke();
    if (end === "failed") {
      pen.beginPath();
      for (const side of [-1, 1]) {
        pen.moveTo(x - 3.5 * side, y - 3.5);
        pen.lineTo(x + 3.5 * side, y + 3.5);
      }
      pen.stroke();
    } else if (!folded) {
      pen.fillStyle = onPath || end ? paper : soft;
      pen.fillText(end === "solved" ? "★" : this.#value(id), x, y + 0.5);
    }
    if (folded) {
      pen.fillStyle = soft;
      pen.fillText(String(folded), x, y + RADIUS + 8);
    }
  }

  /** What was put where, if that is one cell. */
  #value(id) {
    const cells = this.#event(id)?.cells ?? [];
    return cells.length === 1 ? this.replay.model.glyphs[this.replay.model.symbols.indexOf(cells[0][2])] : "";
  }

  #event(id) {
    return this.replay.events[this.tree.steps[id] - 1];
  }

  #said(id) {
    const event = this.#event(id);
    const place = event?.place ?? event?.cells?.[0]?.slice(0, 2);
    if (!place) return t("tree_root");
    const end = this.tree.end(id, this.replay.at);
    const values = { place: placeName(place, this.replay.model), value: this.#value(id), step: this.tree.steps[id] };
    return t(this.#value(id) ? "tree_node" : "tree_line", values) + (end ? t(`tree_${end}`) : "");
  }

  #hit({ offsetX, offsetY }) {
    const [x, y] = [offsetX + this.left, offsetY + this.top];
    const near = ({ spot }) => Math.abs(spot[0] - x) <= ACROSS / 2 && Math.abs(spot[1] - y) <= DOWN / 2;
    return this.plan?.nodes.find(near) ?? null;
  }

  #clicked(event) {
    const node = this.#hit(event);
    if (node) this.onstep(this.tree.steps[node.id]);
  }

  #pointed(event) {
    const node = this.#hit(event);
    this.canvas.title = node ? this.#said(node.id) + (node.folded ? t("tree_here_folded", { count: node.folded }) : "") : "";
    this.canvas.classList.toggle("over", Boolean(node));
  }
}
