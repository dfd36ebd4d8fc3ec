// What follows from suppositions, as numbered steps that can be looked at one by one.

import { button, h } from "../dom.js";
import { wordOf } from "../looks.js";
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
  const chains = step.chains.map((chain) => {
    const inner = chain.steps.map((each, k) =>
      h("li", {}, choose(t("learn_chain", { n: k + 1, text: sentence(each.text) }), chain, k + 1)),
    );
    const end = chain.broken ? t("learn_chain_broken", chain.broken) : t("learn_chain_same");
    return h(
      "div",
      { class: "chain" },
      choose(t("learn_suppose", { what: told(walkthrough, chain.assumed) }), chain, chain.steps.length),
      h("ol", {}, inner),
      h("p", { class: chain.broken ? "end broken-end" : "end" }, end),
    );
  });
  const cells = step.effects.map((effect) => told(walkthrough, effect)).join(", ");
  return [...chains, h("p", { class: "so" }, t("learn_so", { cells }))];
}

function told(walkthrough, [row, col, symbol]) {
  const value = wordOf(walkthrough.model, walkthrough.valueOf(symbol));
  return t("learn_is", { cell: `r${row + 1}c${col + 1}`, value });
}
