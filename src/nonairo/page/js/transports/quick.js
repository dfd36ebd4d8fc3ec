// Questions that are answered without Python: by core.wasm in a worker of its own, from the first second on. One that
// is given up ends the worker; the next one starts in a few milliseconds, because the module is compiled already.

import { t } from "../strings.js";

const NAMES = new Set(["solve", "check", "generate"]);
const SECONDS = 5; // where a request has no limit

export class Quick {
  #module;
  #worker = null;
  #waiting = new Map(); // number -> {resolve, question}
  #number = 0;

  /** `address`: that of core.wasm; where there is none, or it does not run, nothing is answered. */
  constructor(address) {
    this.#module = address ? compiled(address).catch(() => null) : Promise.resolve(null);
  }

  /** The compiled module, for Python; null where there is none. */
  get module() {
    return this.#module;
  }

  /** The answer, or null where only Python can give it. */
  async ask(name, request, signal) {
    if (!NAMES.has(name) || !(await this.#module)) return null;
    signal?.throwIfAborted();
    const [module, asked] = [await this.#module, { time_limit: SECONDS, ...request }];
    return new Promise((resolve, reject) => {
      const number = ++this.#number;
      const question = { number, name, request: asked };
      this.#worker ??= this.#begin(module);
      this.#waiting.set(number, { question, resolve: (found) => resolve(worded(found, asked)) });
      signal?.addEventListener("abort", () => {
        if (!this.#waiting.delete(number)) return;
        this.#again(module);
        reject(new DOMException("given up", "AbortError"));
      }, { once: true });
      this.#worker.postMessage(question);
    });
  }

  #begin(module) {
    const worker = new Worker(new URL("./core.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { number, found } }) => {
      this.#waiting.get(number)?.resolve(found);
      this.#waiting.delete(number);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#module = Promise.resolve(null);
      this.#end();
    };
    worker.postMessage({ module });
    return worker;
  }

  /** Ends the worker; another one gets what else was asked. */
  #again(module) {
    this.#worker?.terminate();
    this.#worker = this.#waiting.size ? this.#begin(module) : null;
    for (const { question } of this.#waiting.values()) this.#worker.postMessage(question);
  }

  /** What was asked goes to Python. */
  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { resolve } of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }
}

/** An answer that a time limit cut off says so, as that of Python does. */
function worded(found, { time_limit: seconds }) {
  return found?.limit ? { ...found, reason: t("limit_reached", { seconds }) } : found;
}

async function compiled(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  try {
    return await WebAssembly.compileStreaming(response.clone());
  } catch {
    return WebAssembly.compile(await response.arrayBuffer()); // from a host that gives it another type
  }
}
