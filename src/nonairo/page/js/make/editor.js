// The editor: draw a picture or set givens. After every stroke the clues follow, the solver looks,
// and what is not decided is shown; one button repairs.

import { ask, askWhole, hasServer } from "../backend.js";
import { button, choose, field, h, isFocusLost } from "../dom.js";
import { Game } from "../game.js";
import { GridView } from "../grid.js";
import { signedId } from "../ids/writing.js";
import { codesOf, modelOf, UNKNOWN } from "../model.js";
import { gridKeys } from "../play/keys.js";
import { Pointer } from "../play/pointer.js";
import { Tools } from "../play/tools.js";
import { nameOf } from "../names.js";
import { many, t } from "../strings.js";
import { Zoom } from "../zoom.js";
import { SignStrokes, signTools, withSign } from "./sign_tools.js";
import { sizeOf } from "./sizes.js";
import { troubleOf, verdictOf } from "./verdict.js";
import { waiting } from "../waiting.js";

export class Editor {
  constructor(make) {
    this.make = make;
    this.stage = h("div", { class: "stage" });
    this.status = h("p", { class: "told status", role: "status" });
    this.about = h("p");
    this.title = h("input", { type: "text", maxLength: 200, class: "edit-title", onchange: () => this.#look() });
    this.author = h("input", { type: "text", maxLength: 200, class: "edit-author", onchange: () => this.#look() });
    this.tools = new Tools(this, { pencil: false });
    this.repairing = button(t("editor_repair"), () => this.repair(), { class: "edit-repair" });
    this.stopping = button(t("make_stop"), () => this.repairs?.abort(), { hidden: true, class: "edit-stop" });
    const blank = h("span", { class: "buttons" });
    this.blank = blank;
    this.element = h(
      "div",
      { class: "fields" },
      this.about,
      this.tools.element,
      this.status,
      h(
        "div",
        { class: "buttons" },
        this.repairing,
        this.stopping,
        button(t("undo"), () => this.game?.undo(), { class: "edit-undo" }),
        button(t("redo"), () => this.game?.redo()),
        button(t("make_play"), () => this.play(), { class: "edit-play primary" }),
      ),
      field(t("editor_title"), this.title),
      field(t("editor_author"), this.author),
      blank,
    );
  }

  #offerBlank() {
    if (this.blank.children.length) return;
    const suit = (choice) => (size.value = this.make.sizeOf(choice, 2));
    const kind = choose(t("make_kind"), this.make.choices, this.kind.name, suit, { class: "blank-kind" });
    const size = h("input", { type: "text", value: "10", class: "blank-size", inputMode: "numeric" });
    const rules = h("input", { type: "text", class: "blank-rules", placeholder: t("editor_rules_usual"), title: t("editor_rules_about") });
    const begin = () => this.#empty(kind.control_.value, size.value, rules.value.trim());
    const open = button(t("editor_open"), () => this.#edit(), { class: "edit-open", hidden: !this.make.app.model });
    this.make.app.addEventListener("open", () => (open.hidden = false));
    this.blank.append(kind, field(t("make_size"), size), field(t("editor_rules"), rules), button(t("editor_new"), begin, { class: "edit-new" }), open);
  }

  /** An empty grid to begin with: nobody asked for the solution of the game that is open. */
  begin() {
    const { kind, height, width, rulesName, colours } = this.make.app.model ?? { kind: this.make.kinds[0].name };
    const size = height ? `${height}x${width}` : "10";
    return this.#empty(kind, size, colours?.length || rulesName === "standard" ? "" : rulesName);
  }

  async #edit() {
    this.make.app.spoil();
    await this.load(this.make.app.model.id).catch((error) => this.make.app.complain(error));
  }

  async #empty(choice, size, more) {
    const { kind: name, rules = more } = this.make.asked(choice);
    const cell = this.make.kind(name).posed ? "0" : UNKNOWN;
    try {
      const [height, width] = sizeOf(size);
      const grid = Array(height).fill(cell.repeat(width));
      const request = { kind: name, grid, ...(rules ? { rules } : {}) };
      await this.load(await waiting((signal) => askWhole("pose", request, { signal }), t(hasServer ? "opening" : "editor_starting")));
    } catch (error) {
      this.status.textContent = error.name === "AbortError" ? t("stopped") : error.message;
    }
  }

  /** Edit a puzzle: an id or a record. Gives its name. */
  async load(source) {
    const model = await this.make.app.read(source);
    this.kind = this.make.kind(model.kind);
    this.#offerBlank();
    const { description } = model;
    this.title.value = description.title ?? "";
    this.author.value = description.author ?? "";
    let cells = description.givens;
    if (this.kind.posed) cells = description.solution ?? (await this.#picture(model));
    this.#start(model, cells);
    return nameOf(model);
  }

  /** The picture behind clues that came alone. */
  async #picture(model) {
    const { solutions } = await waiting((signal) => ask("solve", { puzzle: model.id, time_limit: 10 }, { signal }));
    return solutions?.[0] ?? UNKNOWN.repeat(model.size);
  }

  #start(model, cells) {
    const { posed } = this.kind;
    this.about.textContent = t(posed ? "editor_about_picture" : "editor_about_givens");
    this.rules = model.rulesName;
    this.source = model.id; // what is no given stays as it is there, such as signs
    this.record = null; // the one that was here before
    this.trouble = null;
    const blank = modelOf({ ...model.description, givens: UNKNOWN.repeat(model.size) });
    // A picture has no crosses: a cell is filled, or it is not.
    this.model = posed ? Object.freeze({ ...blank, order: blank.order.filter((value) => value !== 1) }) : blank;
    this.game = new Game(this.model);
    const codes = codesOf(cells, model.symbols);
    this.game.cells.set(posed ? codes.map((code) => (code === 1 ? 0 : code)) : codes);
    this.zoom?.close();
    this.view = new GridView(this.model, {
      label: `${t("editor")}: ${nameOf(model)}`,
      header: model.labelled,
    });
    this.stage.replaceChildren(this.view.element);
    this.zoom = new Zoom(this.stage, this.view);
    this.tools.use(this.model, this.kind.options.some(({ name }) => name === "signs") ? signTools() : []);
    const strokes = new SignStrokes(this.game, () => this.tools.tool, (...sign) => this.#sign(...sign));
    const onStroke = () => {};
    new Pointer({ view: this.view, strokes, zoom: this.zoom, stage: this.stage, onStroke });
    gridKeys({ view: this.view, strokes, onStroke });
    this.view.draw(this.game.cells);
    this.game.addEventListener("change", ({ detail }) => {
      for (const cell of detail.cells) this.view.set(cell, this.game.cells[cell]);
      if (detail.whole) this.#look();
    });
    this.#look();
  }

  /** The same board with another sign: a new puzzle to edit. */
  async #sign(cell, sign, side) {
    const marks = withSign(this.model, cell, sign, side);
    if (!marks) return;
    await this.load(signedId(this.source, this.#rows(), marks));
    this.view.focus(cell);
  }

  /** The cells, row by row; of a picture those that are not filled are background. */
  #rows() {
    const { width, symbols } = this.model;
    let cells = this.game.text();
    if (this.kind.posed) cells = cells.replaceAll(UNKNOWN, symbols[0]);
    return cells.match(new RegExp(`.{${width}}`, "g"));
  }

  /** Pose what is drawn, solve it, and show what is not decided. A later stroke makes this void. */
  async #look() {
    this.request?.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    const { view } = this;
    this.status.textContent = t("editor_status_working");
    try {
      const request = { kind: this.kind.name, like: this.source, grid: this.#rows(), rules: this.rules };
      const record = await askWhole("pose", request, { signal });
      if (this.title.value) record.title = this.title.value;
      if (this.author.value) record.author = this.author.value;
      this.record = record;
      const [description, solved] = await Promise.all([
        askWhole("describe", { puzzle: record }, { signal }),
        ask("solve", { puzzle: record, time_limit: 5 }, { signal }),
      ]);
      if (signal.aborted || view !== this.view) return;
      if (this.kind.posed) {
        const blank = modelOf({ ...description, givens: UNKNOWN.repeat(view.model.size) });
        view.relabel(Object.freeze({ ...blank, order: this.model.order }));
        this.zoom.chosen === null && this.zoom.suit();
      }
      this.#show(solved);
      this.make.exporting?.use();
    } catch (error) {
      if (error.name !== "AbortError") this.status.textContent = error.message;
    }
  }

  #show({ status, grid }) {
    const codes = grid ? codesOf(grid, this.model.symbols) : this.game.values();
    const open = [...codes.keys()].filter((cell) => !codes[cell]);
    this.view.flag("open", status === "unique" || status === "none" ? [] : open);
    const follows = this.kind.posed ? [] : [...codes.entries()].filter(([cell, code]) => code && !this.game.value(cell));
    this.view.ghost(follows);
    this.status.dataset.status = status;
    this.trouble = troubleOf(status);
    this.repairing.disabled = status === "unique";
    this.status.textContent = verdictOf(status, open.length);
  }

  async repair() {
    const { game, kind, record } = this;
    if (!record) return;
    const before = game.text();
    const { textContent } = this.status;
    this.repairs = new AbortController();
    this.status.textContent = t("editor_repairing");
    this.stopping.hidden = false;
    try {
      const { signal } = this.repairs;
      const found = await askWhole("repair", { puzzle: record, time_limit: 20 }, { signal });
      if (this.game !== game || game.text() !== before) return; // it is about something else
      const { width, symbols } = game.model;
      game.fill(
        found.changes.map(([row, col, symbol]) => {
          const value = symbols.indexOf(symbol) + 1;
          return [row * width + col, kind.posed && value === 1 ? 0 : value];
        }),
      );
      this.make.app.toast(t("editor_repaired", { cells: many("cells", found.changes.length) }));
    } catch (error) {
      this.make.app.complain(error);
    } finally {
      this.stopping.hidden = true;
      if (isFocusLost()) this.repairing.focus();
      if (this.status.textContent === t("editor_repairing")) this.status.textContent = textContent;
    }
  }

  async play() {
    const { record, trouble: note } = this;
    if (record && (await this.make.app.openText(record, { note }))) this.make.app.go("play");
  }
}
