// The icons: they stand in one picture beside each other, in this order, and take the colour of the text.

import { h } from "./dom.js";

const NAMES = [
  "undo", "redo", "hint", "check", "more", "cycle", "erase", "pencil", "in", "out", "fit", "new",
  "back", "pause", "play", "share", "settings", "games", "times", "suppose", "checkpoint",
  "restart", "path", "day", "gallery", "type", "give", "learn",
];

/** An icon; what it means is always said in words beside it. */
export function icon(name) {
  const element = h("i", { class: "icon", "aria-hidden": "true", data: { icon: name } });
  element.style.setProperty("--n", NAMES.indexOf(name));
  return element;
}

/** A button's content: an icon and words. */
export const labelled = (name, words) => [icon(name), h("span", { class: "words" }, words)];
