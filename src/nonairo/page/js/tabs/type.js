// The Type tab: a puzzle from paper, cell by cell or clue by clue, while the solver looks on.

import { ask, askOnce } from "../backend.js";
import { button, choose, field, h, isTyping } from "../dom.js";
import { inWords } from "../looks.js";
import { Choices } from "../make/choices.js";
import { Importing } from "../make/importing.js";
import { troubleOf, verdictOf } from "../make/verdict.js";
import { codesOf, textOf, UNKNOWN } from "../model.js";
import { nameOf } from "../names.js";
import { StillGrid } from "../stepping/still.js";
import { read, write } from "../storage.js";
import { capital, many, sentence, t } from "../strings.js";
import { Cells } from "../type/cells.js";
import { Lines } from "../type/lines.js";
import { Photo } from "../type/photo.js";

const PAUSE = 350; // milliseconds after the last key, before the solver is asked
const SECONDS = 5;
const MOST_STEPS = 2000; // that can be undone
const MOST_SIDE = 150;
const DRAWN = "regions"; // rules that need more than what can be typed
const PAINTS = ["#cc2222", "#222222", "#2255cc", "#228833", "#ddaa00", "#8833aa", "#dd7711", "#888888"]; // offered first

export function mount(root, app) {
  return new Typing(root, app);
}

class Typing extends Choices {
  constructor(root, app) {
    super();
    this.app = app;
    this.root = root;
    this.touch = window.matchMedia("(pointer: coarse)").matches;
    this.past = [];
    this.future = [];
    this.solution = new StillGrid();
    const edit = (...change) => this.edit(...change);
    this.cells = new Cells({ edit, touch: this.touch });
    this.lines = new Lines({ edit, touch: this.touch });
    this.lines.onEnd = () => this.playing.focus();
    this.place = h("div", { class: "place" });
    this.side = h("div", { class: "side" }, h("p", {}, t("loading")));
    this.pad = h("div", { class: "pad", role: "group", "aria-label": t("type_pad") });
    root.append(this.place, this.side, this.pad);
    root.addEventListener("keydown", (event) => this.#undoKeys(event));
    this.#fill();
  }

  /** The forms need to know the kinds; where nobody answers, they come when somebody does. */
  async #fill() {
    try {
      this.kinds = (await askOnce("kinds")).filter(({ typed }) => typed);
      this.waiting = false;
    } catch (error) {
      this.side.replaceChildren(h("p", {}, error.message));
      this.waiting = true;
      return;
    }
    this.#build();
    const kept = read("typed");
    const choices = this.choices.map(([choice]) => choice);
    const first = choices.find((choice) => this.kind(choice).typed === "blocks") ?? choices[0];
    this.draft = choices.includes(kept?.choice) && isWhole(kept) ? kept : this.#fresh(first);
    await this.#show();
  }

  #build() {
    const number = (name) =>
      h("input", { type: "number", min: 1, max: MOST_SIDE, inputMode: "numeric", class: `type-${name}`, onchange: () => this.#resize() });
    const offered = this.choices.filter(([choice]) => !choice.endsWith(DRAWN)).map(([choice, title]) => [choice, this.#titled(choice, title)]);
    this.chooser = choose(t("make_kind"), offered, undefined, (choice) => this.#choose(choice), { class: "type-kind" });
    [this.height, this.width] = [number("height"), number("width")];
    this.palette = h("div", { class: "buttons palette" });
    this.status = h("p", { class: "told status", role: "status" });
    this.playing = button(t("make_play"), () => this.play(), { class: "type-play primary" });
    this.hinting = button(t("hint"), () => this.play({ hint: true }), { class: "type-hint" });
    this.solving = button(t("type_solution"), () => this.#showSolution(), { class: "type-solution" });
    this.sheet = h("div", { class: "sheet-of-clues" });
    const photo = (this.photo = new Photo(this.app, (model) => this.#take(model)));
    const photos = h("details", { class: "section photos" }, h("summary", {}, t("photo_title")), photo.element);
    photo.listen(this.root, () => (photos.open = true));
    const act = (name, action) => button(t(name), action, { class: `type-${name.replace("type_", "")}` });
    this.side.replaceChildren(
      h("div", { class: "buttons type-head" }, h("h1", {}, t("type_title")), act("undo", () => this.undo()), act("redo", () => this.redo()), act("type_clear", () => this.#clear())),
      h("div", { class: "fields" }, this.chooser, h("div", { class: "sizes" }, field(t("type_rows"), this.height), field(t("type_cols"), this.width)), this.palette),
      photos,
      h("details", { class: "section import" }, h("summary", {}, t("type_paste")), new Importing(this).element),
      this.sheet,
      h("div", { class: "type-end" }, this.status, h("div", { class: "buttons" }, this.playing, this.hinting, this.solving)),
    );
  }

  /** A kind with its other names, by which people look for it. */
  #titled(choice, title) {
    const { name, aliases, presets } = this.kind(choice);
    const others = aliases.filter((alias) => !presets.some((preset) => preset.name === alias));
    return choice === name && others.length ? `${title} (${others.map(capital).join(", ")})` : title;
  }

  /** Other rules of the same kind keep what is typed. */
  #choose(choice) {
    const { choice: before } = this.draft;
    const alike = this.kind(choice) === this.kind(before) && choice.includes("odd") === before.includes("odd");
    this.edit(alike ? { choice } : this.#fresh(choice));
  }

  /** Nothing typed yet, in the usual size. */
  #fresh(choice) {
    const usual = this.sizeOf(choice, 2);
    return { choice, colours: [], marks: [], ...emptyOf(usual, usual) };
  }

  /** Change the draft. Changes with the same mark, one after the other, are one step to undo. */
  edit(change, mark = null) {
    this.photo.forget();
    if (!mark || mark !== this.mark) this.past.push(this.draft);
    this.past.splice(0, this.past.length - MOST_STEPS);
    this.future = [];
    this.mark = mark;
    this.draft = { ...this.draft, ...change };
    this.#show();
  }

  /** Fill in a puzzle that was read from a photo, where it can be typed. */
  #take({ kind, rulesName, colours, labelled, marks, height, width, symbols, givens, rows, cols, id }) {
    const asked = colours.length ? "standard" : rulesName;
    const isMade = (choice) => this.asked(choice).kind === kind && (this.asked(choice).rules ?? "standard") === asked;
    const [choice] = this.choices.find(([each]) => isMade(each)) ?? [];
    if (!choice) return;
    const typed = this.kind(choice).typed === "numbers" ? id.split(":")[1].replaceAll("/", "") : textOf(givens, symbols);
    const clues = (lines) => lines.map(({ labels }) => labels.join(" ") || (labelled ? "0" : ""));
    this.past.push(this.draft);
    this.future = [];
    this.mark = null;
    this.draft = { choice, colours: colours.slice(1), marks: [...marks], height, width, cells: typed, rows: clues(rows), cols: clues(cols) };
    this.#show();
  }

  undo() {
    this.#step(this.past, this.future, "nothing_to_undo");
  }

  redo() {
    this.#step(this.future, this.past, "nothing_to_redo");
  }

  #step(from, to, none) {
    if (!from.length) return this.app.announce(t(none));
    to.push(this.draft);
    this.draft = from.pop();
    this.mark = null;
    this.photo.forget(); // what it read is another puzzle now
    return this.#show();
  }

  #undoKeys(event) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || !["z", "y"].includes(key)) return;
    if (isTyping(event.target) && !event.target.closest(".clue-lines")) return;
    event.preventDefault();
    if (key === "z" && !event.shiftKey) this.undo();
    else this.redo();
  }

  #clear() {
    const { height, width } = this.draft;
    this.edit({ marks: [], ...emptyOf(height, width) });
    this.sheetNow.focus();
  }

  /** Another size keeps what still has a place. */
  #resize() {
    const side = (input, otherwise) => Math.max(1, Math.min(MOST_SIDE, Math.floor(Number(input.value)) || otherwise));
    const { draft } = this;
    const [height, width] = [side(this.height, draft.height), side(this.width, draft.width)];
    const blank = emptyOf(height, width);
    const rows = Array.from({ length: height }, (_, row) => draft.cells.slice(row * draft.width, (row + 1) * draft.width).slice(0, width).padEnd(width, UNKNOWN));
    const marks = draft.marks.filter(([, , row, col]) => row < height && col < width);
    const kept = (side_) => blank[side_].map((none, k) => draft[side_][k] ?? none);
    this.edit({ ...blank, cells: rows.join(""), marks, rows: kept("rows"), cols: kept("cols") });
  }

  /** What is typed here, and how: of the draft all but what is typed. */
  get plan() {
    const { choice, colours, height, width, marks } = this.draft;
    const { kind, rules = "standard" } = this.asked(choice);
    const { typed, options } = this.kind(choice);
    const has = (wanted) => options.some(({ name }) => name === wanted);
    const letters = "abcdefghijklmnopqrstuvwxyz".slice(0, colours.length);
    const painted = colours.map((colour, k) => `${letters[k]}=${colour.slice(1)}`).join("+");
    return { kind, rules: painted || rules, typed, letters, height, width, marks, signs: has("signs"), coloured: has("colours") };
  }

  /** The draft as it is now; the board is only built again where it is another one. */
  async #show() {
    const { plan } = this;
    write("typed", this.draft);
    this.#forget();
    const key = JSON.stringify(plan);
    if (key === this.shown) {
      if (this.building) this.#suitForm(plan); // back before the other board was there
      this.building = null;
    } else {
      if (key === this.building) return; // what is built shows the draft of then
      this.building = key;
      this.#suitForm(plan);
      const sheet = plan.typed === "cells" || plan.typed === "numbers" ? this.cells : this.lines;
      try {
        const model = await this.app.read(sheet.blankId(plan));
        if (this.building !== key) return;
        sheet.use(plan, model);
      } catch (error) {
        if (this.building !== key) return;
        this.building = this.shown = null;
        this.place.replaceChildren();
        this.sheet.replaceChildren();
        this.#report("wrong", sentence(error.message));
        return;
      }
      this.building = null;
      this.shown = key;
      this.sheetNow = sheet;
      this.root.classList.toggle("by-lines", sheet === this.lines);
      this.sheet.replaceChildren(sheet.element);
      this.#layPad();
    }
    const sheet = this.sheetNow;
    if (!this.place.contains(sheet.stage)) this.place.replaceChildren(sheet.stage);
    for (const flag of ["open", "wrong"]) sheet.flag(flag, []);
    this.#look(sheet.show(this.draft));
    sheet.suit();
  }

  #suitForm({ coloured }) {
    const { choice, height, width, colours } = this.draft;
    this.chooser.control_.value = choice;
    this.height.value = height;
    this.width.value = width;
    this.palette.hidden = !coloured;
    const paint = (colour, k) => {
      const picker = h("input", { type: "color", value: colour, "aria-label": t("type_colour", { letter: "abcdefgh"[k] }), onchange: () => this.edit({ colours: colours.with(k, picker.value) }) });
      return h("label", { class: "paint" }, "abcdefgh"[k], picker);
    };
    const more = button(t("type_colour_add"), () => this.edit({ colours: [...colours, PAINTS[colours.length]] }), { class: "type-colour-add" });
    const less = button(t("type_colour_remove"), () => this.edit({ colours: colours.slice(0, -1) }));
    const held = this.palette.contains(document.activeElement);
    this.palette.replaceChildren(...colours.map(paint), ...(colours.length < PAINTS.length ? [more] : []), ...(colours.length ? [less] : []));
    if (held) this.palette.querySelector("button").focus();
  }

  /** Keys on the screen: all for fingers; for others those of signs. What has the focus keeps it. */
  #layPad() {
    const sheet = this.sheetNow;
    const keys = sheet.keys.filter((key) => this.touch || t(`type_sign_${key}`) !== `type_sign_${key}`);
    const text = (name) => (t(name) === name ? null : t(name));
    const key = (name) => {
      const plain = name === " " ? "blank" : name;
      const label = text(`type_key_${plain}`) ?? text(`type_sign_${name}`) ?? (sheet.labelOf?.(name) || name);
      const spoken = text(`type_name_${plain}`) ?? sheet.nameOf?.(name);
      return button(label, () => sheet.press(name), { "aria-label": spoken, onpointerdown: (event) => event.preventDefault(), data: { key: plain } });
    };
    this.pad.replaceChildren(...keys.map(key));
    this.pad.hidden = !keys.length;
  }

  // What can be said of it.

  #forget() {
    clearTimeout(this.timer);
    this.request?.abort();
    this.found = null;
    this.solved = null;
    this.#mark(false);
    this.#allow(false);
  }

  #allow(play, solution = false) {
    this.playing.disabled = this.hinting.disabled = !play;
    this.solving.disabled = !solution;
  }

  #report(status, text) {
    this.status.dataset.status = status;
    this.status.textContent = text;
  }

  #look({ id = null, report = null, wrong = false }) {
    if (id) {
      this.found = { id, status: null };
      this.#allow(true);
      this.timer = setTimeout(() => this.#ask(id, report), PAUSE);
    }
    if (report) this.#report(wrong ? "wrong" : "typing", report);
    else this.#report("working", ""); // said when the solver is asked: not at every key
  }

  async #ask(id, report) {
    this.request = new AbortController();
    const { signal } = this.request;
    const { width } = this.draft;
    if (!report) this.#report("working", t("editor_status_working"));
    try {
      const { status, grid, solutions, reason } = await ask("solve", { puzzle: id, time_limit: SECONDS }, { signal });
      if (signal.aborted) return;
      this.found.status = status;
      const open = grid ? [...grid].flatMap((cell, k) => (cell === UNKNOWN ? [k] : [])) : [];
      if (status === "multiple" && open.length * 2 < grid.length) this.sheetNow.flag("open", open); // before, it tells nothing
      this.solved = status === "unique" || status === "multiple" ? solutions[0] : null;
      this.#allow(true, this.solved !== null);
      const why = status === "none" && reason ? ` ${sentence(inWords(reason, this.sheetNow.model))}.` : "";
      if (why) this.sheetNow.flag("wrong", cellsIn(reason, width));
      const soFar = status === "multiple" && this.sheetNow === this.cells; // more may be typed
      this.#report(soFar ? "several" : status, soFar ? t("type_several", { cells: many("cells", open.length) }) : verdictOf(status, open.length) + why);
    } catch (error) {
      if (error.name === "AbortError") return;
      if (error.code !== "offline") this.#allow(false);
      this.sheetNow.flag("wrong", cellsIn(error.message, width));
      this.#report("wrong", sentence(error.message));
    }
  }

  /** A solution in place of the board; another press or the next change brings the board back. */
  async #showSolution() {
    const { id } = this.found;
    const cells = this.solved;
    const shown = this.place.contains(this.solution.stage);
    const model = await this.app.read(id);
    if (this.solved !== cells) return;
    this.place.replaceChildren(shown ? this.sheetNow.stage : this.solution.stage);
    this.#mark(!shown);
    if (shown) return;
    this.solution.use(model, t("print_solution_of", { name: nameOf(model) }));
    this.solution.show(codesOf(cells, model.symbols));
  }

  /** Whether the solution is shown. */
  #mark(shown) {
    this.root.classList.toggle("solution", shown);
    this.solving.setAttribute("aria-pressed", String(shown));
  }

  async play(options = {}) {
    const { id, status } = this.found;
    const note = status && troubleOf(status);
    if (await this.app.openText(id, { note, ...options })) this.app.go("play");
  }

  show() {
    if (this.waiting) this.#fill();
    this.sheetNow?.suit();
  }

  focus() {
    this.sheetNow?.focus();
  }
}

/** Nothing typed, of this size. */
function emptyOf(height, width) {
  return { height, width, cells: UNKNOWN.repeat(height * width), rows: Array(height).fill(""), cols: Array(width).fill("") };
}

/** Whether what the browser kept is a draft. */
function isWhole({ height, width, cells, rows, cols, marks, colours }) {
  const sizes = [rows, cols, marks, colours].every(Array.isArray) && rows.length === height && cols.length === width;
  return sizes && cells?.length === height * width;
}

/** The cells that a sentence names: r1c2, r1c1-r1c3. */
function cellsIn(text, width) {
  const cells = new Set();
  for (const [, r, c, r2 = r, c2 = c] of text.matchAll(/r(\d+)c(\d+)(?:-r(\d+)c(\d+))?/g)) {
    for (let row = Number(r); row <= r2; row++) for (let col = Number(c); col <= c2; col++) cells.add((row - 1) * width + (col - 1));
  }
  return cells;
}
