// First puzzles, while Python starts: a small stock of graded ones (tools/make_stock.py), each given only once.

import { presetOf } from "../ids/presets.js";
import { describeId } from "../ids/reading.js";
import { read as kept, write } from "../storage.js";

const TAKEN = "stock"; // in the browser's storage: the ids that were given
const FIELDS = new Set(["kind", "size", "rules", "signs", "level", "time_limit"]);
const lists = new Map(); // name -> a promise of [whether no level was asked for, record]

/** An answer from the stock, or null: a new puzzle as a record, or what `describe` says of such a record. */
export async function fromStock(name, request) {
  if (name === "describe") return described(request.puzzle);
  if (name !== "generate" || Object.keys(request).some((field) => !FIELDS.has(field))) return null;
  const records = await stockOf(presetOf(request));
  const before = kept(TAKEN);
  const taken = new Set(Array.isArray(before) ? before : []);
  const [height, width] = [request.size].flat().length === 2 ? request.size : [request.size, request.size];
  const suits = ([any, record]) =>
    !taken.has(record.id) && record.height === height && record.width === width &&
    (request.level ? !any && record.level === request.level : any);
  const found = records.filter(suits);
  if (!found.length) return null;
  const [, record] = found[Math.floor(Math.random() * found.length)];
  write(TAKEN, [...taken, record.id]);
  return record;
}

function stockOf(name) {
  if (!/^[a-z]+$/.test(name ?? "")) return [];
  if (!lists.has(name)) lists.set(name, fetched(name));
  return lists.get(name);
}

async function fetched(name) {
  const answer = await fetch(new URL(`../../stock/${name}.txt`, import.meta.url)).catch(() => null);
  return answer?.ok ? (await answer.text()).trim().split("\n").map(read) : [];
}

/** A star stands before puzzles of no particular level. */
const read = (line) => [line.startsWith("*"), JSON.parse(line.replace("*", ""))];

/** What is known of a record without Python: its puzzle by the id, and its solution. */
function described(record) {
  const found = typeof record?.id === "string" && record.seed !== undefined ? describeId(record.id) : null;
  const { title = null, author = null, source = null, solution = null } = record ?? {};
  return found && { ...found, title, author, source, solution };
}
