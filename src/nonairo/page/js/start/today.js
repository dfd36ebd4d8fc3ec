// Today's puzzles: one of each kind, as small pictures that one tap opens.

import { button, h } from "../dom.js";
import { language } from "../language.js";
import { dayNames, dayOf, today } from "../make/daily.js";
import { levelName } from "../names.js";
import { savedGame } from "../storage.js";
import { capital, t } from "../strings.js";
import { thumb } from "../thumb.js";

export class Today {
  constructor(start) {
    this.start = start;
    this.date = null; // another day than today
    this.heading = h("h2", {});
    this.list = h("ul", { class: "choices today-cards" });
    this.element = h("section", { class: "start-today", "aria-label": t("daily_today") }, this.heading, this.list);
  }

  async refresh() {
    const date = this.date ?? today();
    const isLate = () => date !== (this.date ?? today()); // another day was chosen meanwhile
    const [year, month, day] = date.split("-").map(Number);
    const words = new Date(year, month - 1, day).toLocaleDateString(language, { weekday: "long", day: "numeric", month: "long" });
    const back = date === today() ? [] : [" ", button(t("daily_today"), () => this.go(null), { class: "to-today" })];
    this.heading.replaceChildren(t(back.length ? "daily_then" : "daily_today"), " ", h("small", {}, words), ...back);
    try {
      const names = await dayNames(date);
      const found = await Promise.all(names.map(async (name) => ({ name, ...(await dayOf(name, date)) })));
      const cards = await Promise.all(found.map((each) => this.#card(each)));
      if (!isLate()) this.list.replaceChildren(...cards);
    } catch (error) {
      if (isLate()) return;
      this.list.replaceChildren(h("li", { class: "none" }, error.message));
    }
  }

  /** The puzzles of another day; of today for null. */
  async go(date) {
    this.date = date;
    await this.refresh();
    this.element.scrollIntoView({ block: "nearest" });
    this.list.querySelector("button")?.focus();
  }

  async #card({ name, id, level }) {
    const model = await this.start.app.read(id);
    const named = this.start.level(name, level);
    const { done: isDone = false, about } = savedGame(model.id) ?? {};
    const percent = Math.floor((about?.share ?? 0) * 100);
    const state = isDone ? t("daily_done") : percent ? t("game_share", { percent }) : named ? levelName(named) : "";
    const card = button(
      [thumb(model), h("strong", {}, capital(name)), h("small", {}, state)],
      () => this.start.play(id, { level: named }),
      { class: "choice day" },
    );
    card.dataset.kind = name;
    card.classList.toggle("done", isDone);
    return h("li", {}, card);
  }
}
