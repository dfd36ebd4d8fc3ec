// The address of a game: tab, puzzle and, if wished, the position, all in the fragment, which no
// server ever sees.

export function readLink(hash = location.hash) {
  const link = { tab: null, puzzle: null, grid: null, title: null, damaged: false };
  const text = hash.replace(/^#/, "");
  for (const part of text ? text.split("&") : []) {
    const [name, value = ""] = part.split(/=(.*)/s);
    try {
      const plain = decodeURIComponent(value);
      if (name === "p") link.puzzle = plain;
      else if (name === "g") link.grid = plain;
      else if (name === "t") link.title = readable(plain);
      else if (name === "n") link.title = plain; // as links were written before
      else if (!value) link.tab = decodeURIComponent(name);
    } catch {
      link.damaged = true;
    }
  }
  return link;
}

export function writeLink({ tab, puzzle, grid, title } = {}) {
  const parts = [];
  if (tab) parts.push(tab);
  if (puzzle) parts.push(`p=${plainly(puzzle)}`);
  if (grid) parts.push(`g=${plainly(grid)}`);
  if (title) parts.push(`t=${unreadable(title)}`);
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
