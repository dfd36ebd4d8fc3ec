// The tool buttons: whatever a hidden gesture does, a visible button does, too.

import { button, h } from "../dom.js";
import { lookOf } from "../looks.js";
import { capital, t } from "../strings.js";

export class Tools {
  constructor(play) {
    this.play = play;
    this.tool = "cycle";
    this.element = h("div", { class: "tools", role: "toolbar", "aria-label": t("tools") });
  }

  /** One button for each symbol, in the order in which a click goes through them. */
  use(model) {
    const look = lookOf(model);
    const symbol = (value) => {
      const word = model.words[value - 1];
      const known = t(`word_${word}`);
      const label = known === `word_${word}` ? capital(word) : known;
      const picture = h("i", { class: `cell v${value}`, "aria-hidden": "true" });
      if (look.texts[value - 1]) picture.dataset.s = look.texts[value - 1];
      const sample = h("b", { class: "board sample", data: { look: look.name } }, picture);
      return this.#button(value, look.texts[value - 1] === label ? [label] : [sample, label]);
    };
    if (typeof this.tool === "number" && this.tool > model.symbols.length) this.tool = "cycle";
    const zoom = (name) => button(t(`zoom_${name}`), () => this.play.zoom[name](), { class: "zoom" });
    this.element.replaceChildren(
      this.#button("cycle", [t("tool_cycle")]),
      ...model.order.map(symbol),
      this.#button("erase", [t("tool_erase")]),
      this.#button("pencil", [t("tool_pencil")]),
      h("span", { class: "zooms" }, zoom("out"), zoom("in"), zoom("fit")),
    );
    this.#show();
  }

  #button(tool, content) {
    const made = button("", () => this.choose(tool), { class: "tool", data: { tool } });
    made.append(...content);
    return made;
  }

  choose(tool) {
    this.tool = tool;
    this.#show();
  }

  toggle(tool) {
    this.choose(this.tool === tool ? "cycle" : tool);
  }

  #show() {
    for (const each of this.element.querySelectorAll(".tool")) {
      each.setAttribute("aria-pressed", each.dataset.tool === String(this.tool));
    }
  }
}
