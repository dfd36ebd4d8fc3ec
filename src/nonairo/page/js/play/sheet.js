// Everything else, in a drawer: supposing and checkpoints, settings, sharing, saved games.
// Below the buttons where the window is wide; a sheet that slides over the grid's edge where it is not.

import { button, choose, field, h } from "../dom.js";
import { labelled } from "../icons.js";
import { applyTheme, change, settings } from "../settings.js";
import { LANGUAGES } from "../language.js";
import { levelName, nameFor, titleOfKey } from "../names.js";
import { aboutOf, bestTimes, forgetGame, isKept, savedGames } from "../storage.js";
import { capital, t } from "../strings.js";
import { timeText } from "./clock.js";
import { Sharing } from "./sharing.js";

const ICONS = { share: "share", settings: "settings", games: "games", best_times: "times" };
const OVER = window.matchMedia("(max-width: 32rem), (max-aspect-ratio: 1/1)"); // as in the style sheets

export class Sheet {
  constructor(play) {
    this.play = play;
    this.supposing = h("div", { class: "supposing-box" });
    this.supposeButton = this.#item("suppose", t("suppose"), () => this.suppose());
    this.checkpoints = h("ul", { class: "list checkpoints" });
    this.games = h("ul", { class: "list games" });
    this.times = h("ul", { class: "list times" });
    this.sharing = new Sharing(play);
    this.share = this.#section("share", this.sharing.element);
    this.share.addEventListener("toggle", () => this.share.open && this.sharing.suit());
    this.element = h(
      "div",
      { class: "sheet" },
      button(t("close"), () => this.toggle(false), { class: "sheet-close" }),
      this.#trying(),
      this.share,
      this.#settings(),
      this.#section("games", this.games),
      this.#section("best_times", this.times),
    );
  }

  #section(name, content, open = false) {
    return h("details", { open, class: `section ${name}` }, h("summary", {}, labelled(ICONS[name], t(name))), content);
  }

  /** One line of the menu. */
  #item(name, words, action, kind = name) {
    return button(labelled(name, words), action, { class: kind });
  }

  #trying() {
    const zoom = (name) => this.#item(name, t(`zoom_${name}`), () => this.play.zoom?.[name](), "zoom");
    this.redo = this.#item("redo", t("redo"), () => this.play.redo(), "redo-here");
    return h(
      "section",
      { class: "section trying" },
      h("div", { class: "zooms" }, this.redo, zoom("out"), zoom("in"), zoom("fit")),
      h(
        "div",
        { class: "menu" },
        this.supposeButton,
        this.#item("checkpoint", t("checkpoint_add"), () => this.#askName(), "checkpoint-add"),
        this.#item("path", t("guess_free"), () => this.play.hinting?.canGoOn(), "guess-free"),
        this.#item("restart", t("restart"), () => this.play.restart()),
        this.#item("pause", t("pause"), () => this.play.pause()),
        this.#item("give", t("give_up"), () => this.play.giveUp(), "give-up"),
      ),
      this.checkpoints,
    );
  }

  #settings() {
    const switchOf = (name) => {
      const box = h("input", { type: "checkbox", checked: settings[name], onchange: () => change(name, box.checked) });
      return field(t(`show_${name}`), box);
    };
    const options = (what, names) => names.map((name) => [name, t(`${what}_${name}`)]);
    return this.#section(
      "settings",
      h(
        "div",
        { class: "fields" },
        choose(t("language"), [["auto", t("language_auto")], ...Object.entries(LANGUAGES)], settings.language, (code) => (change("language", code), this.play.save(), location.reload()), { class: "language" }),
        choose(t("theme"), options("theme", ["auto", "light", "dark", "grey"]), settings.theme, (theme) => (change("theme", theme), applyTheme()), { class: "theme" }),
        choose(t("check_mode"), options("check", ["off", "rules", "wrong"]), settings.check, (mode) => change("check", mode), { class: "check-mode" }),
        choose(t("symbols"), options("symbols", ["own", "digits", "discs", "sky", "letters"]), settings.symbols, (look) => change("symbols", look), { class: "symbols" }),
        switchOf("timer"),
        switchOf("counts"),
        switchOf("crosshair"),
        switchOf("crosses"),
      ),
    );
  }

  toggle(open = !this.open) {
    if (open === this.open) return;
    this.element.classList.toggle("open", open);
    const more = this.play.root.querySelector(".act.more");
    more.setAttribute("aria-expanded", String(open));
    if (open) {
      this.refresh();
      if (OVER.matches) this.element.querySelector(".sheet-close").focus();
    } else if (this.element.contains(document.activeElement)) more.focus();
  }

  /** Where it lies over the grid, it goes when something else is done. */
  giveWay() {
    if (OVER.matches) this.toggle(false);
  }

  get open() {
    return this.element.classList.contains("open");
  }

  refresh() {
    this.refreshGame();
    this.#listGames();
    this.#listTimes();
    if (this.share.open) this.sharing.suit();
  }

  refreshGame() {
    const { game } = this.play;
    this.supposing.classList.toggle("on", game.supposing);
    this.supposing.replaceChildren(
      ...(game.supposing
        ? [
            h("p", {}, t("suppose_on")),
            h("div", { class: "buttons" }, button(t("suppose_keep"), () => this.keep(), { class: "keep" }), button(t("suppose_drop"), () => this.drop(), { class: "drop" })),
          ]
        : []),
    );
    this.supposeButton.hidden = game.supposing;
    this.redo.disabled = !game.future.length;
    this.checkpoints.replaceChildren(...game.checkpoints.map((point, index) => this.#checkpoint(point, index)));
  }

  suppose() {
    if (this.play.game.supposing) return;
    this.play.game.suppose();
    this.giveWay();
    this.play.app.announce(t("suppose_on"));
  }

  keep() {
    this.play.game.keep();
    this.play.app.announce(t("suppose_kept"));
  }

  drop() {
    this.play.game.drop();
    this.play.app.announce(t("suppose_dropped"));
  }

  #askName() {
    const { game } = this.play;
    const name = h("input", { type: "text", maxLength: 60, value: t("checkpoint_default", { n: game.checkpoints.length + 1 }), "aria-label": t("checkpoint_name") });
    const form = h(
      "form",
      {
        class: "naming",
        onsubmit: (event) => {
          event.preventDefault();
          game.addCheckpoint(name.value.trim() || name.defaultValue);
          this.play.app.announce(t("checkpoint_set", { name: name.value }));
        },
      },
      name,
      h("button", { type: "submit" }, t("ok")),
      button(t("cancel"), () => this.refreshGame()),
    );
    this.checkpoints.append(h("li", {}, form));
    name.select();
  }

  #checkpoint({ name }, index) {
    const { game, app } = this.play;
    const go = () => (game.goTo(index), app.announce(t("checkpoint_back", { name })));
    return h(
      "li",
      {},
      button(name, go, { class: "go", "aria-label": t("checkpoint_go", { name }) }),
      button("×", () => game.removeCheckpoint(index), { class: "close", "aria-label": t("checkpoint_remove", { name }) }),
    );
  }

  #listGames() {
    const games = savedGames().slice(0, 50);
    if (!games.length) return this.games.replaceChildren(h("li", { class: "none" }, t("games_none")));
    const passing = isKept() ? [] : [h("li", { class: "none" }, t("games_passing"))];
    return this.games.replaceChildren(...passing, ...games.map((game) => this.#game(game)));
  }

  #game({ id, about, done, milliseconds, level }) {
    const isOpen = id === this.play.model?.id;
    const name = nameFor({ ...about, title: about.title ?? capital(about.kind) }) + (level?.name ? `, ${levelName(level)}` : "");
    const state = done ? t("game_done") : t("game_share", { percent: Math.floor(about.share * 100) });
    const time = isOpen && !done ? [] : [timeText(milliseconds)]; // the clock shows it
    const forget = () => {
      const restore = forgetGame(id);
      this.#listGames();
      this.play.app.toast(t("game_forgotten", { name }), "note", [t("undo"), () => (restore(), this.#listGames())]);
    };
    return h(
      "li",
      { class: isOpen ? "this" : "" },
      button([name, " ", h("small", {}, [state, ...time].join(" · "))], () => this.#open(id), { class: "go", title: t("game_open", { name }) }),
      isOpen ? null : button("×", forget, { class: "close", "aria-label": t("game_forget", { name }) }),
    );
  }

  /** How far the open game is, without reading all others again. */
  refreshThis() {
    const { game, model } = this.play;
    this.games.querySelector(".this")?.replaceWith(this.#game({ id: model.id, about: aboutOf(game), ...game.toJSON() }));
  }

  async #open(id) {
    this.play.save();
    if (await this.play.app.openText(id)) this.giveWay();
  }

  #listTimes() {
    const times = bestTimes();
    if (!times.length) return this.times.replaceChildren(h("li", { class: "none" }, t("best_times_none")));
    const line = ([key, time]) => {
      const [kind, size, ...rest] = key.split("|");
      const level = rest.length === 2 ? levelName({ level: rest[0], name: rest[1] }) : rest[0]; // stored before: its name
      return h("li", {}, `${capital(titleOfKey(kind))} ${size}${level ? `, ${level}` : ""}`, h("small", {}, timeText(time)));
    };
    return this.times.replaceChildren(...times.map(line));
  }
}
