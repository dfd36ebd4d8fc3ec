// What the browser keeps for us. It may refuse, or be full: then the game goes on and we say so once.

import { PREFIX } from "./language.js";
import { coloursOf, keyOfModel, titleOfModel } from "./names.js";
import { soundGame } from "./sound.js";
import { t } from "./strings.js";

const FORMER = "nonairo:"; // without either
const memory = new Map(); // for browsers that keep nothing
let store = null;
try {
  store = window.localStorage;
  store.getItem("");
} catch {
  store = null;
}

/** Whether what is written is still there when the page is opened again. */
export const isKept = () => store !== null;

if (store) takeFormer();

/** What was kept under names without version and folder goes to the page that is opened first. */
function takeFormer() {
  for (const key of Object.keys(store).filter((each) => each.startsWith(FORMER))) {
    const text = store.getItem(key);
    store.removeItem(key); // first, for there may be no room for both
    const name = key.slice(FORMER.length);
    if (store.getItem(PREFIX + name) === null) put(name, text);
  }
}

let tell = () => {};
let reported = new Set();

export function onTrouble(listener) {
  tell = (key) => {
    if (reported.has(key)) return;
    reported.add(key);
    listener(t(key));
  };
}

export function read(name, otherwise = null) {
  try {
    const text = store ? store.getItem(PREFIX + name) : memory.get(name);
    return text === null || text === undefined ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Save; where there is no room, forget finished games first, then how this game came about. */
export function write(name, value) {
  const text = JSON.stringify(value);
  if (!store) {
    memory.set(name, text);
    tell("storage_none");
    return false;
  }
  if (put(name, text)) return true;
  for (const id of finishedGames()) {
    if (`game:${id}` === name) continue;
    forgetGame(id);
    tell("storage_trimmed");
    if (put(name, text)) return true;
  }
  if (value?.past && put(name, JSON.stringify({ ...value, past: [], future: [] }))) return true;
  tell("storage_full");
  return false;
}

function put(name, text) {
  try {
    store.setItem(PREFIX + name, text);
    return true;
  } catch {
    return false;
  }
}

export function remove(name) {
  memory.delete(name);
  try {
    store?.removeItem(PREFIX + name);
  } catch {
    // nothing was kept
  }
}

function names(start) {
  const all = store ? Object.keys(store) : [...memory.keys()].map((name) => PREFIX + name);
  return all.filter((key) => key.startsWith(PREFIX + start)).map((key) => key.slice(PREFIX.length + start.length));
}

// A game is saved under the puzzle's id; beside it, once, what `describe` said, so that it can be
// taken up again when nobody answers.

export function saveGame(game) {
  const about = aboutOf(game);
  game.savedAt = about.at;
  return write(`game:${game.model.id}`, { ...game.toJSON(), about });
}

/** What a list of games shows of one. */
export function aboutOf(game) {
  const { kind, height, width } = game.model;
  return { kind, title: titleOfModel(game.model), colours: coloursOf(game.model), height, width, share: game.share, at: Date.now() };
}

/** Calls `listener` with the id of a game that another window of this browser has saved. */
export function onSavedElsewhere(listener) {
  const start = `${PREFIX}game:`;
  window.addEventListener("storage", ({ key, newValue }) => {
    if (newValue !== null && key?.startsWith(start)) listener(key.slice(start.length));
  });
}

/** Calls `listener` with what another window of this browser has written under a name. */
export function onWrittenElsewhere(name, listener) {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === PREFIX + name && newValue !== null) listener(read(name));
  });
}

export const savedGame = (id) => soundGame(read(`game:${id}`));

export function savePuzzle({ id, description }) {
  if (savedPuzzle(id) === null) write(`puzzle:${id}`, { sum: sumOf(description), description });
}

/** What `describe` said; what is damaged is thrown away, to be asked for again. */
export function savedPuzzle(id) {
  const kept = read(`puzzle:${id}`);
  if (kept === null) return null;
  if (kept.sum === sumOf(kept.description)) return kept.description;
  remove(`puzzle:${id}`);
  return null;
}

function sumOf(description) {
  let sum = 0;
  for (const letter of JSON.stringify(description) ?? "") sum = (Math.imul(sum, 31) + letter.codePointAt(0)) | 0;
  return sum;
}

export function savedGames() {
  return names("game:")
    .map((id) => ({ id, ...savedGame(id) }))
    .filter((game) => typeof game.about?.kind === "string")
    .sort((a, b) => b.about.at - a.about.at);
}

const finishedGames = () =>
  savedGames().filter((game) => game.done).map((game) => game.id).reverse();

/** Forget a game; gives a function that brings it back. */
export function forgetGame(id) {
  const kept = [`game:${id}`, `puzzle:${id}`].map((name) => [name, read(name)]);
  for (const [name] of kept) remove(name);
  return () => kept.forEach(([name, value]) => value !== null && write(name, value));
}

// Best times, for each kind, size and level.

function keyOf({ model, level }) {
  return [keyOfModel(model), `${model.height}×${model.width}`, level?.level ?? 0, level?.name ?? ""].join("|");
}

/** As the same was stored before, in the language of then. */
function formerKeyOf({ model, level }) {
  return [titleOfModel(model).toLowerCase(), `${model.height}×${model.width}`, level?.name ?? ""].join("|");
}

export function noteTime(game) {
  const times = read("times", {});
  const best = bestOf(game);
  if (game.helped || (best !== undefined && best <= game.milliseconds)) return false;
  delete times[formerKeyOf(game)];
  times[keyOf(game)] = game.milliseconds;
  write("times", times);
  return true;
}

/** The best time for puzzles like that of a game, if there is one. */
export function bestOf(game) {
  const times = read("times", {});
  const found = [times[keyOf(game)], times[formerKeyOf(game)]].filter((time) => time !== undefined);
  return found.length ? Math.min(...found) : undefined;
}

export const bestTimes = () => Object.entries(read("times", {}));
