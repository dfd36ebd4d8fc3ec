// The controls of a replay: step, play, speed, a scrubber; and the keys for all of them.

import { button, choose, h, isTyping } from "../dom.js";
import { t } from "../strings.js";

const PAGE = 10;

export class Controls {
  constructor(stepper, { speeds, label }) {
    this.stepper = stepper;
    const act = (name, action) =>
      button(t(`step_${name}`), action, { class: `step-${name}`, title: t(`step_${name}_key`) });
    this.back = act("back", () => stepper.step(-1));
    this.forward = act("forward", () => stepper.step(1));
    this.first = act("first", () => stepper.jump(0));
    this.last = act("last", () => stepper.jump(stepper.count));
    this.play = act("play", () => stepper.toggle());
    this.scrubber = h("input", {
      type: "range",
      class: "scrubber",
      min: 0,
      step: 1,
      "aria-label": label,
      oninput: () => stepper.jump(Number(this.scrubber.value)),
    });
    this.where = h("output", { class: "where" });
    const choices = speeds.map((speed) => [String(speed), t(speed === 1 ? "speed_one" : "speed_many", { speed })]);
    this.speed = choose(t("speed"), choices, String(stepper.speed), (speed) => stepper.setSpeed(Number(speed)));
    this.element = h(
      "div",
      { class: "controls" },
      h("div", { class: "stepping", role: "toolbar", "aria-label": t("step_controls") },
        this.first, this.back, this.play, this.forward, this.last),
      h("div", { class: "scrubbing" }, this.scrubber, this.where),
      this.speed,
    );
    stepper.addEventListener("change", () => this.draw());
    this.draw();
  }

  draw() {
    const { at, count, playing } = this.stepper;
    this.scrubber.max = count;
    this.scrubber.value = at;
    this.scrubber.disabled = !count;
    const where = t("step_of", { at: at.toLocaleString("en"), count: count.toLocaleString("en") });
    this.scrubber.setAttribute("aria-valuetext", where);
    this.where.textContent = where;
    this.play.textContent = t(playing ? "step_pause" : "step_play");
    this.play.disabled = !count;
    for (const one of [this.first, this.back]) dim(one, at === 0);
    for (const one of [this.last, this.forward]) dim(one, at === count);
  }
}

/** Not `disabled`, which would take the focus away from who steps by keyboard. */
function dim(element, off) {
  element.setAttribute("aria-disabled", String(off));
}

/** Keys that step while a tab is seen; fields, tabs and dialogs keep theirs. */
export function stepKeys(stepper, isSeen) {
  const moves = {
    ArrowRight: () => stepper.step(1),
    ArrowDown: () => stepper.step(1),
    ArrowLeft: () => stepper.step(-1),
    ArrowUp: () => stepper.step(-1),
    PageDown: () => stepper.step(PAGE),
    PageUp: () => stepper.step(-PAGE),
    Home: () => stepper.jump(0),
    End: () => stepper.jump(stepper.count),
    " ": () => stepper.toggle(),
  };
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (!isSeen() || !moves[key] || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
    if (target instanceof Element && target.closest("[role=tab], dialog")) return;
    const pressed = target instanceof Element && target.closest("button, summary");
    if (key === " " && pressed && !pressed.matches(".step")) return;
    event.preventDefault();
    moves[key]();
  });
}
