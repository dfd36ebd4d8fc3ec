// What all tabs share: the puzzle that is open, messages, and the way from a text to a puzzle.

import { askWhole, onAnswer } from "./backend.js";
import { toBase64 } from "./base64.js";
import { button, h } from "./dom.js";
import { describeId } from "./ids/reading.js";
import { language } from "./language.js";
import { modelOf } from "./model.js";
import { savedPuzzle } from "./storage.js";
import { capital, t } from "./strings.js";
import { waiting } from "./waiting.js";

export const MOST_CELLS = 22_500; // more elements than this no browser moves smoothly

class App extends EventTarget {
  model = null; // the puzzle that is open
  linked = null; // what the address said when it was opened, for the tab that it is about
  position = null; // gives the cells of the game that is played, as text
  #asked = 0; // how many puzzles were asked for: of answers that overtake each other the last one asked for counts

  /** Say something to people who listen instead of looking. */
  announce(text) {
    const live = document.getElementById("live");
    live.textContent = live.textContent === text ? `${text}\u00a0` : text;
  }

  /** A message at the edge, which goes when it is read. */
  toast(text, kind = "note", action = null) {
    const toasts = document.getElementById("toasts");
    for (const old of [...toasts.children]) if (!old.action) old.remove(); // what can be undone stays
    const act = action && button(action[0], () => (toast.remove(), action[1]()));
    const close = button("×", () => toast.remove(), { class: "close", "aria-label": t("close") });
    const toast = h("div", { class: `toast ${kind}` }, h("p", {}, text), act, close);
    toast.action = action;
    toasts.append(toast);
    while (toasts.children.length > 3) toasts.firstChild.remove();
    setTimeout(() => toast.remove(), kind.startsWith("error") ? 15_000 : 6_000);
  }

  complain(error) {
    if (error.name === "AbortError") return;
    this.toast(error.message, error.code === "offline" ? "error offline" : "error");
  }

  /** Somebody answers again: that nobody does is no longer true. */
  reached() {
    this.dispatchEvent(new CustomEvent("reached"));
    for (const toast of document.querySelectorAll(".toast.offline")) toast.remove();
  }

  /** The puzzle in a text, an id, a record or the bytes of a file; ids and saved puzzles need no answer. */
  async read(source, signal) {
    const id = typeof source === "string" ? source.trim() : "";
    const known = savedPuzzle(id) ?? describeId(id);
    const request = source instanceof ArrayBuffer ? { puzzle_base64: toBase64(source) } : { puzzle: source };
    const description = known ?? (await askWhole("describe", request, { signal }));
    const { height, width } = description;
    if (height * width > MOST_CELLS) {
      const most = MOST_CELLS.toLocaleString(language);
      throw new Error(t("too_large", { height, width, most }));
    }
    return modelOf(description);
  }

  /** Open a puzzle for all tabs. `options`: grid, level, title, note (what to say of it), hint and guide (whether to give them), exercise (what to look for). */
  open(model, options = {}) {
    this.#asked += 1;
    this.model = model;
    this.opened = { model, ...options }; // for tabs that are not there yet
    this.dispatchEvent(new CustomEvent("open", { detail: { model, ...options } }));
  }

  /** Open what a source says; trouble is the caller's. If another was asked for meanwhile, neither matters any more. */
  async openSource(source, options = {}) {
    const turn = ++this.#asked;
    let model;
    try {
      model = await waiting((signal) => this.read(source, signal), t("opening"));
    } catch (error) {
      if (turn === this.#asked) throw error;
    }
    if (turn === this.#asked) this.open(model, { note: model?.note && `${capital(model.note)}.`, ...options });
  }

  async openText(source, options = {}) {
    try {
      await this.openSource(source, options);
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  /** The solution of the open puzzle is shown: its time is no longer a best time. */
  spoil() {
    this.dispatchEvent(new CustomEvent("spoil"));
  }

  /** Show another tab; `entry` as the browser's history takes it up. */
  go(tab, entry = "replaceState") {
    document.getElementById("toasts").replaceChildren(); // they were about this one
    this.dispatchEvent(new CustomEvent("go", { detail: { tab, entry } }));
  }
}

export const app = new App();
onAnswer(() => app.reached());
