// The one question that the page can ask: ask("hint", {puzzle, grid}).
//
// Who answers is a transport: a server over HTTP, or Python in a worker beside the page. A transport
// is one module in transports/ that exports `ask(name, request, {signal, onProgress})`; which one
// is used stands in the page's <meta name="nonairo-backend">.

import { t } from "./strings.js";

export class AskError extends Error {
  constructor(code, message, details = {}) {
    super(message);
    this.code = code;
    Object.assign(this, details);
  }
}

const wanted = document.querySelector('meta[name="nonairo-backend"]')?.content ?? "http";
export const hasServer = wanted === "http"; // what needs more than Python in a browser
let transport = null;

let answered = () => {};

/** Tells `listener` of every answer that came. */
export function onAnswer(listener) {
  answered = listener;
}

const load = () => (transport ??= import(`./transports/${wanted}.js`));

export async function ask(name, request = {}, { signal, onProgress } = {}) {
  try {
    const answer = await (await load()).ask(name, request, { signal, onProgress });
    answered();
    return answer;
  } catch (error) {
    if (error.name === "AbortError" || error instanceof AskError) throw error;
    transport = wanted === "http" ? transport : null; // a worker that did not start may start later
    throw new AskError("offline", t("offline"));
  }
}

/** As `ask`, where a part of the answer is of no use: if a limit came first, that is an error. */
export async function askWhole(name, request, options) {
  const answer = await ask(name, request, options);
  if (answer.status === "unknown") throw new AskError("limit", answer.reason);
  return answer;
}

/** Tells `listener` how the one who answers gets ready: starting, ready, failed. A server is always. */
export async function watchBackend(listener) {
  const { watch } = await load().catch(() => ({}));
  watch?.(listener);
}

/** What does not change while the page is open (kinds, formats, techniques) is asked for once. */
const lists = new Map();

export function askOnce(name) {
  if (!lists.has(name)) {
    const answer = ask(name).then((found) => found[name]);
    answer.catch(() => lists.delete(name));
    lists.set(name, answer);
  }
  return lists.get(name);
}
