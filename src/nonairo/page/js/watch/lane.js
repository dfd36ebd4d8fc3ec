// One engine at work: its choice, the grid, the event in words, the curve. Compare has two.

import { ask } from "../backend.js";
import { h } from "../dom.js";
import { around, english, quoting } from "../english.js";
import { nameOf } from "../names.js";
import { StillGrid } from "../stepping/still.js";
import { many, t } from "../strings.js";
import { Curve } from "./curve.js";
import { EnginePicker } from "./picker.js";
import { Program } from "./program.js";
import { Replay } from "./replay.js";
import { TreeView } from "./treeview.js";
import { marksOf, partsOf, verdictOf } from "./words.js";
import { waitingLine } from "../waiting.js";

const SECONDS = 10;

export class Lane {
  constructor(onchange, onstep) {
    this.picker = new EnginePicker(onchange);
    this.grid = new StillGrid();
    this.curve = new Curve();
    this.program = new Program();
    this.tree = new TreeView(onstep);
    this.inside = h("div", { class: "inside", hidden: true }, this.program.element, this.tree.element);
    this.verdict = h("strong", { class: "verdict" });
    this.sentence = h("span");
    this.event = h("p", { class: "shown-event" }, this.verdict, this.sentence);
    this.state = h("p", { class: "lane-state" });
    this.element = h(
      "div",
      { class: "lane" },
      this.picker.element,
      this.grid.stage,
      h("div", { class: "telling", tabIndex: 0 }, this.event, this.state),
      this.curve.element,
      this.inside,
    );
    this.replay = null;
  }

  /** How its engine is called and its options are shown; the regions of two engines get different names. */
  arrange(label, roomy, alone) {
    this.picker.arrange(label, roomy);
    for (const [part, name] of [
      [this.program, t("watch_program")],
      [this.tree, t("watch_tree")],
    ])
      part.scroller.setAttribute("aria-label", alone ? name : `${name}: ${label}`);
  }

  /** Ask how the chosen engine searches; false if that failed, or something else was asked since. */
  async load(model, most) {
    this.request?.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    this.replay = null;
    this.failed = false;
    if (this.grid.model !== model) this.grid.use(model, nameOf(model));
    else this.grid.show(model.givens);
    this.curve.element.hidden = true;
    this.inside.classList.add("waiting");
    this.#say(null, "");
    this.sentence.replaceChildren(waitingLine(t("watch_working"), () => (this.request.abort(), this.#say(null, t("stopped")))));
    this.state.textContent = "";
    try {
      const request = { puzzle: model.id, limit: 2, max_events: most, time_limit: SECONDS, counters: true, code: true };
      const trace = await ask("trace", { ...request, ...this.picker.request }, { signal });
      if (signal.aborted) return false;
      this.replay = new Replay(model, trace);
      this.#label();
      return true;
    } catch (error) {
      this.failed = error.name !== "AbortError";
      if (this.failed) this.#say(null, error.message);
      return false;
    }
  }

  #label() {
    const { view } = this.grid;
    const label = t("watch_grid", { name: nameOf(this.grid.model), engine: this.replay.engine });
    view.board.setAttribute("aria-label", label);
    view.element.setAttribute("aria-label", label);
  }

  /** The axis of the curve: as many events as the longer of two. */
  begin(length) {
    if (!this.replay) return;
    this.curve.element.hidden = false;
    this.curve.use(this.replay, length);
    this.inside.classList.remove("waiting");
    this.program.use(this.replay);
    this.tree.use(this.replay);
  }

  get done() {
    return this.replay.at === this.replay.length;
  }

  draw(at) {
    const { replay } = this;
    if (!replay) return;
    replay.to(at);
    const { event } = replay;
    this.grid.show(replay.codes, event ? marksOf(event, replay.model, replay.codes) : {});
    this.curve.draw(at);
    if (!this.inside.hidden) {
      this.program.mark(event?.at);
      this.tree.draw();
    }
    const steps = many("steps", replay.length);
    if (event) this.#say(verdictOf(event), this.#sentence(event));
    else this.#say(null, t("watch_begin"));
    const state = replay.cut === null ? [t("watch_lane_done", { steps })] : quoting("watch_cut", { reason: replay.cut }, "reason");
    this.state.replaceChildren(...(this.done ? state : []));
  }

  /** The number of a step and what happens in it; why, in English. */
  #sentence(event) {
    const [before, why, after] = partsOf(event, this.replay.model);
    const [number, rest] = around("watch_sentence", { n: this.replay.at }, "text");
    return [number, before, why && english(why), after, rest].filter(Boolean);
  }

  #say(verdict, text) {
    this.verdict.className = `verdict ${verdict ?? ""}`;
    this.verdict.textContent = verdict ? t(`verdict_${verdict}`) : "";
    this.verdict.hidden = !verdict;
    this.sentence.replaceChildren(...[verdict ? " " : "", text].flat());
  }

  get spoken() {
    return `${this.event.textContent} ${this.state.textContent}`.trim();
  }
}
