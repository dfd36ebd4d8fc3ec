// A new puzzle in three taps: kind, size, level. A kind shows its rules in one picture and a few sentences.

import { askWhole } from "../backend.js";
import { button, h } from "../dom.js";
import { solved } from "../example.js";
import { explained, inPictures, inSentences } from "../howto.js";
import { labelled } from "../icons.js";
import { dayOf } from "../make/daily.js";
import { levelsMade, tableMade } from "../make/levels.js";
import { levelName, titleOf } from "../names.js";
import { read, savedGames, write } from "../storage.js";
import { capital, t } from "../strings.js";
import { thumb } from "../thumb.js";
import { waitingLine } from "../waiting.js";

const A_MONDAY = "2026-01-05"; // when puzzles of the day are easy
const TRIES = [3, 5, 12]; // seconds: what is not found soon is often found from another beginning
const LEAST_SIDE = 4;
const COLOURS = "colours"; // among the rules: not a rule, but an option
const HOW_MANY = 4; // colours

export class Fresh {
  constructor(start) {
    this.start = start;
    this.kinds = h("ul", { class: "choices kind-cards" });
    this.panel = h("div", { class: "start-panel", hidden: true });
    this.element = h("section", { class: "start-fresh" }, h("h2", {}, t("start_new")), this.kinds, this.panel);
    this.kinds.replaceChildren(...start.kinds.flatMap((kind) => [kind, ...(kind.presets ?? [])].map(({ name }) => h("li", {}, this.#card(kind, name)))));
  }

  /** The example of a kind; of a preset the easy puzzle of a day, or else the example with its rules. */
  async #exampleOf(kind, name) {
    const preset = kind.presets?.find((each) => each.name === name);
    if (!preset) return kind.example;
    const found = await dayOf(name, A_MONDAY).catch(() => null);
    return found?.id ?? kind.example.replace(":", `@${preset.rules}:`);
  }

  #card(kind, name) {
    const picture = h("span", { class: "picture-space" });
    const card = button([picture, h("strong", {}, capital(name))], () => this.choose(kind, name), { class: "choice kind", "aria-expanded": "false" });
    card.dataset.kind = name;
    this.#exampleOf(kind, name)
      .then((id) => this.start.app.read(id))
      .then((model) => picture.replaceChildren(thumb(model, solved(model) ?? model.givens)))
      .catch(() => {}); // a card does without
    return card;
  }

  async choose(kind, name) {
    this.request?.abort();
    this.kind = kind;
    this.name = name;
    this.rules = "";
    this.size = null;
    for (const card of this.kinds.querySelectorAll(".choice")) card.setAttribute("aria-expanded", String(card.dataset.kind === name));
    this.rulesBox = h("div", { class: "start-rules" });
    this.steps = h("div", { class: "start-steps" });
    this.panel.replaceChildren(this.rulesBox, this.steps);
    this.panel.hidden = false;
    this.#offer();
    await this.#explain(await this.#exampleOf(kind, name));
    this.panel.scrollIntoView({ block: "nearest" });
  }

  /** The rules of what is chosen, in a picture and in sentences; who has not played the kind is offered five guided moves. */
  async #explain(first) {
    const { kind, name, rules } = this;
    const { lines, example } = explained(kind, this.#special()) ?? { lines: kind.how_to_play, example: kind.example };
    const id = rules ? example : first;
    const model = await this.start.app.read(id).catch(() => null);
    if (this.name !== name || this.rules !== rules || !model) return;
    const guided = read("guided", []);
    const isKnown = guided.includes(name) || savedGames().some(({ about }) => about.title?.toLowerCase() === name || about.kind === name);
    const guide = button(labelled("learn", t(isKnown ? "guide_again" : "guide_start")), () => this.#guide(id), { class: isKnown ? "guide" : "guide primary" });
    this.rulesBox.replaceChildren(inPictures(model), h("div", {}, inSentences(lines, model), guide));
  }

  /** The rules that are chosen beside the usual ones of the kind. */
  #special() {
    if (this.rules === COLOURS) return [COLOURS];
    const { rules = "standard", signs } = this.#asked();
    const named = rules.split("+").filter((rule) => rule !== "standard");
    return signs ? [...named, "signs"] : named;
  }

  async #guide(id) {
    const guided = read("guided", []);
    if (!guided.includes(this.name)) write("guided", [...guided, this.name]);
    await this.start.play(id, { guide: true });
  }

  #asked() {
    const asked = this.start.asked(this.name);
    return this.rules && this.rules !== COLOURS ? { ...asked, rules: this.rules } : asked;
  }

  get #filled() {
    return this.rules === COLOURS ? [COLOURS] : [];
  }

  #levels(size) {
    return levelsMade(this.kind, this.#asked(), this.#filled, String(size));
  }

  /** Sizes, then levels; for a kind with variants these first. */
  #offer() {
    const { kind, name } = this;
    const table = tableMade(kind, this.#asked(), this.#filled);
    const sides = table ? Object.keys(table).map(Number) : [...new Set(kind.sizes)];
    const sizes = sides.filter((side) => side >= LEAST_SIDE && this.#levels(side).length > 1);
    if (!sizes.includes(this.size)) this.size = null;
    const isPreset = kind.presets?.some((preset) => preset.name === name);
    const variants = isPreset ? [] : [...(kind.variants ?? []), ...(kind.made?.[COLOURS] ? [COLOURS] : [])];
    const variantName = (rules) => (rules === COLOURS ? t("start_coloured") : rules ? titleOf(name, rules) : t("start_usual"));
    const rows = [
      variants.length ? this.#row("start_variant", ["", ...variants].map((rules) => [rules, variantName(rules)]), this.rules, (rules) => this.#vary(rules)) : null,
      this.#row("make_size", sizes.map((side) => [side, `${side}×${side}`]), this.size, (side) => (this.size = side)),
    ];
    if (this.size !== null) {
      const levels = this.#levels(this.size).map((level) => [level, levelName(kind.levels.find((each) => each.level === level))]);
      rows.push(this.#row("make_level", levels, null, (level) => this.#make(level)));
    }
    this.status = h("div", { class: "start-status" });
    const held = this.steps.contains(document.activeElement) ? document.activeElement.dataset.choice : null;
    this.steps.replaceChildren(...rows.filter(Boolean), this.status);
    if (held) this.steps.querySelector(`[data-choice="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
    if (this.size !== null) this.#reveal();
  }

  /** On a phone the levels, and what becomes of the press on one, would be below the edge. */
  #reveal() {
    this.status.scrollIntoView({ block: "nearest" });
  }

  #tell(...content) {
    this.status.replaceChildren(...content);
    this.#reveal();
  }

  async #vary(rules) {
    this.rules = rules;
    await this.#explain(await this.#exampleOf(this.kind, this.name));
  }

  #row(title, choices, chosen, pick) {
    const chips = choices.map(([value, words]) => {
      const press = () => {
        pick(value);
        if (title !== "make_level") this.#offer();
      };
      const chip = button(words, press, { class: "chip", data: { choice: `${title} ${value}` } });
      if (title !== "make_level") chip.setAttribute("aria-pressed", String(value === chosen));
      return chip;
    });
    return h("div", { class: `chips ${title}`, role: "group", "aria-label": t(title) }, h("span", { class: "chips-title" }, t(title)), chips);
  }

  async #make(level) {
    this.request?.abort();
    const stop = new AbortController();
    this.request = stop;
    const request = { kind: this.name, size: [this.size, this.size], level };
    if (this.rules === COLOURS) request.colours = HOW_MANY;
    else if (this.rules) request.rules = this.rules;
    this.#tell(waitingLine(t("make_working"), () => stop.abort()));
    try {
      const record = await made(request, stop.signal);
      if (stop === this.request) await this.start.play(record, { level: this.start.level(this.name, level) });
      this.status.replaceChildren();
    } catch (error) {
      if (stop === this.request) this.#tell(error.name === "AbortError" ? "" : h("span", { role: "alert" }, error.message));
    }
  }
}

/** A new puzzle; where the time for one try is over, another one begins. */
async function made(request, signal) {
  for (const [k, seconds] of TRIES.entries()) {
    try {
      return await askWhole("generate", { ...request, time_limit: seconds }, { signal });
    } catch (error) {
      if (error.code !== "limit" || k === TRIES.length - 1) throw error;
    }
  }
}
