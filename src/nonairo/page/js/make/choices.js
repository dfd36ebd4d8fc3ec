// The kinds of puzzle as forms offer them: by name, by a preset's name, or with rules behind an @.

import { titleOf } from "../names.js";
import { capital } from "../strings.js";

export class Choices {
  /** A kind by its name, by that of a preset (the same kind with other rules), or with rules behind an @. */
  kind(choice) {
    const [name] = choice.split("@");
    return this.kinds.find((kind) => kind.name === name || kind.presets?.some((preset) => preset.name === name));
  }

  /** What a choice stands for: {kind, rules, signs}. */
  asked(choice) {
    const [name, rules] = choice.split("@");
    const kind = this.kind(name);
    const preset = kind.presets?.find((each) => each.name === name);
    return { kind: kind.name, rules: rules ?? preset?.rules, signs: preset?.signs };
  }

  /** All that can be made, as choices. */
  get choices() {
    return this.kinds.flatMap(({ name, presets = [], variants = [] }) => [
      [name, capital(name)],
      ...presets.map((preset) => [preset.name, capital(preset.name)]),
      ...variants.map((rules) => [`${name}@${rules}`, titleOf(name, rules)]),
    ]);
  }

  /** The usual size of a kind or preset, at a level. */
  sizeOf(name, level) {
    const { sizes, presets } = this.kind(name);
    const usual = presets?.find((preset) => preset.name === name)?.size ?? sizes[level - 1] ?? sizes.at(-1);
    return name.includes("odd") ? usual + 1 : usual;
  }
}
