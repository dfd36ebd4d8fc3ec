// The Gallery tab: pictures of our own. One that is not solved yet shows its size and level only.

import { askOnce } from "../backend.js";
import { button, choose, fill, h } from "../dom.js";
import { drawn, parse } from "../ids/pictures.js";
import { levelName } from "../names.js";
import { read, savedGame, write } from "../storage.js";
import { capital, t } from "../strings.js";

const ALL = "";

export function mount(root, app) {
  return new Gallery(root, app);
}

class Gallery {
  constructor(root, app) {
    this.app = app;
    const filter = (name) => choose(t(`gallery_${name}`), [[ALL, t("gallery_all")]], ALL, () => this.#list(), { class: `gallery-${name}` });
    this.filters = { level: filter("level"), theme: filter("theme"), colours: filter("colours"), state: filter("state") };
    this.progress = h("p", { class: "gallery-progress", role: "status" });
    this.cards = h("ul", { class: "gallery-cards" });
    const bar = h("div", { class: "gallery-bar" }, this.progress, ...Object.values(this.filters));
    root.append(h("h1", { class: "unseen" }, t("tab_gallery")), bar, this.cards);
  }

  async #load() {
    const answer = await fetch(new URL("../../gallery.txt", import.meta.url));
    if (!answer.ok) throw new Error(t("offline"));
    this.pictures = parse(await answer.text());
    const [{ id }] = this.pictures;
    const levels = await askOnce("kinds").then((kinds) => kinds.find(({ name }) => id.startsWith(name)).levels);
    this.levels = new Map(levels.map((each) => [each.level, each]));
    const offer = (name, choices) => fill(this.filters[name].control_, [[ALL, t("gallery_all")], ...choices], ALL);
    const has = (name) => [...new Set(this.pictures.map((picture) => picture[name]))].sort();
    offer("level", has("level").map((level) => [String(level), `${level} – ${levelName(this.levels.get(level))}`]));
    offer("theme", has("theme").map((theme) => [theme, capital(theme)]));
    offer("colours", ["black", "coloured"].map((name) => [name, t(`gallery_${name}`)]));
    offer("state", ["open", "solved"].map((name) => [name, t(`gallery_${name}`)]));
  }

  /** Solved pictures are noted by name: the browser may have to forget finished games. */
  #note() {
    const kept = read("gallery", []);
    const solved = new Set(kept);
    for (const { id, title } of this.pictures) if (savedGame(id)?.done) solved.add(title);
    if (solved.size !== kept.length) write("gallery", [...solved]);
    this.solved = solved;
  }

  async show() {
    try {
      if (!this.pictures) await this.#load();
    } catch (error) {
      this.pictures = null;
      this.progress.textContent = error.message;
      return;
    }
    this.#note();
    this.#list();
  }

  #list() {
    if (!this.pictures) return;
    const [level, theme, colours, state] = Object.values(this.filters).map(({ control_ }) => control_.value);
    const wanted = this.pictures.filter(
      (picture) =>
        (!level || picture.level === Number(level)) &&
        (!theme || picture.theme === theme) &&
        (!colours || (colours === "coloured") === this.#isColoured(picture)) &&
        (!state || (state === "solved") === this.solved.has(picture.title)),
    );
    const done = wanted.filter(({ title }) => this.solved.has(title)).length;
    this.progress.textContent = t("gallery_progress", { done, all: wanted.length });
    this.cards.replaceChildren(...wanted.map((picture) => h("li", {}, this.#card(picture))));
  }

  #isColoured = ({ colours }) => Object.keys(colours).length > 0;

  #card(picture) {
    const { title, theme, height, width, level } = picture;
    const isSolved = this.solved.has(title);
    const size = `${height}×${width}`;
    const sort = this.#isColoured(picture) ? t("gallery_coloured") : t("gallery_black");
    const about = [size, levelName(this.levels.get(level)), capital(theme), sort].join(", ");
    const seen = isSolved ? drawn(picture) : h("span", { class: "gallery-hidden", "aria-hidden": "true" }, "?");
    const name = isSolved ? title : t("gallery_unsolved");
    const open = async () => {
      if (await this.app.openText(picture.id, { title, level: this.levels.get(level) })) this.app.go("play");
    };
    return button(
      [h("span", { class: "gallery-frame" }, seen), h("strong", {}, isSolved ? title : size), h("small", {}, `${level} – ${levelName(this.levels.get(level))}`)],
      open,
      { class: isSolved ? "gallery-card solved" : "gallery-card", "aria-label": `${name}: ${about}`, title: about },
    );
  }
}
