// The Play tab: one puzzle, the grid in the middle, everything else at the edge.

import { ask } from "../backend.js";
import { button, h } from "../dom.js";
import { ENGLISH } from "../english.js";
import { Game } from "../game.js";
import { GridView } from "../grid.js";
import { showHelp } from "../help.js";
import { labelled } from "../icons.js";
import { Judge } from "../judge.js";
import { inWords, ruleInWords, wordOf } from "../looks.js";
import { atMarks } from "../marked_words.js";
import { codesOf } from "../model.js";
import { Checking } from "../play/checking.js";
import { Clock } from "../play/clock.js";
import { restOf } from "../play/crossing.js";
import { SHOWN, another, animate, celebrate } from "../play/finish.js";
import { Exercise } from "../play/exercise.js";
import { Guide } from "../play/guide.js";
import { Hinting } from "../play/hinting.js";
import { commandKeys, gridKeys } from "../play/keys.js";
import { Pointer } from "../play/pointer.js";
import { Sheet } from "../play/sheet.js";
import { Strokes } from "../play/strokes.js";
import { strikeByTap } from "../play/struck.js";
import { Tools } from "../play/tools.js";
import { noteSolved } from "../record.js";
import { change, onChange, settings } from "../settings.js";
import { readLink, writeLink } from "../share.js";
import { onSavedElsewhere, read, saveGame, savedGame, savePuzzle, write } from "../storage.js";
import { levelName, nameOf } from "../names.js";
import { sentence, t } from "../strings.js";
import { PATIENCE } from "../waiting.js";
import { MOST, Zoom } from "../zoom.js";

const MOVING = "told moving"; // under which it is kept that it was said how a large grid is moved
const TOUCH = window.matchMedia("(pointer: coarse)");
const USUAL = 40; // pixels: cells as most grids have them
const MOST_NARROW = 0.7; // of its height: a grid beside which there is still room for clues

export function mount(root, app) {
  return new Play(root, app);
}

export class Play {
  constructor(root, app) {
    this.app = app;
    this.root = root;
    this.time = h("span", { class: "time", role: "timer", "aria-label": t("timer"), "aria-live": "off" });
    this.name = h("h1", { class: "puzzle-name" });
    this.newButton = button(labelled("new", t("new_puzzle")), () => this.#another(), { class: "another", title: t("next_puzzle") });
    const back = button(labelled("back", t("start_back")), () => app.go("start", "pushState"), { class: "to-start", title: t("start_title") });
    this.stage = h("div", { class: "stage" }, h("p", { class: "waiting" }, t("loading")));
    this.curtain = h("div", { class: "curtain", hidden: true }, h("p", {}, t("paused")), button(labelled("play", t("resume")), () => this.pause(false), { class: "primary" }));
    this.message = h("div", { class: "message", hidden: true });
    this.clock = new Clock(this.time);
    this.tools = new Tools(this, { kept: "tool" });
    this.sheet = new Sheet(this);
    root.append(
      h("div", { class: "title" }, back, this.name, this.time, this.newButton),
      this.stage,
      this.#actions(),
      this.tools.element,
      this.curtain,
      this.message,
      this.sheet.supposing,
      this.sheet.element,
    );
    app.addEventListener("open", ({ detail }) => this.start(detail.model, detail));
    app.addEventListener("spoil", () => this.#spoilt());
    app.addEventListener("reached", () => this.ungraded && this.#grade());
    app.position = () => this.game?.text();
    onChange((name) => this.#setting(name));
    this.#setting("timer");
    this.stopKeys = commandKeys(this.#commands());
    root.addEventListener("pointerdown", ({ target }) => {
      if (!target.closest(".sheet, .act.more")) this.sheet.giveWay();
    });
    onSavedElsewhere((id) => id === this.model?.id && this.start(this.model));
    window.addEventListener("pagehide", () => this.save());
    document.addEventListener("visibilitychange", () => document.hidden && this.save());
    if (app.opened) this.start(app.opened.model, app.opened);
  }

  show() {
    this.visible = true;
    this.clock.start();
    this.zoom?.suit();
  }

  hide() {
    this.visible = false;
    this.clock.stop();
    this.save();
  }

  /** The keys go to the grid. */
  focus() {
    this.view?.focus(this.view.at);
  }

  #actions() {
    const act = (name, action, key, extra = {}) =>
      button(labelled(name, t(name)), action, { class: `act ${name}`, title: key, ...extra });
    this.undoButton = act("undo", () => this.undo(), "Ctrl+Z");
    return h(
      "div",
      { class: "actions", role: "toolbar", "aria-label": t("play_controls") },
      this.undoButton,
      act("hint", () => this.#hint(), "H"),
      act("check", () => this.checking?.now(), "C"),
      act("more", () => this.sheet.toggle(), "", { "aria-expanded": "false" }),
    );
  }

  /** A game that was finished before keeps its time. */
  #spoilt() {
    if (!this.game || this.game.done || this.game.helped) return;
    this.game.helped = true;
    this.changed = true;
    this.save();
  }

  #commands() {
    const when = (action) => (event) => this.visible && this.game && this.curtain.hidden && action(event);
    const digits = [..."0123456789"].map((digit) => [digit, when((event) => this.#chooseDigit(event))]);
    return {
      ...Object.fromEntries(digits),
      "ctrl+z": when(() => this.undo()),
      "ctrl+shift+z": when(() => this.redo()),
      "ctrl+y": when(() => this.redo()),
      h: when(() => this.#hint()),
      c: when(() => this.checking.now()),
      s: when(() => this.sheet.suppose()),
      k: when(() => this.game.supposing && this.sheet.keep()),
      d: when(() => this.game.supposing && this.sheet.drop()),
      p: when(() => this.tools.toggle("pencil")),
      f: when(() => this.#zoom("fit")),
      "+": when(() => this.#zoom("in")),
      "=": when(() => this.#zoom("in")),
      "-": when(() => this.#zoom("out")),
      "?": showHelp,
      Escape: when(() => (this.sheet.open ? this.sheet.toggle(false) : this.dismiss())),
    };
  }

  /** A guide knows the next step, and says it again. */
  #hint() {
    if (this.guide?.step) this.guide.show();
    else this.hinting?.next();
  }

  /** By keys: the cell that has the focus stays in view. */
  #zoom(how) {
    this.zoom[how]();
    if (this.view.board.contains(document.activeElement)) this.view.reveal(this.view.at);
  }

  /** Away from the grid a digit chooses the tool of its symbol; in the grid it is put in. */
  #chooseDigit({ key, target }) {
    const value = this.model.symbols.indexOf(key) + 1;
    if (value && !target.closest?.(".board")) this.tools.choose(value);
  }

  /** Play a puzzle: from where it was left, from a shared position, or from the beginning. */
  start(model, { grid = null, level = null, title = null, note = null, hint = false, guide = false, exercise = null } = {}) {
    const held = this.visible && this.root.contains(document.activeElement);
    this.save();
    this.zoom?.close();
    this.hinting?.forget();
    this.guide = null;
    const saved = savedGame(model.id);
    this.changed = false; // since it was saved
    this.aside = false; // whether it is played beside a saved game, and is not saved
    this.model = model;
    this.game = new Game(model, saved?.cells?.length === model.size ? saved : null);
    this.game.title = model.title ?? title ?? this.game.title;
    this.game.level = level ?? this.game.level;
    savePuzzle(model);
    write("last", model.id);
    this.judge = new Judge(model);
    this.view = new GridView(model, { label: this.#label() });
    this.stage.replaceChildren(this.view.element);
    this.#shape();
    this.zoom = new Zoom(this.stage, this.view);
    const refused = () => this.#refused();
    const rest = (changed) => (settings.crosses && model.blank ? restOf(this, changed) : []);
    const strokes = new Strokes(this.game, () => this.tools.tool, { marked: () => this.tools.marks, refused, rest });
    const onStroke = (stroke) => this.#stroked(stroke);
    new Pointer({ view: this.view, strokes, zoom: this.zoom, stage: this.stage, onStroke });
    gridKeys({ view: this.view, strokes, onStroke, choose: (value) => this.tools.choose(value) });
    this.hinting = new Hinting(this);
    this.checking = new Checking(this);
    this.game.addEventListener("change", ({ detail }) => this.#changed(detail));
    this.tools.use(model);
    this.dismiss();
    this.sheet.giveWay();
    const replaced = grid && this.#load(grid);
    this.view.draw(this.game.cells);
    this.#judge(null);
    strikeByTap(this);
    this.pause(false);
    this.locked = this.game.done && (this.judge.finished || !model.judged);
    this.clock.use(this.game);
    this.sheet.refresh();
    this.#nameIt();
    this.#grade();
    this.#address(model.id);
    if (this.game.done) this.#showDone();
    else if (note || replaced) this.say([note, replaced && t("position_linked")].filter(Boolean), [], "lasting");
    if (this.view.isCut && TOUCH.matches && !read(MOVING)) {
      write(MOVING, true);
      this.app.toast(t("move_two_fingers"), "note passing");
    }
    if (held) this.focus();
    if (hint) this.hinting.next();
    if (guide) this.#guideOn();
    if (exercise) (this.guide = new Exercise(this, exercise)).begin();
  }

  #guideOn() {
    this.guide = new Guide(this);
    this.guide.begin().catch((error) => (this.stopGuide(), this.app.complain(error)));
  }

  stopGuide() {
    this.guide = null;
    this.game.only = null;
    this.dismiss();
  }

  /** From the givens on, with some cells filled in: what follows is not the player's alone, and a saved game stays as it is. */
  begin(values) {
    this.aside = savedGame(this.model.id) !== null;
    this.game.done = false;
    this.game.helped = true;
    this.game.counted = true; // and in no record
    this.locked = false;
    this.game.restart();
    this.game.fill(values);
    this.#markDone(false);
    this.clock.use(this.game);
  }

  /** What was filled in is where this game begins. */
  forgetPast() {
    this.game.past = [];
    this.undoButton.disabled = true;
  }

  /** How wide the grid is for its height, and at most: what is beside it stands next to it, not at the far edge. */
  #shape() {
    const { width, height } = this.view.measure(USUAL);
    this.root.style.setProperty("--shape", Math.max(MOST_NARROW, (width + USUAL) / height).toFixed(2));
    this.root.style.setProperty("--widest", `${Math.ceil(this.view.measure(MOST).width) + USUAL}px`);
  }

  /** What the grid is called: the puzzle and its rules. */
  #label() {
    return t("grid_label", { name: nameOf(this.model), summary: ruleInWords(this.model.summary, this.model) });
  }

  /** Another puzzle is another page of the browser's history: Back opens the one before. */
  #address(id) {
    const { tab, puzzle, engines, step } = readLink();
    const isStart = tab === "start";
    const link = writeLink({ tab: isStart ? null : tab, puzzle: id, ...(puzzle === id && { engines, step }) });
    if (isStart || (puzzle && puzzle !== id)) history.pushState(null, "", link);
    else history.replaceState(null, "", link);
  }

  /** Put in the position of a link; true if that replaces what the player has put in. */
  #load(grid) {
    const own = this.game.share > 0 && this.game.text();
    const cells = grid.replaceAll("/", "");
    const fits = cells.length === this.model.size && [...cells].every((s) => s === "." || this.model.symbols.includes(s));
    this.game.helped ||= fits; // whose position it is, nobody knows
    if (fits) this.game.load(cells);
    const differs = (code, k) => code && this.game.isGiven(k) && code !== this.game.value(k);
    let trouble = fits ? null : t("broken_link_position");
    if (fits && codesOf(cells, this.model.symbols).some(differs)) trouble = t("broken_link_given");
    if (trouble) this.app.toast(t("broken_link", { reason: trouble }), "error");
    return Boolean(own) && own !== this.game.text();
  }

  #nameIt() {
    const name = nameOf(this.model);
    const level = this.game.level;
    this.name.textContent = level ? t("puzzle_level", { name, level: levelName(level) }) : name;
    document.title = `${name} – ${t("name")}`;
  }

  /** How hard it is; nice to know, so nothing is said where nobody answers. */
  async #grade() {
    const { game, model } = this;
    this.ungraded = false;
    if (game.level || model.size > 900) return;
    try {
      const { level, name } = await ask("grade", { puzzle: model.id, time_limit: 2 });
      if (!level) return;
      game.level = { level, name };
      if (this.game === game) this.#nameIt();
    } catch (error) {
      this.ungraded = error.code === "offline"; // the name does without it until somebody answers
    }
  }

  #changed({ cells, whole }) {
    this.last = cells[0] ?? 0;
    for (const cell of cells) this.view.set(cell, this.game.cells[cell]);
    if (!whole) return;
    this.#judge(cells);
    this.locked = this.game.done && this.judge.finished;
    this.hinting.moved();
    this.changed = true;
    this.save();
    this.sheet.refreshGame();
    const lasts = this.message.matches(".lasting") || (this.judge.finished && this.message.matches(".done"));
    if (!this.message.hidden && !lasts) this.dismiss(); // no longer true
    if (this.game.done && this.judge.finished) this.#showDone(); // once more
    else if (this.game.done) return;
    else if (this.judge.finished) this.#finish();
    else if (!this.model.judged) this.#askFinished();
    this.guide?.moved();
  }

  /** Rules too large to be sent are judged where the puzzle came from, when the grid is full. */
  async #askFinished() {
    const { game } = this;
    const grid = game.text();
    if (grid.includes(".") || !(await this.checking.obeysRules(grid))) return;
    if (this.game === game && game.text() === grid && !game.done) this.#finish();
  }

  #judge(cells) {
    const looked = this.judge.update(this.game.values(), cells);
    const live = settings.check !== "off";
    this.view.drawHeads(this.judge, looked, live);
    this.tools.count(this.game.values());
    this.view.flag("broken", live ? this.judge.broken : []);
    this.checking.live();
    this.undoButton.disabled = !this.game.past.length;
    this.stage.classList.toggle("supposing", this.game.supposing);
  }

  save() {
    if (!this.game || this.aside) return;
    this.clock.note();
    const { past, future, checkpoints, struck, done, savedAt } = this.game;
    if (![past, future, checkpoints, struck].some((each) => each.length) && !done) return;
    if (!this.changed && savedGame(this.model.id)?.about?.at !== savedAt) return; // another window has played on
    saveGame(this.game);
    this.changed = false;
    if (savedAt === null) this.sheet.refresh(); // now it is one of the saved games
    else this.sheet.refreshThis();
  }

  #stroked(stroke) {
    const { width } = this.model;
    const value = wordOf(this.model, this.game.value(stroke.last));
    const place = { row: Math.floor(stroke.last / width) + 1, column: (stroke.last % width) + 1 };
    const broken = settings.check === "off" ? 0 : this.judge.brokenLines;
    const trouble = broken ? ` ${this.checking.brokenText(broken)}` : "";
    this.app.announce(t("moved", { ...place, value }) + trouble);
  }

  #finish() {
    this.clock.show();
    this.clock.stop();
    this.game.done = true;
    this.locked = true;
    this.changed = true;
    const closing = this.guide?.closing;
    if (this.guide) this.stopGuide();
    else noteSolved(this.game);
    this.save();
    celebrate(this, true, { closing });
    this.sheet.refresh();
    this.#showDone();
    this.zoom.whole();
    animate(this, this.last);
  }

  #showDone() {
    this.#markDone(true);
    if (this.message.hidden) celebrate(this, false);
  }

  #markDone(done) {
    this.stage.classList.toggle("done", done);
    this.root.classList.toggle("won", done);
    if (!done) this.zoom?.reopen();
  }

  /** A finished picture is not spoilt by a stray press: it says so instead. */
  #refused() {
    if (this.locked) celebrate(this, false, { refused: true });
    return this.locked;
  }

  unlock() {
    this.locked = false;
    this.dismiss();
    this.#markDone(false);
    this.zoom.suit();
  }

  strike(name, isStruck) {
    const { game } = this;
    game.struck = isStruck ? [...game.struck, name] : game.struck.filter((each) => each !== name);
    this.changed = true;
    this.save();
  }

  /** Paused, the clock stands still and nothing of the board is seen. */
  pause(on = true) {
    if (on === !this.curtain.hidden || (on && this.game?.done)) return;
    this.curtain.hidden = !on;
    this.stage.classList.toggle("paused", on);
    this.#freeze(on);
    if (on) {
      this.clock.stop();
      this.sheet.giveWay();
      this.dismiss();
      this.curtain.querySelector("button").focus();
      this.app.announce(t("paused"));
    } else {
      if (this.visible) this.clock.start();
      this.focus();
    }
  }

  /** Nothing can be pressed that is about the board. */
  #freeze(on) {
    const about = this.root.querySelectorAll(".act.hint, .act.check, .tool, .trying :is(.zoom, .menu button:not(.pause))");
    for (const each of about) each.disabled = on;
    this.undoButton.disabled = on || !this.game?.past.length;
    this.sheet.redo.disabled = on || !this.game?.future.length;
  }

  /** The solution: step by step, each with its reason, or at once. */
  giveUp() {
    const steps = () => {
      this.#giveAway(this.game);
      this.save();
      this.app.go("learn", "pushState");
    };
    this.say(t("give_up_how"), [[t("give_up_steps"), steps], [t("give_up_fill"), () => this.#fillIn()], [t("cancel"), () => this.dismiss()]], "lasting");
  }

  async #fillIn() {
    const { game } = this;
    try {
      const { solution, why } = await this.working((signal) => this.checking.solved(signal));
      if (this.game !== game) return;
      if (!solution) return this.say(why);
      this.#giveAway(game);
      game.fill([...solution.entries()]);
    } catch (error) {
      this.app.complain(error);
    }
  }

  /** What follows is not solved by the player, and stands in no record. */
  #giveAway(game) {
    game.helped = SHOWN;
    game.counted = true;
    this.changed = true;
  }

  undo() {
    this.#step(this.game?.undo(), "undone", "nothing_to_undo");
  }

  redo() {
    this.#step(this.game?.redo(), "redone", "nothing_to_redo");
  }

  #step(done, yes, no) {
    this.#markDone(this.judge.finished);
    this.app.announce(t(done ? yes : no));
  }

  restart() {
    if (this.guide) this.stopGuide();
    this.game.done = false;
    this.game.milliseconds = 0;
    this.game.restart();
    this.#markDone(false);
    this.clock.use(this.game);
    this.say(t("restarted"));
  }

  /** Not disabled meanwhile: that would take the keys away from it. */
  async #another() {
    if (this.making) return;
    this.making = true;
    try {
      await another(this);
    } finally {
      this.making = false;
    }
  }

  /** A sentence about cells that are marked in the grid; who listens hears which cells. */
  marked(text, marks, values) {
    const words = (about) => sentence(inWords(about, this.model));
    return h("p", { data: { spoken: words(text) }, ...ENGLISH }, words(atMarks(text, this.model, marks, values)));
  }

  /** A sentence at the edge, with buttons for what may follow. */
  say(text, actions = [], kind = "") {
    this.message.className = `message ${kind}`;
    const parts = [].concat(text).map((part) => (typeof part === "string" ? h("p", {}, part) : part));
    const close = button("×", () => this.dismiss(), { class: "close", "aria-label": t("close") });
    const buttons = actions.map(([label, action]) => button(label, action));
    const held = this.message.contains(document.activeElement) ? document.activeElement.textContent : null;
    this.message.replaceChildren(close, ...parts, h("div", { class: "buttons" }, buttons));
    this.zoom?.hold(true);
    this.message.hidden = false;
    if (held !== null) this.#holdOn(held);
    this.sheet.giveWay();
    this.root.scrollTop = 0; // where the side scrolls, it begins with what is said
    this.app.announce(parts.map((part) => part.dataset.spoken ?? part.textContent).join(" "));
  }

  /** One message follows another: the keys go to the button of the same name, or to what may follow. */
  #holdOn(label) {
    const all = [...this.message.querySelectorAll("button")];
    (all.find(({ textContent }) => textContent === label) ?? all.find((each) => each.closest(".buttons")) ?? all[0]).focus();
  }

  /** Wait for an answer; where it takes a while, say so, with a button that stops it. */
  async working(ask, { stop = new AbortController(), kind = "" } = {}) {
    this.awaited = stop; // the last one owns the message
    const tell = () => this.say(t("working"), [[t("make_stop"), () => stop.abort()]], `working ${kind}`);
    const timer = setTimeout(tell, PATIENCE);
    try {
      return await ask(stop.signal);
    } finally {
      clearTimeout(timer);
      if (this.awaited === stop && this.message.matches(".working:not([hidden])")) this.#hide();
    }
  }

  dismiss() {
    this.#hide();
    this.clear();
  }

  /** Nothing is said any more; what is waited for and what is marked stays. */
  #hide() {
    const held = this.message.contains(document.activeElement);
    this.message.hidden = true;
    this.message.replaceChildren();
    this.zoom?.hold(false);
    if (held) this.focus();
  }

  /** Nothing in the grid is marked any more. */
  clear() {
    this.#markDone(Boolean(this.game?.done && (this.judge?.finished || !this.model.judged)));
    this.view?.clearFlags("premise", "effect", "line");
    this.view?.ghost([]);
    this.view?.ruleOut([]);
    this.view?.show([]);
    this.checking?.forget();
    this.hinting?.forget();
  }

  #setting(name) {
    this.time.hidden = !settings.timer;
    this.root.classList.toggle("no-counts", !settings.counts);
    this.root.classList.toggle("no-crosshair", !settings.crosshair);
    if (!this.view) return;
    if (name === "symbols") {
      this.view.redraw();
      this.view.board.setAttribute("aria-label", this.#label());
      this.hinting.redraw();
      this.#judge(null);
      this.tools.use(this.model);
      this.tools.count(this.game.values());
    }
    if (name === "check") this.#judge(null);
  }

  setCheck(mode) {
    change("check", mode);
  }
}
