// Toolaria in Node.js: an embedding to copy. Beside this file it needs the npm package @bytecodealliance/preview2-shim
// and what jco made of the component:
//
//     jco transpile toolaria.wasm --out-dir component --instantiation sync
//
// `sync`, so that all calls are plain function calls, and each can have an instance of its own: a trap ends that call
// and nothing else, and no memory stays behind. All state is in the store.

import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { clocks, filesystem, random } from "@bytecodealliance/preview2-shim";

/** The bucket that the guest asks for, unless the setting `bucket` has another name. */
const BUCKET = "toolaria";

export class Toolaria {
  #instance;

  /**
   * - `store`: the directory that keeps results; made when it is not there, for this user only.
   * - `folders`: further directories by the name that `{ file: "/name/…" }` uses, such as `{ "/in": "downloads" }`.
   * - `settings`: as in the README; all values are strings.
   * - `bucket`: a Map for records. Without it they go into the directory.
   * - `component`: the folder that jco wrote, as a URL that ends with a slash.
   */
  static async load({ store, folders = {}, settings = {}, bucket, component = new URL("component/", import.meta.url) }) {
    const { instantiate } = await import(new URL("toolaria.js", component));
    mkdirSync(store, { recursive: true, mode: 0o700 });
    const directories = Object.entries({ "/store": store, ...folders });
    const files = filesystem.createFilesystem({
      preopens: Object.fromEntries(directories.map(([name, directory]) => [name, resolve(directory)])),
    });
    const imports = {
      "wasi:filesystem/preopens": files.preopens,
      "wasi:filesystem/types": files.types,
      "wasi:clocks/wall-clock": clocks.wallClock,
      "wasi:random/random": random.random,
      "wasi:config/store": configStore(settings),
      "wasi:keyvalue/store": keyvalueStore(bucket),
    };
    const modules = new Map();
    const module = (name) => {
      if (!modules.has(name)) {
        modules.set(name, new WebAssembly.Module(readFileSync(new URL(name, component))));
      }
      return modules.get(name);
    };
    return new Toolaria(() => withGlobals(() => instantiate(module, imports)));
  }

  /** `instance` gives a fresh instance of the component; see `load`. */
  constructor(instance) {
    this.#instance = instance;
  }

  /**
   * Stores a result: `{ tag: "stored", val: handle }`, or `{ tag: "unchanged", val: reason }`. The call names
   * `tool`, `toolset`, `arguments`, `session` and `label`, as far as they are known; the content is a string, bytes, or
   * `{ file }`.
   */
  rescue(call, content) {
    return this.#call(({ rescuer }) => rescuer.rescue(call, contentOf(content)));
  }

  /**
   * Reads a slice. The query is a variant, such as `{ tag: "range", val: { count: 20n } }`: numbers are BigInt, and those that
   * are left out have their defaults.
   */
  fetch(id, query, { cursor, session } = {}) {
    return this.#call(({ rescuer }) => rescuer.fetch(id, query, cursor, session));
  }

  /** Replaces each `tla:<id>` in the arguments, which are JSON text, of a tool that is about to be called. */
  expand(tool, args, session) {
    return this.#call(({ rescuer }) => rescuer.expand(tool, args, session));
  }

  /** What to tell the model of the fetch tool: name, description and schema, as JSON text. */
  toolDefinition() {
    return this.#call(({ tool }) => tool.definition());
  }

  /** Answers the model's call of the fetch tool; the arguments are JSON text. */
  toolCall(args, session) {
    return this.#call(({ tool }) => tool.call(args, session));
  }

  listHandles(session, after) {
    return this.#call(({ keeper }) => keeper.listHandles(session, after));
  }

  forget(session) {
    return this.#call(({ keeper }) => keeper.forget(session));
  }

  status() {
    return this.#call(({ keeper }) => keeper.status());
  }

  sweep(limit, after) {
    return this.#call(({ keeper }) => keeper.sweep(limit, after));
  }

  doctor(treatment = "report", limit, after) {
    return this.#call(({ keeper }) => keeper.doctor(treatment, limit, after));
  }

  checkConfig() {
    return this.#call(({ keeper }) => keeper.checkConfig());
  }

  #call(run) {
    try {
      return run(this.#instance());
    } catch (error) {
      throw error?.payload?.tag ? new Refused(error.payload) : error;
    }
  }
}

/** Why there is no answer. The message says what to change and may be shown to the model. */
export class Refused extends Error {
  /** `reason` is the case of the WIT's `error`, such as `not-found`; `details` is what came with it. */
  constructor({ tag, val }) {
    super(typeof val === "string" ? val : val.message);
    this.name = "Refused";
    this.reason = tag;
    this.details = val;
  }
}

/** A decoder that gives a byte order mark as the character it is; the usual one takes it off the start of a string. */
class WholeDecoder extends TextDecoder {
  constructor(label, options) {
    super(label, { ...options, ignoreBOM: true });
  }
}

/**
 * Runs `instantiate` with two globals as jco's code needs them. Its decoder would shorten answers that start with a byte
 * order mark. And it asks for `WebAssembly.promising`, which Node.js 20 has not, at every export, though in sync mode it
 * uses none: the errors take more time than all the rest.
 */
function withGlobals(instantiate) {
  const decoder = globalThis.TextDecoder;
  const hasPromising = "promising" in WebAssembly;
  globalThis.TextDecoder = WholeDecoder;
  WebAssembly.promising ??= (run) => run;
  try {
    return instantiate();
  } finally {
    globalThis.TextDecoder = decoder;
    if (!hasPromising) {
      delete WebAssembly.promising;
    }
  }
}

function contentOf(content) {
  if (typeof content === "string") {
    return content.isWellFormed() ? { tag: "text", val: content } : { tag: "bytes", val: bytesOf(content) };
  }
  return content instanceof Uint8Array ? { tag: "bytes", val: content } : { tag: "file", val: content.file };
}

/** The string as UTF-8 with each lone surrogate encoded like other code points, where `text` would lose it. */
function bytesOf(string) {
  const parts = string.split(/([\ud800-\udfff])/u).map((part, index) => {
    const code = part.charCodeAt(0);
    const lone = index % 2 === 1;
    return Buffer.from(lone ? [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)] : part);
  });
  return Buffer.concat(parts);
}

function configStore(settings) {
  const values = settings instanceof Map ? settings : new Map(Object.entries(settings));
  return { get: (key) => values.get(key), getAll: () => [...values] };
}

/** The key-value import over one Map. What a function throws is the error of its WIT result. */
function keyvalueStore(values) {
  class Bucket {
    get(key) {
      return values.get(key);
    }
    set(key, value) {
      values.set(key, value);
    }
    delete(key) {
      values.delete(key);
    }
    exists(key) {
      return values.has(key);
    }
    listKeys() {
      return { keys: [...values.keys()] };
    }
  }
  const open = (name) => {
    if (values && name === BUCKET) {
      return new Bucket();
    }
    throw { tag: "no-such-store" };
  };
  return { Bucket, open };
}
