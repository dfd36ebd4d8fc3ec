// The address of a game: tab, puzzle and, if wished, the position; of a search its engines and a step.
// All of it is in the fragment, which no server ever sees:
//
//     #p=binairo:1..0/..../..../0..1&g=1..0...........1      a position
//     #watch&p=binairo:../0.&engine=walk:check=early&step=4  a step of a search
//     #watch&p=binairo:../0.&engine=guess&seed=3&engine=walk two engines; a seed is that of the engine before it

export function readLink(hash = location.hash) {
  const link = { tab: null, puzzle: null, grid: null, title: null, engines: [], step: null, damaged: false };
  const text = hash.replace(/^#/, "");
  for (const part of text ? text.split("&") : []) {
    const [name, value = ""] = part.split(/=(.*)/s);
    try {
      const plain = decodeURIComponent(value);
      if (name === "p") link.puzzle = plain;
      else if (name === "g") link.grid = plain;
      else if (name === "t") link.title = readable(plain);
      else if (name === "n") link.title = plain; // as links were written before
      else if (name === "engine") link.engines.push({ engine: plain, seed: null });
      else if (name === "seed" && link.engines.length) link.engines.at(-1).seed = number(plain);
      else if (name === "step") link.step = number(plain);
      else if (!value) link.tab = decodeURIComponent(name);
    } catch {
      link.damaged = true;
    }
  }
  return link;
}

function number(text) {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(text);
  return Number(text);
}

export function writeLink({ tab, puzzle, grid, title, engines = [], step } = {}) {
  const parts = [];
  if (tab) parts.push(tab);
  if (puzzle) parts.push(`p=${plainly(puzzle)}`);
  if (grid) parts.push(`g=${plainly(grid)}`);
  if (title) parts.push(`t=${unreadable(title)}`);
  for (const { engine, seed } of engines) {
    parts.push(`engine=${plainly(engine)}`);
    if (seed) parts.push(`seed=${seed}`);
  }
  if (step) parts.push(`step=${step}`);
  return `#${parts.join("&")}`;
}

/** As encodeURIComponent, but with what may stand in a fragment as it is: ids stay readable. */
function plainly(text) {
  return encodeURIComponent(text).replace(/%(2F|3A|3B|2C|40|2B|3D)/g, decodeURIComponent);
}

/** A title gives the picture away, so nobody reads it in a link: Base64, as RFC 4648 has it for addresses. */
function unreadable(text) {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  return btoa(bytes.join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function readable(text) {
  const bytes = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

export function linkTo(parts) {
  return location.href.replace(/#.*$/s, "") + writeLink(parts);
}

/** Put text where people can paste it from; false if the browser does not let us. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
