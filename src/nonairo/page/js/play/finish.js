// The end of a game: the time, whether it is the best, and only now what the picture shows.

import { askOnce, askWhole } from "../backend.js";
import { h } from "../dom.js";
import { settings } from "../settings.js";
import { noteTime } from "../storage.js";
import { t, visible } from "../strings.js";
import { timeText } from "./clock.js";

const SIGNS = 0.3; // of all neighbours, to begin with; how many are needed in the end nobody knows

export function celebrate(play, isNew) {
  const { game, model } = play;
  const time = settings.timer ? t("finished_time", { time: timeText(game.milliseconds) }) : "";
  const parts = [h("p", { class: "solved" }, t("finished", { time }))];
  if (game.title) parts.push(t("finished_title", { title: visible(game.title) }));
  if (game.title && model.author) parts.push(t("finished_by", { author: visible(model.author) }));
  if (isNew && noteTime(game)) parts.push(t("finished_best"));
  play.say(parts, [[t("next_puzzle"), () => another(play)]], "done");
}

/** Open a new puzzle of the same kind, size and level. */
export async function another(play) {
  try {
    await play.app.openText(await oneLike(play));
  } catch (error) {
    play.app.complain(error);
  }
}

/** A new puzzle of the same kind, size and level, as a record. */
export async function oneLike({ model, game }) {
  const request = { kind: model.kind, size: [model.height, model.width], time_limit: 20 };
  if (game.level) request.level = Math.min(game.level.level, 7);
  const options = await askOnce("kinds").then((kinds) => kinds.find(({ name }) => name === model.kind)?.options ?? []);
  const takes = (wanted) => options.some(({ name }) => name === wanted);
  const { colours, marks } = model;
  if (colours.length && takes("colours")) request.colours = colours.length - Number(model.blank);
  else if (model.rulesName !== "standard") request.rules = model.rulesName;
  if (marks.length && takes("signs")) request.signs = SIGNS;
  return askWhole("generate", request);
}
