// The end of a game: the time, whether it is the best, and only now what the picture shows.

import { askOnce, askWhole } from "../backend.js";
import { h } from "../dom.js";
import { levelName } from "../names.js";
import { streak } from "../record.js";
import { settings } from "../settings.js";
import { linkTo } from "../share.js";
import { bestOf, noteTime } from "../storage.js";
import { t, visible } from "../strings.js";
import { timeText } from "./clock.js";

const SIGNS = 0.3; // of all neighbours, to begin with; how many are needed in the end nobody knows

export const SHOWN = "shown"; // how a game was helped whose solution was filled in

/** `refused`: a press on a finished picture has changed nothing; `closing`: the last words of a guide. */
export function celebrate(play, isNew, { refused = false, closing = null } = {}) {
  const { game, model } = play;
  const isShown = game.helped === SHOWN;
  const time = settings.timer ? t("finished_time", { time: timeText(game.milliseconds) }) : "";
  const title = game.title ? [h("p", { class: "picture-title" }, visible(game.title))] : [];
  if (game.title && model.author) title.push(t("finished_by", { author: visible(model.author) }));
  const isBest = isNew && noteTime(game);
  const parts = [...title, h("p", { class: "solved" }, isShown ? t("finished_shown") : t("finished", { time })), ...(isShown ? [] : [figures(game)])];
  if (isBest) parts.push(t("finished_best"));
  if (closing) parts.push(closing);
  if (refused) parts.push(t("finished_locked"));
  play.say(parts, [[t("next_puzzle"), () => another(play)], ...(isShown ? [] : [[t("share_win"), () => shareWin(play)]]), [t("finished_edit"), () => play.unlock()]], "done");
}

/** A win in words: the puzzle, the time and the link, and nothing of the solution. */
function shareWin({ game, model, name, sheet }) {
  const days = streak();
  const lines = [
    `${t("name")} · ${name.textContent}`,
    [t("finished", { time: settings.timer ? t("finished_time", { time: timeText(game.milliseconds) }) : "" }), game.helped ? t("finished_helped") : "", days > 1 ? `${days} ${t("figure_days")}` : ""].filter(Boolean).join(" "),
    linkTo({ puzzle: model.id }),
  ];
  return sheet.sharing.copy(lines.join("\n"), t("copied_text"));
}

/** The best time, and the days in a row. */
function figures(game) {
  const best = settings.timer && bestOf(game);
  const days = streak();
  const found = [best && [timeText(best), t("figure_best")], days && [String(days), t(days === 1 ? "figure_day" : "figure_days")]];
  return h("dl", { class: "figures" }, found.filter(Boolean).map(([number, name]) => h("div", {}, h("dt", {}, name), h("dd", {}, number))));
}

const WAVE = 1; // seconds until it has reached all cells
const REST = 0.7; // seconds that it takes in one cell

/** Paint the picture row by row; where there is none, a ripple goes out from the last cell. */
export function animate({ stage, view, model }, last) {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { width } = model;
  const row = (cell) => Math.floor(cell / width);
  const far = (cell) => (model.blank ? row(cell) : Math.hypot(row(cell) - row(last), (cell % width) - (last % width)));
  const farthest = Math.max(1, ...view.cells.map((_, cell) => far(cell)));
  view.cells.forEach((element, cell) => element.style.setProperty("--wave", `${((WAVE * far(cell)) / farthest).toFixed(2)}s`));
  stage.classList.add("celebrating");
  setTimeout(() => stage.classList.remove("celebrating"), 1000 * (WAVE + REST));
}

/** Open a new puzzle of the same kind, size and level; of another level where that one cannot be made in time. */
export async function another(play) {
  const { game } = play;
  let note = null;
  const make = async (signal) => {
    try {
      return await oneLike(play, { signal, seconds: game.level ? 8 : 20 });
    } catch (error) {
      if (error.code !== "limit" || !game.level) throw error;
      note = t("new_other_level", { level: levelName(game.level) });
      return oneLike(play, { signal, level: null });
    }
  };
  try {
    const record = await play.working(make, { kind: "lasting" });
    if (play.game === game) await play.app.openText(record, { note });
  } catch (error) {
    play.app.complain(error);
  }
}

/** A new puzzle of the same kind, size and level, as a record. */
export async function oneLike({ model, game }, { signal, seconds = 20, level = game.level } = {}) {
  const request = { kind: model.kind, size: [model.height, model.width], time_limit: seconds };
  if (level) request.level = Math.min(level.level, 7);
  const options = await askOnce("kinds").then((kinds) => kinds.find(({ name }) => name === model.kind)?.options ?? []);
  const takes = (wanted) => options.some(({ name }) => name === wanted);
  const { colours, marks } = model;
  if (colours.length && takes("colours")) request.colours = colours.length - Number(model.blank);
  else if (model.rulesName !== "standard") request.rules = model.rulesName;
  if (marks.length && takes("signs")) request.signs = SIGNS;
  return askWhole("generate", request, { signal });
}
