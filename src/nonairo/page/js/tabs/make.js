// The Make tab: new puzzles, the puzzle of the day, puzzles from elsewhere, and an editor for all.

import { askOnce } from "../backend.js";
import { h } from "../dom.js";
import { Daily } from "../make/daily.js";
import { Editor } from "../make/editor.js";
import { Exporting } from "../make/exporting.js";
import { Generator } from "../make/generator.js";
import { Importing } from "../make/importing.js";
import { capital, t } from "../strings.js";

export function mount(root, app) {
  return new Make(root, app);
}

class Make {
  constructor(root, app) {
    this.app = app;
    this.editor = new Editor(this);
    this.side = h("div", { class: "side" }, h("p", {}, t("loading")));
    root.append(this.editor.stage, this.side);
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
      section("make_new", new Generator(this), true),
      section("daily", new Daily(this)),
      section("import", new Importing(this)),
      section("editor", this.editor, true),
      section("export", this.exporting),
    );
    if (this.app.model) await this.editor.load(this.app.model.id).catch((error) => this.app.complain(error));
  }

  /** A kind by its name, or by that of a preset: the same kind with other rules. */
  kind(name) {
    return this.kinds.find((kind) => kind.name === name || kind.presets?.some((preset) => preset.name === name));
  }

  /** All that can be made, as choices. */
  get choices() {
    const names = this.kinds.flatMap((kind) => [kind.name, ...(kind.presets ?? []).map((preset) => preset.name)]);
    return names.map((name) => [name, capital(name)]);
  }

  /** The usual size of a kind or preset, at a level. */
  sizeOf(name, level) {
    const { sizes, presets } = this.kind(name);
    return presets?.find((preset) => preset.name === name)?.size ?? sizes[level - 1] ?? sizes.at(-1);
  }

  show() {
    if (this.waiting) this.#fill();
    this.editor.zoom?.suit();
  }
}
