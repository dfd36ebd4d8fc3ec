// What follows from suppositions, as numbered steps that can be looked at one by one.

import { button, h } from "../dom.js";
import { quoting } from "../english.js";
import { inWords, saidOf } from "../looks.js";
import { sentence, t } from "../strings.js";
import { suppositions } from "./walkthrough.js";

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
    let below = 0;
    const next = () => `${number ? `${number}.` : ""}${(below += 1)}`;
    const inner = chain.steps.map((each, k) => {
      const said = sentence(inWords(firstLine(each.text), walkthrough.model));
      const link = choose(quoting("learn_chain", { n: k + 1, text: said }, "text"), whole, before + k + 1);
      const upTo = { ...whole, steps: whole.steps.slice(0, before + k) };
      return h("li", {}, link, ...suppositions(each).map((tree) => drawChain(tree, upTo, next())));
    });
    const { cases } = chain;
    const supposed = { what: effectText(walkthrough, chain.suppose) };
    const name = number ? t("learn_case", { number, ...supposed }) : t("learn_suppose", supposed);
    const end = cases.length
      ? t("learn_chain_cases", { cell: nameOf(cases[0].suppose) })
      : chain.ends ? quoting("learn_chain_broken", { text: inWords(chain.ends.text, walkthrough.model) }, "text") : t("learn_chain_same");
    const parts = [
      choose(name, whole, whole.steps.length),
      h("ol", {}, inner),
      h("p", { class: chain.ends || cases.length ? "end broken-end" : "end" }, end),
      ...cases.map((each) => drawChain(each, whole, next())),
    ];
    // What is supposed inside a supposition unfolds.
    return outer ? h("details", { class: "chain" }, h("summary", {}, name), ...parts) : h("div", { class: "chain" }, ...parts);
  };
  const chains = suppositions(step).map((chain) => drawChain(chain, null, ""));
  const cells = step.effects.map((effect) => effectText(walkthrough, effect)).join(", ");
  return [...chains, h("p", { class: "so" }, t("learn_so", { cells }))];
}

/** A case as one chain from the first supposition on. */
function inside(outer, chain) {
  if (!outer) return chain;
  return { ...chain, suppose: outer.suppose, steps: [...outer.steps, { effects: [chain.suppose] }, ...chain.steps] };
}

function firstLine(text) {
  return text.split("\n", 1)[0];
}

function nameOf([row, col]) {
  return `r${row + 1}c${col + 1}`;
}

function effectText(walkthrough, [row, col, symbol]) {
  const value = saidOf(walkthrough.model, walkthrough.valueOf(symbol));
  return t("learn_is", { cell: nameOf([row, col]), value });
}
