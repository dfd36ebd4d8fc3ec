// The help overlay: the rules of the puzzle that is open, and every way to play it.

import { app } from "./app.js";
import { button, h } from "./dom.js";
import { aboutColours, inWords } from "./looks.js";
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

const STEPPING = [
  ["← →, ↑ ↓", "one"],
  ["Page ↑, Page ↓", "ten"],
  ["Home, End", "ends"],
  ["Space", "play"],
];

const listed = (keys, word) =>
  h("dl", { class: "keys" }, keys.flatMap(([key, name]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, word(name))]));

export function showHelp() {
  const rules = app.model && inWords(app.model.summary, app.model);
  openDialog(t("help_title"), [
    rules ? h("p", { class: "rules" }, h("strong", {}, `${t("help_rules")}: `), `${capital(rules)}.`) : null,
    h("p", {}, t("help_mouse")),
    h("p", {}, t("help_touch")),
    h("p", {}, aboutColours("help_colours")),
    h("h3", {}, t("help_keys")),
    listed(KEYS, (name) => t(`help_key_${name}`)),
    h("h3", {}, t("help_stepping")),
    listed(STEPPING, (name) => t(`help_step_${name}`)),
  ]);
}

export function openDialog(title, content) {
  const close = button(t("close"), () => dialog.close());
  const heading = h("h2", { tabIndex: -1, autofocus: true }, title); // read from the top, not from Close
  const dialog = h("dialog", { "aria-label": title }, heading, ...content.filter(Boolean), close);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
