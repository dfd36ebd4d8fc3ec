// What a technique is called and what it does, as the answer `techniques` tells it.

import { askOnce } from "./backend.js";
import { h } from "./dom.js";
import { openDialog } from "./help.js";
import { t } from "./strings.js";

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
    const samples = (technique.samples ?? []).map((sample) => h("li", {}, h("code", {}, sample)));
    openDialog(technique.name, [
      h("p", {}, t("technique_level", technique)),
      samples.length ? h("p", {}, t("technique_samples")) : null,
      samples.length ? h("ul", { class: "samples" }, samples) : null,
    ]);
  } catch (error) {
    app.complain(error);
  }
}
