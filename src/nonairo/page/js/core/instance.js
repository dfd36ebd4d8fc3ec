// Runs core.wasm: one instance, which is replaced by a new one when a call of it fails.

import { decode, encode } from "./marshal.js";

const DESCRIBE = 0;
const FORGET = 1;
const MOST_ERROR = 1024; // bytes of the text about an error
const OPEN_ENDED = { now: () => performance.now(), poll: () => 0 };

/** What the core reports: `name` is that of an exception of Python, such as ValueError. */
export class CoreError extends Error {
  constructor(name, message) {
    super(message || name);
    this.name = name;
  }
}

export class Core {
  #module;
  #instance = null;
  #described = null;

  /** `module`: core.wasm as a WebAssembly.Module. */
  constructor(module) {
    this.#module = module;
  }

  /** What `use` returns about a new object of a class; the object ends with it. */
  with(name, given, use) {
    const members = this.#known.classes.get(name);
    const made = this.#call(members.get("__init__"), given);
    try {
      return use((member, ...values) => this.#call(members.get(member), [made, ...values]));
    } finally {
      if (this.#instance) this.#ask([FORGET, made]);
    }
  }

  get #known() {
    return (this.#described ??= described(this.#ask([DESCRIBE])));
  }

  #call(member, given) {
    const missing = member.names.length - (given.length - (member.isMember ? 1 : 0));
    const fallbacks = missing ? member.fallbacks.slice(-missing) : [];
    return this.#named(this.#ask([member.number, ...given, ...fallbacks]));
  }

  /** Records as objects. */
  #named(answer) {
    if (answer?.record === undefined) return answer;
    const fields = this.#known.records[answer.record];
    return Object.fromEntries(fields.map((field, k) => [field, answer.values[k]]));
  }

  #ask(request) {
    const { exports, error } = (this.#instance ??= this.#begin());
    const packed = encode(request);
    try {
      const place = exports.room(packed.length); // before the memory is looked at: it may grow
      new Uint8Array(exports.memory.buffer, place, packed.length).set(packed);
      const size = exports.call(packed.length);
      const answered = exports.room(size);
      return decode(new Uint8Array(exports.memory.buffer, answered, size));
    } catch (failure) {
      this.#instance = null;
      if (!(failure instanceof WebAssembly.RuntimeError)) throw failure;
      const text = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, error, MOST_ERROR));
      const [, name, message] = /^(\w+): ([^\0]*)/.exec(text) ?? [];
      throw new CoreError(name ?? "RuntimeError", message ?? "internal error: the WebAssembly core failed");
    }
  }

  #begin() {
    const imports = {};
    for (const { module, name } of WebAssembly.Module.imports(this.#module)) {
      imports[module] ??= {};
      imports[module][name] = OPEN_ENDED[name] ?? (() => 0); // what the C library has for files is never called
    }
    const { exports } = new WebAssembly.Instance(this.#module, imports);
    exports._initialize();
    exports.start();
    return { exports, error: exports.error() };
  }
}

/** The functions of classes by their names, and the fields of records. */
function described([classes, , records]) {
  const member = ([number, name, sort, , names, fallbacks]) => [name, { number, names, fallbacks, isMember: "mp".includes(sort) }];
  return {
    classes: new Map(classes.map(([name, , members]) => [name, new Map(members.map(member))])),
    records: records.map(([, fields]) => fields),
  };
}
