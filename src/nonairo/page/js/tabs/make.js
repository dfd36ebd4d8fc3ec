// The Make tab: new puzzles, the puzzle of the day, puzzles from elsewhere, and an editor for all.

import { askOnce } from "../backend.js";
import { h } from "../dom.js";
import { Daily } from "../make/daily.js";
import { Editor } from "../make/editor.js";
import { Exporting } from "../make/exporting.js";
import { Generator } from "../make/generator.js";
import { Importing } from "../make/importing.js";
import { titleOf } from "../names.js";
import { capital, t } from "../strings.js";

export function mount(root, app) {
  return new Make(root, app);
}

class Make {
  constructor(root, app) {
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
      section("make_new", new Generator(this), true),
      section("daily", new Daily(this)),
      section("import", new Importing(this)),
      section("editor", this.editor, true),
      section("export", this.exporting),
    );
    await this.editor.begin();
  }

  /** A kind by its name, by that of a preset (the same kind with other rules), or with rules behind an @. */
  kind(choice) {
    const [name] = choice.split("@");
    return this.kinds.find((kind) => kind.name === name || kind.presets?.some((preset) => preset.name === name));
  }

  /** What a choice stands for: {kind, rules}. */
  asked(choice) {
    const [name, rules] = choice.split("@");
    const kind = this.kind(name);
    return { kind: kind.name, rules: rules ?? kind.presets?.find((preset) => preset.name === name)?.rules };
  }

  /** All that can be made, as choices. */
  get choices() {
    return this.kinds.flatMap(({ name, presets = [], variants = [] }) => [
      [name, capital(name)],
      ...presets.map((preset) => [preset.name, capital(preset.name)]),
      ...variants.map((rules) => [`${name}@${rules}`, titleOf(name, rules)]),
    ]);
  }

  /** The usual size of a kind or preset, at a level. */
  sizeOf(name, level) {
    const { sizes, presets } = this.kind(name);
    const usual = presets?.find((preset) => preset.name === name)?.size ?? sizes[level - 1] ?? sizes.at(-1);
    return name.includes("odd") ? usual + 1 : usual;
  }

  show() {
    if (this.waiting) this.#fill();
    this.editor.zoom?.suit();
  }
}
