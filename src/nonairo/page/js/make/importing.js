// Puzzles from elsewhere: pasted, or in a file; files can also be dropped anywhere on the page.

import { button, field, h } from "../dom.js";
import { nameOf } from "../names.js";
import { StillGrid } from "../stepping/still.js";
import { capital, t } from "../strings.js";

export class Importing {
  constructor(make) {
    this.make = make;
    this.asked = 0;
    this.text = h("textarea", { rows: 5, spellcheck: false, class: "import-text" });
    this.file = h("input", { type: "file", class: "import-file", onchange: () => this.#take() });
    this.status = h("p", { class: "told", role: "status" });
    this.still = new StillGrid();
    this.look = h("div", { class: "look", hidden: true });
    const pasted = field(t("import_paste"), this.text);
    pasted.classList.add("tall");
    this.element = h(
      "div",
      { class: "fields" },
      h("p", {}, t("import_about")),
      pasted,
      h("div", { class: "buttons" }, button(t("import_go"), () => this.#paste(), { class: "import-go primary" })),
      field(t("import_file"), this.file),
      this.status,
      this.look,
    );
  }

  #paste() {
    if (!this.text.value.trim()) return (this.status.textContent = t("import_empty"));
    return this.#open(this.text.value);
  }

  async #take() {
    const [file] = this.file.files;
    if (file) await this.#open(await file.arrayBuffer());
    this.file.value = "";
  }

  /** What is in no format is shown first, with how it was read; else it is played. */
  async #open(source) {
    const { app } = this.make;
    this.look.hidden = true;
    const turn = ++this.asked; // of answers that overtake each other the last one counts
    try {
      const model = await app.read(source);
      if (turn !== this.asked) return;
      this.status.textContent = model.note ? `${capital(model.note)}.` : "";
      if (model.note) this.#show(model);
      else this.#play(model);
    } catch (error) {
      if (turn !== this.asked) return;
      const where = error.line ? t("unreadable_line", { line: error.line }) : "";
      this.status.textContent = error.code === "offline" ? error.message : t("unreadable", { message: error.message + where });
    }
  }

  #show(model) {
    const play = button(t("make_play"), () => this.#play(model), { class: "import-play primary" });
    this.look.replaceChildren(this.still.stage, h("div", { class: "buttons" }, play));
    this.look.hidden = false;
    this.still.use(model, nameOf(model));
    play.focus();
  }

  #play(model) {
    const { app } = this.make;
    app.open(model);
    app.go("play");
  }
}
