// The Learn tab: how a person would solve the puzzle that is open, every step with its reason.

import { ask } from "../backend.js";
import { button, h } from "../dom.js";
import { labelled } from "../icons.js";
import { nameOf } from "../names.js";
import { chainsOf } from "../learn/chains.js";
import { StepList } from "../learn/steplist.js";
import { Walkthrough } from "../learn/walkthrough.js";
import { ENGLISH, quoting } from "../english.js";
import { aboutColours, inWords, reasonsAreEnglish } from "../looks.js";
import { atMarks } from "../marked_words.js";
import { onChange } from "../settings.js";
import { Controls, stepKeys } from "../stepping/controls.js";
import { Stepper } from "../stepping/stepper.js";
import { StillGrid } from "../stepping/still.js";
import { many, sentence, t } from "../strings.js";
import { listTechniques, techniqueNames, tellTechnique } from "../technique.js";
import { waitingLine } from "../waiting.js";

const SPEEDS = [0.5, 1, 2, 5, 10];
const SECONDS = 10;
const MORE_SECONDS = 30;

export function mount(root, app) {
  return new Learn(root, app);
}

class Learn {
  constructor(root, app) {
    this.app = app;
    this.fromPosition = false;
    this.stepper = new Stepper(1);
    this.grid = new StillGrid();
    this.list = new StepList(this.stepper);
    this.name = h("h1", { class: "puzzle-name" });
    this.summary = h("p", { class: "summary" });
    this.card = h("div", { class: "card", tabIndex: 0 }); // long ones are scrolled by keyboard, too
    this.controls = new Controls(this.stepper, { speeds: SPEEDS, label: t("learn_scrubber") });
    root.append(
      this.grid.stage,
      h(
        "div",
        { class: "side" },
        h("div", { class: "heading" }, this.name, this.#sources(), this.summary, button(labelled("learn", t("techniques")), () => listTechniques(app), { class: "techniques" })),
        this.controls.element,
        this.card,
        this.list.element,
        h("small", { class: "step-keys" }, t("step_keys")),
      ),
    );
    this.stepper.addEventListener("change", () => this.#draw());
    stepKeys(this.stepper, () => this.visible && this.walkthrough);
    onChange((name) => name === "symbols" && this.#redraw());
    app.addEventListener("open", () => this.visible && this.load());
  }

  #sources() {
    this.sources = [false, true].map((position) =>
      button(t(position ? "learn_from_position" : "learn_from_start"), () => {
        this.fromPosition = position;
        this.load();
      }, { class: position ? "from-position" : "from-start" }),
    );
    return h("div", { class: "switch", role: "group", "aria-label": t("learn_from") }, this.sources);
  }

  show() {
    this.visible = true;
    this.grid.suit();
    if (this.#asked() !== this.shown) this.load();
  }

  hide() {
    this.visible = false;
    this.stepper.pause();
    this.request?.abort();
  }

  /** What an explanation depends on; it is asked for again only when that has changed. */
  #asked() {
    const position = this.fromPosition ? this.app.position?.() : "";
    return this.app.model ? `${this.app.model.id} ${position}` : null;
  }

  async load(seconds = SECONDS) {
    const { model } = this.app;
    if (!model) return;
    this.request?.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    const start = this.fromPosition ? (this.app.position?.() ?? null) : null;
    const shown = this.#asked();
    this.shown = null; // nothing, until this is answered
    this.sources.forEach((source, k) => source.setAttribute("aria-pressed", String(Boolean(k) === this.fromPosition)));
    this.name.textContent = t("learn_title", { name: nameOf(model) });
    this.#use(model, new Walkthrough(model, start, { steps: [] }), () => "");
    this.walkthrough = null;
    this.card.replaceChildren(waitingLine(t("learn_working"), () => this.#stop()));
    this.summary.textContent = "";
    try {
      const request = { puzzle: model.id, time_limit: seconds, ...(start === null ? {} : { grid: start }) };
      const [explanation, names] = await Promise.all([ask("explain", request, { signal }), techniqueNames()]);
      if (signal.aborted) return;
      this.shown = shown;
      this.app.spoil();
      this.walkthrough = new Walkthrough(model, start, explanation);
      this.#use(model, this.walkthrough, names);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.card.replaceChildren(h("p", {}, error.message));
    }
  }

  #stop() {
    this.request.abort();
    this.card.replaceChildren(h("p", {}, t("stopped")), button(t("again"), () => this.load(MORE_SECONDS), { class: "longer" }));
  }

  #use(model, walkthrough, names) {
    if (this.grid.model !== model) this.grid.use(model, t("learn_title", { name: nameOf(model) }));
    this.names = names;
    this.list.use(walkthrough, names);
    this.drawn = walkthrough;
    const { steps } = walkthrough;
    const summary = { steps: many("steps", steps.length), level: walkthrough.hardest };
    const parts = steps.length ? [t("learn_summary", summary), reasonsAreEnglish()] : [];
    this.summary.textContent = parts.filter(Boolean).join(" ");
    this.stepper.use(steps.length);
  }

  /** The symbols look different now, and are called so. */
  #redraw() {
    this.grid.redraw();
    if (this.drawn) this.list.use(this.drawn, this.names);
    this.#draw();
  }

  #draw() {
    const { drawn, stepper } = this;
    if (!drawn) return;
    const step = drawn.steps[stepper.at - 1];
    this.list.mark(stepper.at);
    this.#drawGrid(step);
    if (!this.walkthrough) return;
    const atEnd = stepper.at === stepper.count;
    const end = atEnd ? this.#ending() : null;
    const inSentence = (how) => `${sentence(inWords(how(step.text.split("\n", 1)[0]), drawn.model))}.`.replace(/\.\.$/, ".");
    const line = (how) => (step ? t("learn_step", { n: stepper.at, text: inSentence(how) }) : aboutColours("learn_begin"));
    const text = line((plain) => plain); // who listens hears which cells
    const seen = line((plain) => atMarks(plain, drawn.model, drawn.marks(step).marks));
    const parts = [!step && end ? null : h("p", { class: "sentence", ...(step ? ENGLISH : {}) }, seen)];
    const below = step && !step.tree ? step.text.split("\n").slice(1) : []; // what a long sentence lists
    parts.push(...below.map((line) => h("p", { class: "below", ...ENGLISH }, inWords(line.trim(), drawn.model))));
    if (step) parts.push(...this.#about(step));
    if (end) parts.push(...end);
    this.card.classList.toggle("hint", Boolean(step));
    this.card.replaceChildren(...parts.filter(Boolean));
    if (!stepper.playing || stepper.speed <= 1) {
      const spoken = [step || !end ? text : "", ...(end ?? []).map((part) => part.textContent)];
      this.app.announce(spoken.join(" ").trim());
    }
  }

  #drawGrid(step) {
    const { drawn, stepper } = this;
    const more = step ? { ...drawn.marks(step), numbers: drawn.numbers(step) } : {};
    if (stepper.at === stepper.count && drawn.broken) {
      more.marks = { ...more.marks, broken: drawn.broken.cells.map((cell) => drawn.cellOf(cell)) };
    }
    this.grid.show(drawn.codes(stepper.at), more);
  }

  #about(step) {
    const name = this.names(step.technique);
    const technique = t("learn_technique", { name, level: step.level });
    const about = button(technique, () => tellTechnique(step.technique, this.app), {
      class: "technique about",
      title: t("technique_about", { name }),
    });
    const show = (chain, inner) => (chain ? this.#drawChain(chain, inner) : this.#drawGrid(step));
    const chains = step.tree ? chainsOf(this.drawn, step, show) : [];
    return [about, ...chains];
  }

  #drawChain(chain, inner) {
    this.stepper.pause();
    const { drawn, stepper } = this;
    const { codes, numbers } = drawn.inChain(stepper.at, chain, inner);
    const whole = inner === chain.steps.length;
    const last = chain.steps[inner - 1];
    const { marks, lines, clues } = last ? drawn.marks(last) : { marks: {}, lines: [], clues: [] };
    if (whole && chain.ends) marks.broken = chain.ends.cells.map((cell) => drawn.cellOf(cell));
    this.grid.show(codes, { marks, lines, clues, numbers });
  }

  /** What is said at the last step: solved, or why it goes no further. */
  #ending() {
    const { walkthrough } = this;
    const say = (key, values = {}) => h("p", { class: `ending ${key}` }, "why" in values ? quoting(key, values, "why") : t(key, values));
    const left = many("cells", walkthrough.left);
    if (walkthrough.solved) return [say(walkthrough.steps.length ? "learn_solved" : "learn_none")];
    if (walkthrough.reason === "none") {
      const why = inWords(walkthrough.broken?.text ?? "", walkthrough.model);
      return [say(this.fromPosition ? "learn_mistake" : "learn_broken", { why })];
    }
    if (walkthrough.reason === "stuck") return [say("learn_stuck", { left })];
    return [say("learn_limit", { left }), button(t("learn_longer"), () => this.load(MORE_SECONDS), { class: "longer" })];
  }
}
