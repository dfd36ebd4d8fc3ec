// What a technique is called and what it does, with examples in real grids that can be played.

import { askOnce } from "./backend.js";
import { button, h } from "./dom.js";
import { ENGLISH, quoting } from "./english.js";
import { openDialog } from "./help.js";
import { labelled } from "./icons.js";
import { inWords } from "./looks.js";
import { openExercise } from "./play/exercise.js";
import { positionsOf, practised } from "./practise.js";
import { StillGrid } from "./stepping/still.js";
import { Walkthrough } from "./learn/walkthrough.js";
import { sentence, t } from "./strings.js";

const EXAMPLES = 3;

const plainly = (id) => id.replaceAll("_", " ");

/** Names by id; ids themselves, with blanks, where nobody answers. */
export async function techniqueNames() {
  const techniques = await askOnce("techniques").catch(() => []);
  const names = new Map(techniques.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? plainly(id);
}

export async function tellTechnique(id, app) {
  try {
    const technique = (await askOnce("techniques")).find((each) => each.id === id);
    if (!technique) return;
    const positions = await positionsOf(id, app.model?.kind).catch(() => []);
    const examples = positions.slice(0, Math.min(EXAMPLES, Math.max(1, positions.length - 1))); // one is left to be looked for
    const practise = button(labelled("play", t("practise_this")), () => (dialog.close(), openExercise(app, positions[examples.length] ?? positions[0], technique.name)), { class: "primary practise" });
    const dialog = openDialog(technique.name, [
      h("p", {}, quoting("technique_level", technique, "summary")),
      positions.length ? practise : null,
      ...examples.map(() => h("figure", { class: "example" })),
    ]);
    const places = dialog.querySelectorAll(".example");
    examples.forEach((position, k) => drawExample(places[k], position, app));
  } catch (error) {
    app.complain(error);
  }
}

/** Open the first position of a technique for play; where there is none, tell what it is. */
export async function practise(id, app) {
  try {
    const [[position], names] = await Promise.all([positionsOf(id, app.model?.kind), techniqueNames()]);
    if (position) await openExercise(app, position, names(id));
    else await tellTechnique(id, app);
  } catch (error) {
    app.complain(error);
  }
}

/** A position with what its step looks at and decides, and its sentence. */
async function drawExample(place, position, app) {
  const model = await app.read(position.id);
  const walk = new Walkthrough(model, position.grid, { steps: [position] });
  const grid = new StillGrid();
  const words = `${sentence(inWords(position.text, model))}.`;
  place.append(grid.stage, h("figcaption", ENGLISH, words));
  grid.use(model, words);
  grid.show(walk.codes(0), { ...walk.marks(position), ghosts: position.effects.map((effect) => [walk.cellOf(effect), walk.valueOf(effect[2])]) });
  grid.zoom.suit();
}

/** All techniques that can be practised, from easy to hard; the one that is chosen is explained. */
export async function listTechniques(app) {
  try {
    const [techniques, offered] = await Promise.all([askOnce("techniques"), practised()]);
    const line = ({ id, name, level }) => h("li", {}, button([h("span", {}, name), h("small", {}, t("technique_at", { level }))], () => (dialog.close(), tellTechnique(id, app)), { class: "go" }));
    const shown = techniques.filter(({ id }) => offered.has(id)).sort((one, other) => one.level - other.level);
    const dialog = openDialog(t("techniques"), [h("ul", { class: "list technique-list" }, shown.map(line))]);
  } catch (error) {
    app.complain(error);
  }
}
