// The end of a game: the time, whether it is the best, and only now what the picture shows.

import { ask } from "../backend.js";
import { h } from "../dom.js";
import { settings } from "../settings.js";
import { noteTime } from "../storage.js";
import { t } from "../strings.js";
import { timeText } from "./clock.js";

export function celebrate(play, isNew) {
  const { game, model } = play;
  const time = settings.timer ? t("finished_time", { time: timeText(game.milliseconds) }) : "";
  const parts = [h("p", { class: "solved" }, t("finished", { time }))];
  if (game.title) parts.push(t("finished_title", { title: game.title }));
  if (game.title && model.author) parts.push(t("finished_by", { author: model.author }));
  if (isNew && noteTime(game)) parts.push(t("finished_best"));
  play.say(parts, [[t("next_puzzle"), () => another(play)]], "done");
}

/** A new puzzle of the same kind, size and level. */
export async function another(play) {
  const { model, game } = play;
  const rules = model.rulesName === "standard" ? {} : { rules: model.rulesName };
  const level = game.level ? { level: Math.min(game.level.level, 7) } : {};
  try {
    const request = { kind: model.kind, size: [model.height, model.width], ...level, ...rules };
    const record = await ask("generate", { ...request, time_limit: 20 });
    if (record.status === "unknown") throw new Error(record.reason);
    await play.app.openText(record);
  } catch (error) {
    play.app.complain(error);
  }
}
