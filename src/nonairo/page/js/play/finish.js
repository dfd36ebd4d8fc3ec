// The end of a game: the time, whether it is the best, and only now what the picture shows.

import { askOnce, askWhole } from "../backend.js";
import { h } from "../dom.js";
import { settings } from "../settings.js";
import { noteTime } from "../storage.js";
import { t, visible } from "../strings.js";
import { timeText } from "./clock.js";

const SIGNS = 0.3; // of all neighbours, to begin with; how many are needed in the end nobody knows

/** `refused`: a press on a finished picture has changed nothing. */
export function celebrate(play, isNew, refused = false) {
  const { game, model } = play;
  const time = settings.timer ? t("finished_time", { time: timeText(game.milliseconds) }) : "";
  const parts = [h("p", { class: "solved" }, t("finished", { time }))];
  if (game.title) parts.push(t("finished_title", { title: visible(game.title) }));
  if (game.title && model.author) parts.push(t("finished_by", { author: visible(model.author) }));
  if (isNew && noteTime(game)) parts.push(t("finished_best"));
  if (refused) parts.push(t("finished_locked"));
  play.say(parts, [[t("next_puzzle"), () => another(play)], [t("finished_edit"), () => play.unlock()]], "done");
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
      note = t("new_other_level", { level: game.level.name });
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
