// Waiting is visible: a quiet line where the answer will be, with Stop.

import { button, h } from "./dom.js";
import { t } from "./strings.js";

export const PATIENCE = 200; // milliseconds, after which a person wants to know that something is being done

/** The line: it is seen after a moment, for most answers are there before. */
export const waitingLine = (words, stop) =>
  h("span", { class: "waiting-line", role: "status" }, h("span", { class: "spinner", "aria-hidden": "true" }), h("span", {}, words), button(t("make_stop"), stop, { class: "stop" }));

/** Ask; where that takes a while, the line stands at the edge of the page until the answer is there. */
export async function waiting(ask, words = t("working")) {
  const stop = new AbortController();
  const line = waitingLine(words, () => stop.abort());
  line.action = true; // other messages do not push it away
  const timer = setTimeout(() => document.getElementById("toasts").append(line), PATIENCE);
  try {
    return await ask(stop.signal);
  } finally {
    clearTimeout(timer);
    line.remove();
  }
}
