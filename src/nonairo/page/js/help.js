// The help overlay: the rules of the puzzle that is open, with a small example, and every way to play it.

import { app } from "./app.js";
import { button, h } from "./dom.js";
import { howToPlay } from "./howto.js";
import { aboutColours, ruleInWords } from "./looks.js";
import { capital, t } from "./strings.js";

const KEYS = [
  ["← ↑ → ↓", "arrows"],
  ["0 1 … 9", "symbols"],
  ["X", "cross"],
  ["Space, Enter", "cycle"],
  ["Backspace, Delete", "clear"],
  ["Ctrl + Z", "undo"],
  ["H", "hint"],
  ["C", "check"],
  ["S", "suppose"],
  ["P", "pencil"],
  ["+ − F", "zoom"],
  ["?", "help"],
];

const TOUCH = window.matchMedia("(pointer: coarse)"); // who has only fingers reads about them first

const STEPPING = [
  ["← →, ↑ ↓", "one"],
  ["Page ↑, Page ↓", "ten"],
  ["Home, End", "ends"],
  ["Space", "play"],
];

const listed = (keys, word) =>
  h("dl", { class: "keys" }, keys.flatMap(([key, name]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, word(name))]));

export function showHelp() {
  openDialog(t("help_title"), [
    app.model ? rulesOf(app.model) : null,
    ...(TOUCH.matches ? ["help_touch", "help_mouse"] : ["help_mouse", "help_touch"]).map((key) => h("p", {}, t(key))),
    h("p", {}, aboutColours("help_colours")),
    h("h3", {}, t("help_keys")),
    listed(KEYS, (name) => t(`help_key_${name}`)),
    h("h3", {}, t("help_stepping")),
    listed(STEPPING, (name) => t(`help_step_${name}`)),
  ]);
}

/** The rules in one sentence, and as soon as the example is there, in pictures. */
function rulesOf(model) {
  const summary = `${capital(ruleInWords(model.summary, model))}.`;
  const rules = h("div", { class: "rules" }, h("p", {}, h("strong", {}, `${t("help_rules")}: `), summary));
  howToPlay(app, model)
    .then((shown) => shown && rules.replaceChildren(h("h3", {}, t("help_rules")), shown))
    .catch(() => {}); // the sentence is enough
  return rules;
}

export function openDialog(title, content) {
  const close = button(t("close"), () => dialog.close(), { class: "dialog-close" });
  const heading = h("h2", { tabIndex: -1, autofocus: true }, title); // read from the top, not from Close
  const dialog = h("dialog", { "aria-label": title }, h("div", { class: "dialog-head" }, heading, close), ...content.filter(Boolean));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
