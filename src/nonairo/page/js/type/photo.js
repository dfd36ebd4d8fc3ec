// A puzzle from a photo or a screenshot: chosen, taken, pasted or dropped. A server reads it, and does not keep it. What
// is doubtful is marked on the photo, and can be corrected before it is played.

import { ask, hasServer } from "../backend.js";
import { toBase64 } from "../base64.js";
import { button, h } from "../dom.js";
import { many, sentence, t } from "../strings.js";
import { waitingLine } from "../waiting.js";

const MOST_PIXELS = 3_000_000; // more show nothing more; and a request has room for 5 MB
const QUALITY = 0.92;
const SECONDS = 20;
const SVG = "http://www.w3.org/2000/svg";
const isPicture = (file) => file?.type.startsWith("image/");

export class Photo {
  /** `onRead(model)`: one puzzle was read for certain. */
  constructor(app, onRead = () => {}) {
    this.app = app;
    this.onRead = onRead;
    this.turn = 0; // of answers that overtake each other the last one counts
    this.status = h("p", { class: "told", role: "status" });
    this.found = h("div", { class: "photo-found" });
    this.element = h("div", { class: "fields photo" }, ...(hasServer ? this.#offers() : [h("p", {}, t("photo_static"))]));
  }

  #offers() {
    const file = (more) => h("input", { type: "file", accept: "image/*", hidden: true, onchange: (event) => this.#chosen(event.target), ...more });
    const [choose, camera] = [file({ class: "photo-file" }), file({ capture: "environment" })];
    const touch = window.matchMedia("(pointer: coarse)").matches;
    const take = touch ? button(t("photo_take"), () => camera.click(), { class: "photo-take" }) : null;
    return [
      h("p", {}, t("photo_about")),
      h("div", { class: "buttons" }, take, button(t("photo_choose"), () => choose.click(), { class: "photo-choose" })),
      choose,
      camera,
      this.status,
      this.found,
    ];
  }

  /** Pictures that are pasted or dropped while the tab is seen; `open` shows where they go. */
  listen(root, open) {
    if (!hasServer) return;
    const take = (event, files) => {
      const picture = [...files].find(isPicture);
      if (!picture || !root.checkVisibility()) return;
      event.preventDefault();
      open();
      this.take(picture);
    };
    document.addEventListener("paste", (event) => take(event, event.clipboardData?.files ?? []));
    document.addEventListener("drop", (event) => take(event, event.dataTransfer.files), { capture: true });
  }

  async #chosen(input) {
    const [picture] = input.files;
    if (picture) await this.take(picture);
    input.value = "";
  }

  /** A new picture: nothing is known of it yet. */
  async take(file) {
    this.turn += 1;
    this.answers = {};
    this.found.replaceChildren();
    try {
      this.picture = await reduced(file);
    } catch {
      this.#say(sentence(t("picture_unreadable")));
      return;
    }
    await this.#read();
  }

  /** The puzzle is changed by hand now. */
  forget() {
    this.turn += 1;
    this.found.replaceChildren();
    this.status.replaceChildren();
  }

  /** On a phone, the little room between the board and the keys must show what is said. */
  #say(what) {
    this.status.replaceChildren(what);
    this.status.scrollIntoView({ block: "nearest" });
  }

  async #read(pick = undefined) {
    const turn = ++this.turn;
    const stop = new AbortController();
    this.#say(waitingLine(t("photo_reading"), () => stop.abort()));
    const known = Object.keys(this.answers).length ? { set: this.answers } : {};
    try {
      const picture = toBase64(await this.picture.blob.arrayBuffer());
      const answer = await ask("read", { picture, time_limit: SECONDS, pick, ...known }, { signal: stop.signal });
      if (turn !== this.turn) return;
      if (!answer.readings) throw new Error(t("photo_none")); // it took too long, as in pictures of something else
      this.#say(answer.readings.length > 1 ? t("photo_several", { count: answer.readings.length }) : "");
      this.found.replaceChildren(...answer.readings.map((reading) => this.#shown(reading)));
      const [{ puzzle, status }] = answer.readings;
      if (answer.readings.length === 1 && puzzle && status !== "failed") this.onRead(await this.app.read(puzzle));
      this.found.querySelector(".photo-reading > p").scrollIntoView({ block: "nearest" });
      this.found.querySelector(".photo-play")?.focus();
    } catch (error) {
      if (turn === this.turn) this.#say(error.name === "AbortError" ? t("stopped") : sentence(error.message));
    }
  }

  /** The part of the photo with this puzzle, what was corrected, what is doubtful, and Play. */
  #shown(reading) {
    const { status, puzzle, changes, doubts, why } = reading;
    const say = [t(`photo_${status}`)];
    if (status === "failed" && doubts.length) say.push(t("photo_correct"));
    if (changes.length) say.push(many("photo_corrected", changes.length));
    if (why && status !== "sure") say.push(`${sentence(why)}.`);
    const play = puzzle && status !== "failed" ? button(t("make_play"), () => this.#play(reading), { class: "photo-play primary" }) : null;
    return h(
      "section",
      { class: "photo-reading", data: { status } },
      this.#marked(reading),
      h("p", {}, say.join(" ")),
      ...changes.map((change) => h("p", { class: "photo-change" }, t("photo_change", { place: placeOf(change.name), now: wordOf(change.now), was: wordOf(change.was) }))),
      ...doubts.map((doubt) => this.#asked(doubt, reading)),
      h("div", { class: "buttons" }, play),
    );
  }

  #marked({ corners, changes, doubts, number }) {
    const [width, height] = [this.picture.width, this.picture.height];
    const draw = h("figure", { class: "photo-marked" }, h("img", { src: this.picture.url, alt: t("photo_alt"), width, height }));
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("aria-hidden", "true");
    const outline = (quad, name, place) => {
      if (!quad) return;
      const shape = document.createElementNS(SVG, "polygon");
      shape.setAttribute("points", quad.map((point) => point.join(",")).join(" "));
      shape.setAttribute("class", name);
      if (place) shape.addEventListener("click", () => document.getElementById(idOf(number, place))?.focus());
      svg.append(shape);
    };
    outline(corners, "grid");
    for (const { quad } of changes) outline(quad, "changed");
    for (const { quad, name } of doubts) outline(quad, "doubtful", name);
    draw.append(svg);
    return draw;
  }

  /** A doubtful place: what it may be, or a clue to type. The next answer takes it as known. */
  #asked({ name, candidates }, { number, of }) {
    const take = (event) => {
      this.answers = { ...this.answers, [name]: event.target.value };
      this.#read(of > 1 ? number : undefined);
    };
    const id = idOf(number, name);
    const isClue = name.includes(" ");
    const signs = name.includes("-") ? ["=", "x", "empty"] : ["0", "1", "empty"];
    const [[likeliest]] = candidates;
    const control = isClue
      ? h("input", { id, value: likeliest, spellcheck: false, inputMode: "text", onchange: take })
      : h("select", { id, onchange: take }, h("option", { value: "", disabled: true, selected: true }, `${wordOf(likeliest)}?`), ...signs.map((sign) => h("option", { value: sign }, wordOf(sign))));
    return h("label", { class: "field photo-doubt" }, h("span", {}, placeOf(name)), control);
  }

  async #play({ puzzle, entries }) {
    if (await this.app.openText(puzzle, entries ? { grid: entries } : {})) this.app.go("play");
  }
}

/** The picture as JPEG with as many pixels as there is use for, and turned upright; and its address for the page. */
async function reduced(file) {
  const bitmap = await createImageBitmap(file);
  const shrink = Math.min(1, Math.sqrt(MOST_PIXELS / (bitmap.width * bitmap.height)));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * shrink)));
  const canvas = h("canvas", { width, height });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "white";
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, width, height);
  const type = file.type === "image/png" && width * height < MOST_PIXELS / 2 ? "image/png" : "image/jpeg";
  const blob = await new Promise((done) => canvas.toBlob(done, type, QUALITY));
  return { blob, width, height, url: URL.createObjectURL(blob) };
}

const idOf = (number, name) => `photo-${number}-${name.replace(/\W/g, "-")}`;
const wordOf = (text) => (text === "empty" ? t("photo_empty") : text);

/** A place as people call it: r3c4, r3c4-r3c5, row 3, column 5. */
function placeOf(name) {
  const [, side, line] = name.match(/^(row|column) (\d+)$/) ?? [];
  if (side) return t(`photo_${side}`, { n: line });
  const numbers = name.match(/\d+/g);
  const [row, column] = numbers;
  return t(numbers.length > 2 ? "photo_sign" : "photo_cell", { row, column, row2: numbers[2], column2: numbers[3] });
}
