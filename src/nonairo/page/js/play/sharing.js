// Links, ids and other programs' notations to copy, and the printer.

import { ask } from "../backend.js";
import { button, choose, field, h } from "../dom.js";
import { openDialog } from "../help.js";
import { copy, linkTo } from "../share.js";
import { t } from "../strings.js";
import { printPuzzles } from "./printing.js";

export class Sharing {
  constructor(play) {
    this.play = play;
    this.position = h("input", { type: "checkbox", class: "with-position" });
    this.number = choose(t("print_number"), this.#numbers(), "1", null, { class: "print-number" });
    this.asPlayed = h("input", { type: "checkbox" });
    this.solutions = h("input", { type: "checkbox", checked: true, class: "print-solutions" });
    this.element = h(
      "div",
      { class: "fields" },
      h("div", { class: "buttons" }, button(t("share_link"), () => this.link(), { class: "share-link" }), field(t("share_position"), this.position)),
      h(
        "div",
        { class: "buttons" },
        button(t("copy_id"), () => this.#copy(play.model.id, t("copy_id")), { class: "copy-id" }),
        button(t("copy_non"), () => this.#convert("non"), { class: "copy-non" }),
        button(t("copy_puzzlink"), () => this.#convert("puzzlink"), { class: "copy-puzzlink" }),
      ),
      this.number,
      field(t("print_position"), this.asPlayed),
      field(t("print_solutions"), this.solutions),
      h("div", { class: "buttons" }, button(t("print"), () => this.#print(), { class: "print" })),
    );
  }

  #numbers() {
    return [1, 2, 4, 6].map((n) => [String(n), n === 1 ? t("print_number_one") : t("print_number_more", { count: n - 1 })]);
  }

  link() {
    const { model, game } = this.play;
    const grid = this.position.checked ? game.text() : null;
    return this.#copy(linkTo({ puzzle: model.id, grid, title: game.title }), t("share_link"));
  }

  async #convert(to) {
    try {
      const { text } = await ask("convert", { puzzle: this.play.model.id, to, lossy: true });
      await this.#copy(text, to);
    } catch (error) {
      this.play.app.complain(error);
    }
  }

  async #copy(text, what) {
    if (await copy(text)) return this.play.app.toast(t("share_copied", { what }));
    const box = h("textarea", { readOnly: true, rows: 4, value: text, "aria-label": what });
    openDialog(what, [h("p", {}, t("share_failed")), box]);
    return box.select();
  }

  #print() {
    const options = { position: this.asPlayed.checked, solutions: this.solutions.checked };
    return printPuzzles(this.play, Number(this.number.control_.value), options);
  }
}
