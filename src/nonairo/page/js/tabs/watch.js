// The Watch tab: how engines search, event by event; one of them, or two side by side.

import { askOnce } from "../backend.js";
import { button, choose, h, isTyping } from "../dom.js";
import { openDialog } from "../help.js";
import { nameOf } from "../names.js";
import { change, onChange, settings } from "../settings.js";
import { copy, linkTo } from "../share.js";
import { Controls, stepKeys } from "../stepping/controls.js";
import { Stepper } from "../stepping/stepper.js";
import { t } from "../strings.js";
import { Counters } from "../watch/counters.js";
import { Lane } from "../watch/lane.js";
import { outcomeOf } from "../watch/outcome.js";
import { ableEngines } from "../watch/picker.js";

const SPEEDS = [1, 2, 5, 20, 100, 500];
const EVENTS = [1000, 10_000, 50_000];
const SMALL = window.matchMedia("(max-width: 32rem), (max-aspect-ratio: 1/1), (max-height: 34rem)"); // as in the style sheets
const ROOMY = window.matchMedia("(min-width: 70rem) and (min-height: 38rem)"); // for the program and the tree, too
const USUAL = ["walk", "rows"]; // the engines that are shown first

export function mount(root, app) {
  return new Watch(root, app);
}

class Watch {
  constructor(root, app) {
    this.app = app;
    this.root = root;
    this.most = EVENTS[1];
    this.stepper = new Stepper(5);
    this.name = h("h1", { class: "puzzle-name" });
    this.outcome = h("p", { class: "outcome" });
    this.found = h("div", { class: "buttons found-steps" });
    this.counters = new Counters();
    this.controls = new Controls(this.stepper, { speeds: SPEEDS, label: t("watch_scrubber") });
    const jump = (step) => this.stepper.jump(step);
    this.lanes = [0, 1].map((k) => new Lane(() => this.#loadLane(this.lanes[k]), jump));
    const most = EVENTS.map((events) => [String(events), events.toLocaleString("en")]);
    this.events = choose(t("watch_most"), most, String(this.most), (value) => {
      this.most = Number(value);
      this.load();
    });
    this.insideButton = button(t("watch_inside"), () => {
      change("inside", !this.showsInside);
      this.#showInside();
    }, { class: "show-inside" });
    this.backtracks = [-1, 1].map((way) =>
      button(t(way < 0 ? "watch_backtrack_before" : "watch_backtrack_next"), () => this.#toBacktrack(way), {
        class: way < 0 ? "backtrack-before" : "backtrack-next", title: way < 0 ? "Shift + B" : "B" }));
    const link = button(t("watch_link"), () => this.#copyLink(), { class: "link-step" });
    root.append(
      h("div", { class: "lanes" }, this.lanes.map(({ element }) => element)),
      h(
        "div",
        { class: "side" },
        h("div", { class: "heading" }, this.name, this.#modes()),
        this.controls.element,
        h("div", { class: "buttons" }, this.backtracks, this.insideButton, link),
        this.events,
        this.outcome,
        this.found,
        this.counters.element,
        h("small", { class: "step-keys" }, t("step_keys")),
      ),
    );
    this.stepper.addEventListener("change", () => this.#draw());
    stepKeys(this.stepper, () => this.visible && this.stepper.count > 0);
    onChange((name) => name === "symbols" && this.#redraw());
    document.addEventListener("keydown", (event) => {
      if (!this.visible || event.key.toLowerCase() !== "b" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!isTyping(event.target) && !document.querySelector("dialog[open]")) this.#toBacktrack(event.shiftKey ? -1 : 1);
    });
    ROOMY.addEventListener("change", () => this.#showInside());
    app.addEventListener("open", () => this.visible && this.load());
    window.addEventListener("hashchange", () => this.visible && this.#isLinked() && this.load());
    this.#setMode(settings.lanes === 2 ? 2 : 1);
  }

  #modes() {
    this.modes = [1, 2].map((count) =>
      button(t(count === 1 ? "watch_one" : "watch_two"), () => {
        change("lanes", count);
        this.#setMode(count);
        this.load();
      }, { class: count === 1 ? "watch-one" : "watch-two" }),
    );
    return h("div", { class: "switch", role: "group", "aria-label": t("watch_mode") }, this.modes);
  }

  #setMode(count) {
    this.ready = false; // until there is a trace for each
    this.shown = this.lanes.slice(0, count);
    this.lanes[1].element.hidden = count === 1;
    this.root.classList.toggle("comparing", count === 2);
    const roomy = count === 1 && !SMALL.matches;
    const labels = count === 1 ? ["watch_engine", ""] : ["watch_engine_first", "watch_engine_second"];
    this.lanes.forEach((lane, k) => lane.arrange(t(labels[k]), roomy, count === 1));
    this.modes.forEach((mode, k) => mode.setAttribute("aria-pressed", String(k + 1 === count)));
    this.#showInside();
  }

  /** The program and the tree: as was chosen, else beside one engine where there is room. */
  get showsInside() {
    return settings.inside ?? (this.shown.length === 1 && ROOMY.matches);
  }

  #showInside() {
    const shown = this.showsInside;
    this.root.classList.toggle("with-inside", shown);
    this.insideButton.setAttribute("aria-pressed", String(shown));
    for (const lane of this.lanes) lane.inside.hidden = !shown;
    if (this.visible) for (const { grid } of this.shown) grid.suit();
    if (this.ready) this.#draw();
  }

  /** The next event, or the one before, with which an engine goes back. */
  #toBacktrack(way) {
    if (!this.ready) return;
    const { at } = this.stepper;
    const all = this.shown.flatMap(({ replay }) => replay.backtracks);
    const there = all.filter((step) => (way < 0 ? step < at : step > at));
    if (there.length) this.stepper.jump(way < 0 ? Math.max(...there) : Math.min(...there));
  }

  /** Whether the address names engines for the puzzle that is open, and was not followed yet. */
  #isLinked() {
    const { linked, model } = this.app;
    return linked?.tab === "watch" && linked.engines.length > 0 && model && (!linked.puzzle || linked.puzzle === model.id);
  }

  /** Choose the engines that the address names; gives the step, and 0 where it names none. */
  #follow() {
    const { linked } = this.app;
    if (linked?.tab !== "watch" || !linked.engines.length) return 0;
    this.app.linked = null;
    const known = linked.engines.slice(0, this.shown.length).map((each, k) => this.shown[k].picker.take(each));
    if (known.includes(false)) this.app.toast(t("broken_link", { reason: t("broken_link_engine") }), "error");
    this.most = EVENTS.find((most) => most >= Math.max(linked.step ?? 0, this.most)) ?? EVENTS.at(-1);
    this.events.control_.value = String(this.most);
    return known.includes(false) ? 0 : (linked.step ?? 0);
  }

  async #copyLink() {
    const engines = this.shown.map(({ picker }) => picker.request);
    const link = linkTo({ tab: "watch", puzzle: this.app.model.id, engines, step: this.stepper.at });
    if (await copy(link)) return this.app.toast(t("share_copied", { what: t("copied_link") }));
    const box = h("textarea", { readOnly: true, rows: 4, value: link, "aria-label": t("copied_link") });
    openDialog(t("watch_link"), [h("p", {}, t("share_failed")), box]);
    return box.select();
  }

  /** The symbols look different now, and are called so. */
  #redraw() {
    for (const { grid, picker } of this.lanes) {
      grid.redraw();
      picker.describe();
    }
    this.#draw();
  }

  show() {
    this.visible = true;
    for (const { grid } of this.shown) grid.suit();
    if (this.app.model && (this.loaded !== this.app.model || this.#isLinked())) this.load();
  }

  hide() {
    this.visible = false;
    this.stepper.pause();
  }

  async load() {
    const { model, linked } = this.app;
    if (!model) return;
    if (linked?.tab === "watch" && linked.engines.length) this.#setMode(Math.min(2, linked.engines.length));
    this.#clear();
    this.name.textContent = t("watch_title", { name: nameOf(model) });
    try {
      const engines = ableEngines(await askOnce("engines"), model.kind);
      if (!engines.length) throw new Error(t("watch_none"));
      this.shown.forEach(({ picker }, k) => picker.offer(engines, USUAL[k], model));
      this.from = this.#follow();
    } catch (error) {
      this.outcome.textContent = error.message;
      return;
    }
    this.loaded = model;
    for (const lane of this.shown) this.#loadLane(lane, model);
  }

  async #loadLane(lane, model = this.app.model) {
    this.#clear();
    const came = await lane.load(model, this.most);
    if (came) this.#begin();
    else if (lane.failed) this.loaded = null; // asked for again when next seen
  }

  #clear() {
    this.ready = false;
    this.stepper.use(0);
    this.outcome.textContent = "";
    this.found.replaceChildren();
    this.counters.element.replaceChildren();
  }

  /** From the givens on, once all traces that are shown are here. */
  #begin() {
    if (this.shown.some(({ replay }) => !replay)) return;
    const replays = this.shown.map(({ replay }) => replay);
    const length = Math.max(...replays.map((replay) => replay.length));
    for (const lane of this.shown) lane.begin(length);
    this.counters.use(replays);
    this.found.replaceChildren(...replays.filter(({ solutions }) => solutions.length).map((replay) => {
      const label = t("watch_first_solution", { n: replay.solutions[0] });
      const text = replays.length > 1 ? `${replay.engine}: ${label}` : label;
      return button(text, () => this.stepper.jump(replay.solutions[0]), { class: "to-solution" });
    }));
    this.ready = true;
    this.app.spoil();
    this.stepper.use(length, this.from);
    this.from = 0;
  }

  #draw() {
    if (!this.ready) return;
    for (const lane of this.shown) lane.draw(this.stepper.at);
    this.counters.draw();
    this.outcome.replaceChildren(...outcomeOf(this.shown.map(({ replay }) => replay)));
    if (!this.stepper.playing || this.stepper.speed <= 1) this.app.announce(this.#spoken());
  }

  #spoken() {
    if (this.shown.length === 1) return this.shown[0].spoken;
    const lanes = this.shown.map(({ replay, spoken }) => `${replay.engine}: ${spoken}`);
    return [...lanes, this.outcome.textContent].join(" ");
  }
}
