// Links, ids and other programs' notations to copy, and the printer.

import { askOnce, askWhole } from "../backend.js";
import { button, choose, field, h } from "../dom.js";
import { openDialog } from "../help.js";
import { copy, linkTo } from "../share.js";
import { t } from "../strings.js";
import { waiting } from "../waiting.js";
import { printPuzzles } from "./printing.js";

const NOTATIONS = ["non", "puzzlink"];
const PUZZLINK = ["https:", "", "puzz.link", "p?"].join("/"); // only copied: nothing is asked there

export class Sharing {
  constructor(play) {
    this.play = play;
    this.position = h("input", { type: "checkbox", class: "with-position" });
    this.number = choose(t("print_number"), this.#numbers(), "1", null, { class: "print-number" });
    this.each = choose(t("print_page"), [1, 2, 4, 6].map((n) => [String(n), String(n)]), "1", null, { class: "print-page" });
    this.rules = h("input", { type: "checkbox", checked: true, class: "print-rules" });
    this.asPlayed = h("input", { type: "checkbox" });
    this.solutions = h("input", { type: "checkbox", checked: true, class: "print-solutions" });
    this.notations = NOTATIONS.map((name) =>
      button(t(`copy_${name}`), () => this.#convert(name), { class: `copy-${name}`, value: name }),
    );
    this.element = h(
      "div",
      { class: "fields" },
      h("div", { class: "buttons" }, button(t("share_link"), () => this.link(), { class: "share-link" }), field(t("share_position"), this.position)),
      h(
        "div",
        { class: "buttons" },
        button(t("copy_id"), () => this.copy(play.model.id, t("copied_id")), { class: "copy-id" }),
        this.notations,
      ),
      this.number,
      this.each,
      field(t("print_rules"), this.rules),
      field(t("print_position"), this.asPlayed),
      field(t("print_solutions"), this.solutions),
      h("div", { class: "buttons" }, button(t("print"), () => this.#print(), { class: "print" })),
    );
  }

  /** Offer the notations that the puzzle's kind has; all of them where nobody answers. */
  async suit() {
    const formats = await askOnce("formats").catch(() => []);
    for (const one of this.notations) {
      const { kinds = "all", cannot_hold = "" } = formats.find(({ name }) => name === one.value) ?? {};
      const { kind, colours = [] } = this.play.model ?? {};
      const colourless = colours.length > 0 && cannot_hold.split(", ").includes("colours");
      one.hidden = colourless || (kinds !== "all" && !kinds.includes(kind));
    }
  }

  #numbers() {
    return [1, 2, 4, 6].map((n) => [String(n), n === 1 ? t("print_number_one") : t("print_number_more", { count: n - 1 })]);
  }

  link() {
    const { model, game } = this.play;
    const grid = this.position.checked ? game.text() : null;
    return this.copy(linkTo({ puzzle: model.id, grid, title: game.title }), t("copied_link"));
  }

  async #convert(to) {
    try {
      const { text } = await waiting(async (signal) => askWhole("convert", { puzzle: await this.#titled(signal), to, lossy: true }, { signal }));
      await this.copy(to === "puzzlink" ? PUZZLINK + text.trim() : text, t(`copied_${to}`));
    } catch (error) {
      this.play.app.complain(error);
    }
  }

  /** The puzzle with its title and author, where it has them: as a record. */
  async #titled(signal) {
    const { model, game } = this.play;
    const named = { ...(game.title && { title: game.title }), ...(model.author && { author: model.author }) };
    if (!Object.keys(named).length) return model.id;
    const { text } = await askWhole("convert", { puzzle: model.id, to: "jsonl", lossy: true }, { signal });
    const { id, ...record } = JSON.parse(text);
    return { ...record, ...named };
  }

  async copy(text, what) {
    if (await copy(text)) return this.play.app.toast(t("share_copied", { what }), "note passing");
    const box = h("textarea", { readOnly: true, rows: 4, value: text, "aria-label": what });
    openDialog(what, [h("p", {}, t("share_failed")), box]);
    return box.select();
  }

  #print() {
    const options = { position: this.asPlayed.checked, solutions: this.solutions.checked, rules: this.rules.checked, each: Number(this.each.control_.value) };
    return printPuzzles(this.play, Number(this.number.control_.value), options);
  }
}
