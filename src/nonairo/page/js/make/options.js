// Fields for what only some kinds can be asked for, as the list of kinds tells them.

import { field, h } from "../dom.js";
import { capital, t } from "../strings.js";

export class Options {
  constructor() {
    this.element = h("div", { class: "fields options" });
    this.kind = null;
  }

  use(kind) {
    if (this.kind === kind) return;
    this.kind = kind;
    this.inputs = (kind.options ?? []).map((option) => ({ option, input: inputFor(option) }));
    this.element.hidden = !this.inputs.length;
    this.element.replaceChildren(...this.inputs.map(({ option, input }) => field(nameOf(option), input)));
  }

  /** The names of what was filled in. */
  get filled() {
    return (this.inputs ?? []).filter(({ input }) => input.checked || input.value.trim()).map(({ option }) => option.name);
  }

  /** What was filled in; numbers as numbers. */
  get request() {
    const found = {};
    for (const { option, input } of this.inputs ?? []) {
      if (option.type === "flag" && input.checked) found[option.name] = true;
      else if (option.type !== "flag" && input.value.trim()) found[option.name] = valueOf(option, input);
    }
    return found;
  }
}

function inputFor({ name, type, least, most, doc }) {
  const common = { class: `make-option-${name}`, title: doc };
  if (type === "flag") return h("input", { type: "checkbox", ...common });
  if (type === "text") return h("input", { type: "text", ...common });
  const step = type === "whole" ? "1" : "any";
  return h("input", { type: "number", min: least, max: most, step, ...common });
}

function valueOf({ type, name }, input) {
  if (type === "text") return input.value;
  if (!input.checkValidity()) throw new Error(`${nameOf({ name })}: ${input.validationMessage}`);
  return Number(input.value);
}

function nameOf({ name }) {
  const known = t(`make_option_${name}`);
  return known === `make_option_${name}` ? capital(name) : known;
}
