// A part of a notebook of our own: the page's style inside it changes nothing outside.

import { h } from "../page/js/dom.js";

const MOST = 34; // pixels of a cell
const LEAST = 14;

/** An element inside, with the page's style; `:root` is the part itself. */
export function shell(model, el, name) {
  const host = h("div", { class: "nonairo" });
  el.append(host);
  const inside = host.attachShadow({ mode: "open" });
  const root = h("div", { class: `widget ${name}` });
  inside.append(h("style", {}, model.get("style").replaceAll(":root", ":host")), root);
  return root;
}

/** The largest cells with which the whole grid is seen. */
export function suit(view, room) {
  let pixels = MOST;
  while (pixels > LEAST && view.measure(pixels).width > room) pixels--;
  view.resize(pixels);
}
