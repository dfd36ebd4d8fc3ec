// The games that are not finished, as they stand: the latest first.

import { button, h } from "../dom.js";
import { valueOf } from "../game.js";
import { levelName, nameFor } from "../names.js";
import { savedGames } from "../storage.js";
import { capital, t } from "../strings.js";
import { thumb } from "../thumb.js";

const MOST = 4;

export class Going {
  constructor(start) {
    this.start = start;
    this.list = h("ul", { class: "choices going-cards" });
    this.element = h("section", { class: "start-going", hidden: true }, h("h2", {}, t("start_going")), this.list);
  }

  async refresh() {
    const games = savedGames().filter(({ done }) => !done).slice(0, MOST);
    const cards = await Promise.all(games.map((game) => this.#card(game).catch(() => null)));
    this.list.replaceChildren(...cards.filter(Boolean));
    this.element.hidden = !this.list.children.length;
  }

  async #card({ id, about, cells, level }) {
    const model = await this.start.app.read(id);
    if (cells?.length !== model.size) return null;
    const name = nameFor({ ...about, title: about.title ?? capital(about.kind) });
    const percent = Math.floor(about.share * 100);
    const card = button(
      [thumb(model, cells.map(valueOf)), h("strong", {}, name), h("small", {}, [level && levelName(level), t("game_share", { percent })].filter(Boolean).join(" · "))],
      () => this.start.play(id),
      { class: "choice going" },
    );
    return h("li", {}, card);
  }
}
