// Where playing starts: today's puzzles, games to continue, and a new puzzle in three taps.

import { askOnce } from "../backend.js";
import { button, h } from "../dom.js";
import { labelled } from "../icons.js";
import { Choices } from "../make/choices.js";
import { Daily } from "../make/daily.js";
import { Generator } from "../make/generator.js";
import { Fresh } from "../start/fresh.js";
import { Going } from "../start/going.js";
import { Honours } from "../start/honours.js";
import { Today } from "../start/today.js";
import { t } from "../strings.js";

export function mount(root, app) {
  return new Start(root, app);
}

class Start extends Choices {
  constructor(root, app) {
    super();
    this.app = app;
    const today = new Today(this);
    const honours = new Honours((date) => today.go(date));
    this.honours = honours;
    honours.element.hidden = true;
    this.parts = [today, new Going(this), honours];
    this.fresh = h("div", { class: "start-fresh" });
    this.ways = h("div", { class: "start-ways" });
    root.append(
      h(
        "div",
        { class: "start-page" },
        h("h1", { class: "unseen" }, t("start_title")),
        today.element,
        this.parts[1].element,
        this.fresh,
        this.ways,
        honours.element,
      ),
    );
  }

  /** What is shown changes with every game; the kinds are asked for until they come. */
  async show() {
    const drawn = this.#draw();
    if (this.kinds) return;
    try {
      this.kinds = await askOnce("kinds");
      const fresh = new Fresh(this);
      await drawn;
      this.fresh.replaceWith(fresh.element);
      this.ways.replaceChildren(...this.#ways());
      await this.#draw(); // levels have names now
    } catch (error) {
      this.fresh.replaceChildren(h("p", { class: "none" }, error.message));
    }
    this.honours.element.hidden = false; // once nothing above it grows any more
  }

  /** One after the other: what is further down is not pushed away. */
  async #draw() {
    for (const part of this.parts) await part.refresh();
  }

  #ways() {
    const go = (icon, words, tab) => button(labelled(icon, words), () => this.app.go(tab, "pushState"), { class: `way to-${tab}` });
    const section = (name, part) =>
      h("details", { class: `section ${name}` }, h("summary", {}, t(name)), part.element);
    return [
      h(
        "div",
        { class: "ways-list" },
        go("gallery", t("tab_gallery"), "gallery"),
        go("type", t("type_title"), "type"),
        go("pencil", t("editor"), "make"),
      ),
      section("make_new", new Generator(this)),
      section("daily", new Daily(this)),
    ];
  }

  /** The name of a level, once kinds are known. */
  level(choice, level) {
    return this.kinds ? (this.kind(choice)?.levels.find((each) => each.level === level) ?? null) : null;
  }

  /** Open a puzzle for play; false if it could not be read. */
  async play(source, options = {}) {
    if (!(await this.app.openText(source, options))) return false;
    this.app.go("play");
    return true;
  }
}
