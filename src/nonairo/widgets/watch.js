// How an engine searches, replayed in a notebook with the page's controls.

import { h } from "../page/js/dom.js";
import { GridView } from "../page/js/grid.js";
import { modelOf } from "../page/js/model.js";
import { Controls } from "../page/js/stepping/controls.js";
import { Stepper } from "../page/js/stepping/stepper.js";
import { t } from "../page/js/strings.js";
import { Replay } from "../page/js/watch/replay.js";
import { marksOf, sentenceOf, verdictOf } from "../page/js/watch/words.js";
import { shell, suit } from "./shell.js";

const SPEEDS = [1, 4, 20, 100, 1000];

export function render({ model, el }) {
  const root = shell(model, el, "watching");
  const puzzle = modelOf(model.get("description"));
  const replay = new Replay(puzzle, model.get("trace"));
  const view = new GridView(puzzle, { label: puzzle.summary });
  view.board.setAttribute("role", "table");
  view.element.classList.add("still");
  for (const cell of view.cells) {
    cell.setAttribute("role", "cell");
    cell.removeAttribute("tabindex");
  }
  view.element.tabIndex = 0;
  view.element.setAttribute("role", "region");
  view.element.setAttribute("aria-label", puzzle.summary);
  const stepper = new Stepper(4);
  const controls = new Controls(stepper, { speeds: SPEEDS, label: t("step_controls") });
  const message = h("p", { class: "message", role: "status" });
  root.append(h("strong", {}, replay.engine), view.element, controls.element, message);

  function sentence() {
    const { event } = replay;
    if (!event) return t("watch_begin");
    const verdict = verdictOf(event);
    return `${verdict ? `${t(`verdict_${verdict}`)} ` : ""}${sentenceOf(event, puzzle)}`;
  }

  stepper.addEventListener("change", () => {
    replay.to(stepper.at);
    const { marks = {}, lines = [], ghosts = [] } = replay.event ? marksOf(replay.event, puzzle, replay.codes) : {};
    view.draw(replay.codes);
    view.flagLines(lines);
    for (const flag of ["premise", "effect", "broken", "current"]) view.flag(flag, marks[flag] ?? []);
    view.ghost(ghosts);
    message.textContent = sentence();
  });
  stepper.use(replay.length);
  // A notebook would take these keys for its own.
  root.addEventListener("keydown", (event) => event.stopPropagation());
  const sized = new ResizeObserver(() => root.clientWidth && suit(view, root.clientWidth));
  sized.observe(root);
  return () => {
    stepper.pause();
    sized.disconnect();
  };
}
