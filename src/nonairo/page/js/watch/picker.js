// Which engine, with which of its options: from what the answer `engines` tells.

import { choose, field, h } from "../dom.js";
import { inWords } from "../looks.js";
import { t } from "../strings.js";
import { engineName } from "./replay.js";

/** The engines that tell what they do, are here, and take a kind of puzzle. */
export function ableEngines(engines, kind) {
  return engines.filter(
    ({ traces, absent, kinds }) => traces && !absent && (kinds === "all" || kinds.includes(kind)),
  );
}

export class EnginePicker {
  constructor(onchange) {
    this.onchange = onchange;
    this.select = h("select", { class: "engine", onchange: () => this.#chosen() });
    this.options = h("div", { class: "options" });
    this.chosen = h("summary");
    this.details = h("details", { class: "engine-options" }, this.chosen, this.options);
    this.summary = h("small", { class: "engine-summary" });
    this.field = field("", this.select);
    this.element = h("div", { class: "picker" }, this.field, this.details, this.summary);
  }

  /** Its label, and whether there is room for the options at once. */
  arrange(label, roomy) {
    this.field.firstChild.textContent = label;
    this.details.open = roomy;
  }

  /** Offer these for a puzzle; keeps the choice where it can. */
  offer(engines, usual, model) {
    this.engines = engines;
    this.model = model;
    const before = this.select.value;
    const files = engines.map(({ name }) => engineName(name));
    const alone = (name) => (files.filter((each) => each === engineName(name)).length > 1 ? name : engineName(name));
    this.select.replaceChildren(...engines.map(({ name }) => h("option", { value: name, title: name }, alone(name))));
    const has = (name) => engines.some((engine) => engine.name === name);
    const wanted = [before, usual].find((name) => name && has(name)) ?? engines[0]?.name;
    this.select.value = wanted;
    if (wanted !== this.drawn) this.#drawOptions();
    else this.describe();
  }

  /** What the engine does, in the words for the symbols as they look now. */
  describe() {
    if (this.model) this.summary.textContent = inWords(this.engine?.summary ?? "", this.model);
  }

  /** Choose what a link names: an engine with its options, and a seed; false if there is no such engine. */
  take({ engine, seed }) {
    const [name, ...written] = engine.split(":");
    if (!this.engines?.some((each) => each.name === name)) return false;
    this.select.value = name;
    this.#drawOptions();
    const options = new Map(written.join(":").split(",").filter(Boolean).map((part) => part.split("=")));
    for (const [option, value] of options) {
      const box = this.boxes.find(([each]) => each === option)?.[1].control_;
      if (![...(box?.options ?? [])].some((each) => each.value === value)) return false;
      box.value = value;
    }
    if (this.seed && seed) this.seed.value = seed;
    this.#tellChosen();
    return true;
  }

  get engine() {
    return this.engines?.find(({ name }) => name === this.select.value) ?? null;
  }

  #drawOptions() {
    const { engine } = this;
    this.drawn = engine?.name;
    this.describe();
    const changed = () => {
      this.#tellChosen();
      this.onchange();
    };
    this.boxes = Object.entries(engine?.options ?? {}).map(([name, values]) => {
      const choices = values.map((value) => [value, value]);
      return [name, choose(name, choices, values[0], changed, { class: `option-${name}` })];
    });
    const draws = Object.values(engine?.options ?? {}).flat().includes("random");
    this.seed = draws ? h("input", { type: "number", class: "seed", min: 0, value: 0, step: 1, onchange: changed }) : null;
    this.options.replaceChildren(
      ...this.boxes.map(([, box]) => box),
      ...(this.seed ? [field(t("watch_seed"), this.seed)] : []),
    );
    this.details.hidden = !this.options.childElementCount;
    this.#tellChosen();
  }

  /** Seen even when the options are folded away. */
  #tellChosen() {
    const chosen = this.#unusual();
    this.chosen.textContent = chosen.length ? t("watch_options_chosen", { chosen: chosen.join(", ") }) : t("watch_options");
  }

  #unusual() {
    return this.boxes
      .map(([name, box]) => [name, box.control_.value])
      .filter(([name, value]) => this.engine.options[name][0] !== value)
      .map(([name, value]) => `${name}=${value}`);
  }

  #chosen() {
    this.#drawOptions();
    this.onchange();
  }

  /** As a request has it: the name with the options that are not the usual ones, and a seed. */
  get request() {
    const chosen = this.#unusual();
    const engine = chosen.length ? `${this.engine.name}:${chosen.join(",")}` : this.engine.name;
    const seed = Math.max(0, Math.floor(Number(this.seed?.value ?? 0)) || 0);
    return this.seed ? { engine, seed } : { engine };
  }
}
