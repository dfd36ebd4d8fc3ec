// What follows from suppositions, as numbered steps that can be looked at one by one.

import { button, h } from "../dom.js";
import { inWords, saidOf } from "../looks.js";
import { sentence, t } from "../strings.js";

/** `show(chain, inner)` draws the grid inside a chain; `show(null)` goes back to the step. */
export function chainsOf(walkthrough, step, show) {
  const pressed = [];
  const choose = (label, chain, inner) => {
    const one = button(label, () => {
      const again = one.getAttribute("aria-pressed") === "true";
      pressed.forEach((other) => other.setAttribute("aria-pressed", "false"));
      one.setAttribute("aria-pressed", String(!again));
      show(again ? null : chain, inner);
    }, { class: "inner", "aria-pressed": "false" });
    pressed.push(one);
    return one;
  };
  const drawChain = (chain, outer, number) => {
    const whole = inside(outer, chain); // what is drawn: this chain after all that it stands in
    const before = whole.steps.length - chain.steps.length;
    const inner = chain.steps.map((each, k) =>
      h("li", {}, choose(t("learn_chain", { n: k + 1, text: sentence(inWords(each.text, walkthrough.model)) }), whole, before + k + 1)),
    );
    const cases = chain.cases ?? [];
    const supposed = { what: told(walkthrough, chain.assumed) };
    const name = number ? t("learn_case", { number, ...supposed }) : t("learn_suppose", supposed);
    const end = cases.length
      ? t("learn_chain_cases", { cell: nameOf(cases[0].assumed) })
      : chain.broken ? t("learn_chain_broken", { text: inWords(chain.broken.text, walkthrough.model) }) : t("learn_chain_same");
    return h(
      "div",
      { class: "chain" },
      choose(name, whole, whole.steps.length),
      h("ol", {}, inner),
      h("p", { class: chain.broken || cases.length ? "end broken-end" : "end" }, end),
      ...cases.map((each, k) => drawChain(each, whole, number ? `${number}.${k + 1}` : `${k + 1}`)),
    );
  };
  const chains = step.chains.map((chain) => drawChain(chain, null, ""));
  const cells = step.effects.map((effect) => told(walkthrough, effect)).join(", ");
  return [...chains, h("p", { class: "so" }, t("learn_so", { cells }))];
}

/** A case as one chain from the first supposition on. */
function inside(outer, chain) {
  if (!outer) return chain;
  return { ...chain, assumed: outer.assumed, steps: [...outer.steps, { effects: [chain.assumed] }, ...chain.steps] };
}

function nameOf([row, col]) {
  return `r${row + 1}c${col + 1}`;
}

function told(walkthrough, [row, col, symbol]) {
  const value = saidOf(walkthrough.model, walkthrough.valueOf(symbol));
  return t("learn_is", { cell: nameOf([row, col]), value });
}
