// Puzzles from elsewhere: pasted, or in a file; files can also be dropped anywhere on the page.

import { button, field, h } from "../dom.js";
import { t } from "../strings.js";

export class Importing {
  constructor(make) {
    this.make = make;
    this.text = h("textarea", { rows: 5, spellcheck: false, class: "import-text" });
    this.file = h("input", { type: "file", class: "import-file", onchange: () => this.#take() });
    this.told = h("p", { class: "told", role: "status" });
    const pasted = field(t("import_paste"), this.text);
    pasted.classList.add("tall");
    this.element = h(
      "div",
      { class: "fields" },
      h("p", {}, t("import_about")),
      pasted,
      h("div", { class: "buttons" }, button(t("import_go"), () => this.#paste(), { class: "import-go primary" })),
      field(t("import_file"), this.file),
      this.told,
    );
  }

  #paste() {
    if (!this.text.value.trim()) return (this.told.textContent = t("import_empty"));
    return this.#open(this.text.value);
  }

  async #take() {
    const [file] = this.file.files;
    if (file) await this.#open(await file.arrayBuffer());
    this.file.value = "";
  }

  async #open(source) {
    const { app } = this.make;
    try {
      await app.openSource(source);
      this.told.textContent = "";
      app.go("play");
    } catch (error) {
      const where = error.line ? ` (line ${error.line})` : "";
      this.told.textContent = error.code === "offline" ? error.message : t("unreadable", { message: error.message + where });
    }
  }
}
