// The steps beside the grid, one sentence each; the one that is shown is marked and kept in view.

import { h } from "../dom.js";
import { english } from "../english.js";
import { inWords } from "../looks.js";
import { sentence, t } from "../strings.js";

export class StepList {
  constructor(stepper) {
    this.stepper = stepper;
    this.items = [];
    this.element = h("ol", { class: "steps", "aria-label": t("learn_steps") });
  }

  use(walkthrough, nameOf) {
    this.items = walkthrough.steps.map((step, k) => {
      const technique = t("learn_technique", { name: nameOf(step.technique), level: step.level });
      return h(
        "button",
        { type: "button", class: "step", tabIndex: -1, onclick: () => this.stepper.jump(k + 1) },
        h("span", { class: "number" }, String(k + 1)),
        h("span", { class: "told" }, h("span", { class: "technique" }, technique), english(sentence(inWords(step.text.split("\n", 1)[0], walkthrough.model)))),
      );
    });
    this.element.replaceChildren(...this.items.map((item) => h("li", {}, item)));
    this.current = null;
    this.mark(0);
  }

  mark(at) {
    const focused = this.current !== null && document.activeElement === this.current;
    this.current?.removeAttribute("aria-current");
    if (this.current) this.current.tabIndex = -1;
    else if (this.items[0]) this.items[0].tabIndex = -1;
    this.current = this.items[at - 1] ?? null;
    const reachable = this.current ?? this.items[0];
    if (reachable) reachable.tabIndex = 0;
    if (!this.current) return;
    this.current.setAttribute("aria-current", "step");
    if (focused) this.current.focus({ preventScroll: true });
    this.#reveal(this.current);
  }

  /** Scrolls the list only, never the page. */
  #reveal(item) {
    const port = this.element.getBoundingClientRect();
    const box = item.getBoundingClientRect();
    if (box.top < port.top) this.element.scrollTop += box.top - port.top;
    else if (box.bottom > port.bottom) this.element.scrollTop += box.bottom - port.bottom;
  }
}
