// The editor, in a place of its own; and puzzles from elsewhere, to edit or to play.

import { askOnce } from "../backend.js";
import { h } from "../dom.js";
import { Choices } from "../make/choices.js";
import { Editor } from "../make/editor.js";
import { Exporting } from "../make/exporting.js";
import { Importing } from "../make/importing.js";
import { t } from "../strings.js";

export function mount(root, app) {
  return new Make(root, app);
}

class Make extends Choices {
  constructor(root, app) {
    super();
    this.app = app;
    this.editor = new Editor(this);
    this.side = h("div", { class: "side" }, h("p", {}, t("loading")));
    root.append(h("h1", { class: "unseen" }, t("tab_make")), this.editor.stage, this.side);
    this.#fill();
  }

  /** The forms need to know the kinds; where nobody answers, they come when somebody does. */
  async #fill() {
    try {
      this.kinds = await askOnce("kinds");
    } catch (error) {
      this.side.replaceChildren(h("p", {}, error.message));
      this.waiting = true;
      return;
    }
    this.waiting = false;
    const section = (name, part, open = false) =>
      h("details", { class: `section ${name}`, open }, h("summary", {}, t(name)), part.element);
    this.exporting = new Exporting(this);
    this.side.replaceChildren(
      section("editor", this.editor, true),
      section("export", this.exporting),
      section("import", new Importing(this)),
    );
    await this.editor.begin();
  }

  show() {
    if (this.waiting) this.#fill();
    this.editor.zoom?.suit();
  }
}
