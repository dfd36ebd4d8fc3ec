// A form for a new puzzle: kind, size, level; from chance, words or a picture; with a seed.

import { askWhole } from "../backend.js";
import { toBase64 } from "../base64.js";
import { button, choose, field, fill, h, isFocusLost } from "../dom.js";
import { levelName } from "../names.js";
import { t } from "../strings.js";
import { Options } from "./options.js";
import { levelsMade } from "./levels.js";
import { sizeOf } from "./sizes.js";

const SECONDS = 30;

export class Generator {
  constructor(make) {
    this.make = make;
    const { kinds } = make;
    this.kind = choose(t("make_kind"), make.choices, kinds[0].name, () => this.#suit(), { class: "make-kind" });
    this.size = h("input", { type: "text", class: "make-size", value: "8", inputMode: "numeric" });
    this.level = choose(t("make_level"), [], undefined, () => this.#suggest(), { class: "make-level" });
    this.from = choose(t("make_from"), ["chance", "text", "picture"].map((way) => [way, t(`make_from_${way}`)]), "chance", () => this.#suit(), { class: "make-from" });
    this.text = h("input", { type: "text", maxLength: 100, class: "make-text" });
    this.picture = h("input", { type: "file", accept: "image/*,.pbm,.pgm", class: "make-picture" });
    this.seed = h("input", { type: "text", class: "make-seed", inputMode: "numeric", placeholder: t("make_seed_hint") });
    this.go = button(t("make_go"), () => this.run(), { class: "make-go primary" });
    this.stop = button(t("make_stop"), () => this.request?.abort(), { hidden: true });
    this.status = h("p", { class: "told", role: "status" });
    this.options = new Options(); // what only some kinds have
    this.size.addEventListener("input", () => {
      this.ownSize = true;
      this.#offerLevels();
    });
    this.options.element.addEventListener("input", () => this.#offerLevels());
    this.sizeField = field(t("make_size"), this.size);
    this.textField = field(t("make_text"), this.text);
    this.pictureField = field(t("make_picture"), this.picture);
    this.element = h(
      "div",
      { class: "fields" },
      this.kind,
      this.level,
      this.sizeField,
      this.from,
      this.textField,
      this.pictureField,
      this.options.element,
      field(t("make_seed"), this.seed),
      h("div", { class: "buttons" }, this.go, this.stop),
      this.status,
    );
    this.#suit();
  }

  #suit() {
    const kind = this.make.kind(this.kind.control_.value);
    this.options.use(kind);
    this.from.hidden = !kind.posed;
    const from = kind.posed ? this.from.control_.value : "chance";
    this.sizeField.hidden = from === "text"; // words are as large as their letters
    this.textField.hidden = from !== "text";
    this.pictureField.hidden = from !== "picture";
    if (this.suited !== this.kind.control_.value) {
      this.ownSize = false;
      this.suited = this.kind.control_.value;
      this.#suggest();
    }
    this.#offerLevels();
  }

  /** The levels that are made of the size that was typed; until one was, of the usual size of each level. */
  #offerLevels() {
    const choice = this.kind.control_.value;
    const kind = this.make.kind(choice);
    const own = this.ownSize && !this.sizeField.hidden && this.size.value.trim();
    const isMade = ({ level }) =>
      levelsMade(kind, this.make.asked(choice), this.options.filled, own || String(this.make.sizeOf(choice, level))).includes(level);
    const levels = kind.levels.filter(isMade).map(({ level, name }) => [String(level), `${level} – ${levelName({ level, name })}`]);
    const before = this.level.control_.value;
    fill(this.level.control_, [["", t("make_level_any")], ...levels], "");
    if (levels.some(([level]) => level === before)) this.level.control_.value = before;
  }

  #suggest() {
    if (this.ownSize) return;
    this.size.value = this.make.sizeOf(this.kind.control_.value, Number(this.level.control_.value) || 2);
  }

  /** What the form says, as a request; throws where it does not say enough. */
  async #request() {
    const [kind, rules] = this.kind.control_.value.split("@");
    const request = { kind, ...(rules ? { rules } : {}), time_limit: SECONDS, ...this.options.request };
    const from = this.from.hidden ? "chance" : this.from.control_.value;
    if (from === "chance" || (from === "picture" && this.size.value.trim())) request.size = sizeOf(this.size.value);
    if (this.level.control_.value) request.level = Number(this.level.control_.value);
    const seed = this.seed.value.trim();
    if (seed && !/^-?\d{1,15}$/.test(seed)) throw new Error(t("make_seed_bad"));
    if (seed) request.seed = Number(seed);
    if (from === "text") {
      if (!this.text.value.trim()) throw new Error(t("make_write_text"));
      request.text = this.text.value;
    } else if (from === "picture") {
      const [file] = this.picture.files;
      if (!file) throw new Error(t("make_pick_picture"));
      request.image = toBase64(await file.arrayBuffer());
    }
    return request;
  }

  async run() {
    this.request = new AbortController();
    this.go.disabled = true;
    this.stop.hidden = false;
    this.status.textContent = t("make_working");
    try {
      const { signal } = this.request;
      const record = await askWhole("generate", await this.#request(), { signal });
      const { app } = this.make;
      if (!(await app.openText(record))) return;
      this.status.textContent = record.seed === undefined ? "" : t("make_made", { seed: record.seed });
      app.go("play");
    } catch (error) {
      this.status.textContent = error.name === "AbortError" ? "" : error.message;
    } finally {
      this.go.disabled = false;
      this.stop.hidden = true;
      if (isFocusLost()) this.go.focus(); // unless another tab is shown by now
    }
  }
}
