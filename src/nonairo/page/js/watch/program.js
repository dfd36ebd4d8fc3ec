// The plain text of an engine, with the line marked that does what the event shows.

import { h } from "../dom.js";
import { t } from "../strings.js";
import { engineName } from "./replay.js";

const ABOVE = 3; // lines that stay in view above the marked one

export class Program {
  constructor() {
    this.note = h("small", { class: "program-note" });
    this.text = h("div", { class: "program-text" });
    this.scroller = h("div", { class: "program-scroller", tabIndex: 0, role: "region", "aria-label": t("watch_program") }, this.text);
    this.element = h("div", { class: "program" }, this.note, this.scroller);
    new ResizeObserver(() => requestAnimationFrame(() => ((this.tops = null), this.#follow()))).observe(this.scroller);
  }

  /** The texts of a replay, one below the other; engines without one have none. */
  use({ code, engine }) {
    this.element.hidden = !code.length;
    this.lines = code.map(({ text }) => text.trimEnd().split("\n").map((line) => h("div", { class: "program-line" }, line || " ")));
    this.text.replaceChildren(...code.map(({ name }, k) => h("pre", { "aria-label": name }, h("code", {}, this.lines[k]))));
    const names = code.map(({ name }) => engineName(name)).join(" + ");
    this.note.textContent = t(engine.includes(":") ? "program_options" : "program_name", { names });
    this.marked = null;
    this.tops = null;
  }

  /** `at`: the number of the text and the line, from 1; none at the start. */
  mark(at) {
    const line = at ? this.lines[at[0]]?.[at[1] - 1] : null;
    if (line === this.marked) return;
    this.marked?.classList.remove("at");
    this.marked?.removeAttribute("aria-current");
    this.marked = line ?? null;
    this.marked?.classList.add("at");
    this.marked?.setAttribute("aria-current", "step");
    this.#follow();
  }

  /** Where each line stands is asked once: to ask at every step would lay out the page as often. */
  #follow() {
    if (!this.marked || this.element.hidden || !this.scroller.clientHeight) return;
    if (!this.tops) {
      const all = this.lines.flat();
      this.tops = new Map(all.map((line) => [line, [line.offsetTop, line.offsetHeight]]));
      this.room = this.scroller.clientHeight;
      this.scrolled = this.scroller.scrollTop;
    }
    const [top, height] = this.tops.get(this.marked);
    this.scrolled = this.scroller.scrollTop;
    if (top >= this.scrolled && top + height <= this.scrolled + this.room) return;
    this.scroller.scrollTop = Math.max(0, top - ABOVE * height);
  }
}
