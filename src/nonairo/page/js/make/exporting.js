// The edited puzzle in every text format, to copy or to save.

import { askOnce, askWhole } from "../backend.js";
import { button, choose, fill, h } from "../dom.js";
import { copy } from "../share.js";
import { t } from "../strings.js";

export class Exporting {
  constructor(make) {
    this.make = make;
    this.format = choose(t("export_format"), [["id", "id"]], "id", () => this.write(), { class: "export-format" });
    this.text = h("textarea", { rows: 6, readOnly: true, class: "export-text", "aria-label": t("export") });
    this.lossy = h("p", { class: "told", role: "status" });
    this.element = h(
      "div",
      { class: "fields" },
      this.format,
      this.text,
      this.lossy,
      h("div", { class: "buttons" }, button(t("export_copy"), () => this.#copy()), button(t("export_save"), () => this.#save(), { class: "export-save" })),
    );
    this.#list();
  }

  async #list() {
    try {
      this.formats = await askOnce("formats");
    } catch (error) {
      this.lossy.textContent = error.message; // asked for again after the next stroke
      return;
    }
    this.use();
  }

  /** Offer the formats that can hold the puzzle's kind. */
  use() {
    if (!this.formats) return this.#list();
    const kind = this.make.editor.kind?.name;
    const fits = ({ writes, binary, kinds }) => writes && !binary && (kinds === "all" || kinds.includes(kind));
    const names = this.formats.filter(fits);
    const before = this.format.control_.value;
    fill(this.format.control_, names.map(({ name, summary }) => [name, `${name}: ${summary}`]));
    this.format.control_.value = names.some(({ name }) => name === before) ? before : (names[0]?.name ?? "");
    return this.write();
  }

  /** What was asked for before is given up: the last puzzle and format count. */
  async write() {
    this.request?.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    const { record } = this.make.editor;
    const to = this.format.control_.value;
    if (!record || !to) return;
    try {
      const { text } = await askWhole("convert", { puzzle: record, to, lossy: true, time_limit: 10 }, { signal });
      if (signal.aborted) return;
      this.text.value = text ?? "";
      const lost = this.formats.find(({ name }) => name === to)?.cannot_hold;
      this.lossy.textContent = lost ? t("export_lossy", { what: lost }) : "";
    } catch (error) {
      if (error.name === "AbortError") return;
      this.text.value = "";
      this.lossy.textContent = error.message;
    }
  }

  async #copy() {
    const { app } = this.make;
    if (await copy(this.text.value)) app.toast(t("share_copied", { what: t("copied_text") }));
    else this.text.select();
  }

  #save() {
    const to = this.format.control_.value;
    const suffix = this.formats.find(({ name }) => name === to)?.suffixes?.[0] ?? ".txt";
    const address = URL.createObjectURL(new Blob([this.text.value], { type: "text/plain" }));
    h("a", { href: address, download: `puzzle${suffix}` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
}
