// Answers from beside the page, in web workers: nothing leaves this machine. For sites that `nonairo site` has written;
// where core.wasm, Python and the package are stands in their <meta> elements.
//
// What core.wasm can answer alone does not wait for Python (quick.js), and first puzzles come from a stock while Python
// starts (stock.js). Python works on one question at a time; quick ones go first. One that is given up is interrupted, where
// the host lets pages share memory with their workers. If it still goes on after a moment, the worker
// is ended, and Python starts again.

import { AskError } from "../backend.js";
import { t } from "../strings.js";
import { errorOf } from "./errors.js";
import { plainPictures } from "./pictures.js";
import { Quick } from "./quick.js";
import { fromStock } from "./stock.js";

const GRACE = 1500; // milliseconds; a restart takes longer
const QUICK = new Set(["check", "convert", "describe", "hint", "pose", "kinds", "engines", "formats", "techniques"]);

const setting = (name) => document.querySelector(`meta[name="nonairo-${name}"]`)?.content;
const address = (name) => setting(name) && new URL(setting(name), document.baseURI).href;

// Where Python looks every now and then: 2 is Ctrl-C.
const interrupt = self.crossOriginIsolated ? new Uint8Array(new SharedArrayBuffer(1)) : null;

const quick = new Quick(address("core"));
const queue = [];
const listeners = new Set();
let worker = null;
let ready = false;
let running = null;
let number = 0;
let state = ["starting", ""];

export async function ask(name, request, { signal, onProgress } = {}) {
  signal?.throwIfAborted();
  const known = (await prepared).get(keyOf(name, request));
  if (known) return structuredClone(known);
  const found = onProgress ? null : ((await quick.ask(name, request, signal)) ?? (ready ? null : await fromStock(name, request)));
  signal?.throwIfAborted();
  if (found) return found;
  const body = JSON.stringify(await plainPictures(request));
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const job = { number: ++number, name, body, resolve, reject, onProgress };
    signal?.addEventListener("abort", () => giveUp(job), { once: true });
    const place = QUICK.has(name) ? queue.findIndex((each) => !QUICK.has(each.name)) : -1;
    queue.splice(place < 0 ? queue.length : place, 0, job);
    next();
  });
}

export function watch(listener) {
  listeners.add(listener);
  listener(...state);
}

function become(...now) {
  state = now;
  for (const listener of listeners) listener(...now);
}

/** What was answered when the site was written; the time limit makes no difference to it. */
const prepared = fetch(address("prepared"))
  .then((response) => response.json())
  .then((list) => new Map(list.map(({ name, request, answer }) => [keyOf(name, request), answer])))
  .catch(() => new Map());

function keyOf(name, { time_limit, ...request }) {
  return `${name} ${JSON.stringify(request)}`;
}

function start() {
  become("starting", "");
  const mine = new Worker(new URL("./python.js", import.meta.url), { type: "module" });
  worker = mine;
  mine.onmessage = ({ data }) => mine === worker && heard[data.kind](data);
  mine.onerror = (event) => {
    event.preventDefault();
    if (mine === worker) heard.failed({ message: event.message ?? "no worker" });
  };
  const [pyodide, wheel, first] = [address("pyodide"), address("wheel"), setting("first")];
  quick.module.then((core) => mine.postMessage({ pyodide, wheel, core, first, interrupt }));
}

function stop() {
  worker?.terminate();
  worker = null;
  ready = false;
}

function next() {
  if (!worker) start();
  if (!ready || running || !queue.length) return;
  running = queue.shift();
  const { number, name, body, onProgress } = running;
  worker.postMessage({ number, name, body, reports: Boolean(onProgress) });
}

function giveUp(job) {
  job.reject(new DOMException("given up", "AbortError"));
  if (queue.includes(job)) queue.splice(queue.indexOf(job), 1);
  if (running !== job) return;
  if (interrupt) interrupt[0] = 2;
  setTimeout(() => running === job && restart(), GRACE);
}

function restart() {
  stop();
  running = null;
  start();
}

const heard = {
  ready() {
    ready = true;
    become("ready", "");
    next();
    keepFiles();
  },
  progress({ number, text }) {
    if (running?.number === number) running.onProgress?.(JSON.parse(text));
  },
  answer({ number, text }) {
    if (running?.number !== number) return;
    const [, status, body] = text.match(/^(\d+) (.*)$/s);
    const answer = JSON.parse(body);
    if (status === "200") running.resolve(answer);
    else running.reject(errorOf(Number(status), answer));
    running = null;
    next();
  },
  /** Python itself broke: out of memory, say. */
  ended() {
    running?.reject(new AskError("internal", t("python_ended")));
    restart();
  },
  failed({ message }) {
    stop();
    become("failed", message);
    const error = new AskError("offline", t("python_failed", { message }));
    for (const job of [running, ...queue.splice(0)]) job?.reject(error);
    running = null;
  },
};

/** From now on without a network; the files that Python came from are then in the browser's cache. */
function keepFiles() {
  navigator.serviceWorker?.register(address("offline"), { scope: "./" }).catch(() => {});
}

// The board is drawn first; a question starts Python sooner.
if (self.requestIdleCallback) requestIdleCallback(() => worker ?? start(), { timeout: 1000 });
else setTimeout(() => worker ?? start(), 300);
