// Replays the scenarios of a folder (its README.md) with `host.mjs`, and runs a few checks that only concern JavaScript.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { isUtf8 } from "node:buffer";
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, writeFileSync } from "node:fs";
import { readFileSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Refused, Toolaria } from "./host.mjs";

const MODES = {
  directory: () => undefined,
  bucket: () => new Map(),
};

async function main() {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { mode: { type: "string" } } });
  const [folder] = positionals;
  const only = values.mode;
  const modes = only ? [only] : Object.keys(MODES);
  assert(modes.every((mode) => MODES[mode]), `the modes are ${Object.keys(MODES)}`);
  const checks = only ? [] : CHECKS.map((check) => [check.name.replaceAll("_", " "), check]);
  const names = readdirSync(folder).filter((name) => name.endsWith(".json")).sort();
  assert(names.length > 0, `there is no scenario in ${folder}`);
  for (const name of names) {
    const scenario = JSON.parse(readFileSync(join(folder, name), "utf8"));
    for (const mode of modes) {
      checks.push([`${basename(name, ".json")}, ${mode}`, (place) => replay(scenario, mode, place)]);
    }
  }
  let failed = 0;
  for (const [name, check] of checks) {
    const problem = await problemOf(check);
    console.log(problem === undefined ? `passed  ${name}` : `FAILED  ${name}: ${problem}`);
    failed += problem === undefined ? 0 : 1;
  }
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Runs a check in a folder of its own; what went wrong, if anything. */
async function problemOf(check) {
  const place = mkdtempSync(join(tmpdir(), "toolaria-node-"));
  try {
    await check(place);
  } catch (error) {
    return error instanceof assert.AssertionError ? error.message : error.stack;
  } finally {
    rmSync(place, { recursive: true });
  }
}

async function replay(scenario, mode, place) {
  const folders = { "/in": join(place, "in") };
  mkdirSync(folders["/in"]);
  const { settings } = scenario;
  const toolaria = await Toolaria.load({ store: join(place, "store"), folders, settings, bucket: MODES[mode]() });
  const saved = new Map();
  for (const [number, unfilled] of scenario.steps.entries()) {
    const step = filled(unfilled, saved);
    const answer = answerOf(toolaria, step, place);
    const at = `step ${number}, ${step.call}: ${answer.all ?? ""}`;
    assert.equal(answer.error, step.expect.error, at);
    for (const [name, wanted] of Object.entries(step.expect)) {
      check(answer, name, wanted, at);
    }
    if (step.save && answer.save !== undefined) {
      saved.set(step.save, answer.save);
    }
  }
  const { recordsIn } = toolaria.status();
  assert(recordsIn.startsWith(mode), `records were to be in a ${mode}, and are in ${recordsIn}`);
}

/** The step with `{name}` replaced by what was saved under that name. */
function filled(step, saved) {
  let text = JSON.stringify(step);
  for (const [name, value] of saved) {
    text = text.replaceAll(`{${name}}`, () => value);
  }
  return JSON.parse(text);
}

function answerOf(toolaria, step, place) {
  try {
    return CALLS[step.call](toolaria, step, place);
  } catch (error) {
    if (error instanceof Refused) {
      return { error: error.reason, all: error.message };
    }
    throw error;
  }
}

/** Each call, and what it gave in the terms of `expect`. `all` is where `contains` and `lacks` look. */
const CALLS = {
  rescue(toolaria, { tool, toolset, arguments: args, session, label, content }, place) {
    const call = { tool, toolset, arguments: args, session, label };
    const { tag, val } = toolaria.rescue(call, contentOf(content, place));
    return tag === "stored"
      ? { stored: val.kind, handle: val.text, all: val.text, save: val.id, numbers: { characters: val.characters } }
      : { unchanged: val.tag };
  },
  fetch(toolaria, { id, query, cursor, session }) {
    const slice = toolaria.fetch(id, queryOf(query), { cursor, session });
    const bytes = slice.data.tag === "bytes" ? slice.data.val : undefined;
    const text = bytes ? Buffer.from(bytes).toString() : slice.data.val;
    const all = `${slice.notice}\n${text}`;
    return { notice: slice.notice, text, bytes, all, cursor: slice.cursor, save: slice.cursor };
  },
  expand(toolaria, { tool, arguments: args, session }) {
    const { arguments: text, tokens, characters } = toolaria.expand(tool, args, session);
    return { text, all: text, numbers: { tokens, characters } };
  },
  definition(toolaria) {
    const text = toolaria.toolDefinition();
    return { text, all: text };
  },
  "tool-call"(toolaria, { arguments: args, session }) {
    const text = toolaria.toolCall(args, session);
    return { text, all: text };
  },
  "list-handles"(toolaria, { session, after }) {
    const page = toolaria.listHandles(session, after);
    return { ids: page.handles.map((handle) => handle.id), cursor: page.next };
  },
  forget: (toolaria, { session }) => ({ numbers: toolaria.forget(session) }),
  sweep: (toolaria) => ({ numbers: toolaria.sweep() }),
  status: (toolaria) => ({ numbers: toolaria.status() }),
  doctor: (toolaria, { treatment }) => ({ numbers: toolaria.doctor(treatment) }),
  "check-config": (toolaria) => ({ problems: toolaria.checkConfig() }),
};

function check(answer, name, wanted, at) {
  switch (name) {
    case "error":
      break;
    case "stored":
    case "unchanged":
    case "handle":
    case "notice":
    case "text":
      assert.equal(answer[name], wanted, at);
      break;
    case "bytes":
      assert.deepEqual([...(answer.bytes ?? [])], wanted, at);
      break;
    case "contains":
      wanted.forEach((part) => assert(answer.all.includes(part), `lacks ${JSON.stringify(part)}: ${at}`));
      break;
    case "lacks":
      wanted.forEach((part) => assert(!answer.all.includes(part), `contains ${JSON.stringify(part)}: ${at}`));
      break;
    case "cursor":
      assert.equal(answer.cursor !== undefined, wanted, at);
      break;
    case "ids":
    case "problems":
      assert.deepEqual(answer[name], wanted, at);
      break;
    default:
      assert.equal(answer.numbers?.[camelCase(name)], BigInt(wanted), `${name}: ${at}`);
  }
}

function contentOf({ file, ...content }, place) {
  const { text, lines = "", count = 0, join = "\n", before = "", after = "", "bytes-after": tail = [] } = content;
  const joined = text ?? Array.from({ length: count }, (_, n) => lines.replaceAll("{n}", n)).join(join);
  const bytes = Buffer.concat([Buffer.from(before + joined + after), Buffer.from(tail)]);
  if (file === undefined) {
    return isUtf8(bytes) ? bytes.toString() : bytes;
  }
  if (Object.keys(content).length > 0) {
    putThere(file.startsWith("/in/") ? `${place}${file}` : `${place}/store/${file}`, bytes);
  }
  return { file };
}

/** Synced, because the component only renames what is in `incoming/`. */
function putThere(path, bytes) {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "wx");
  writeFileSync(file, bytes);
  fsyncSync(file);
  closeSync(file);
}

/** The WIT variant as jco wants it: camel case, and numbers, all u64, as BigInt. */
function queryOf(query) {
  if (typeof query === "string") {
    return { tag: query };
  }
  const [[tag, fields]] = Object.entries(query);
  const given = Object.entries(fields).map(([name, value]) => {
    return [camelCase(name), typeof value === "number" ? BigInt(value) : value];
  });
  return { tag, val: Object.fromEntries(given) };
}

function camelCase(name) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

// Beside the scenarios.

function the_snippet_prints_a_handle_and_the_line(place) {
  const snippet = fileURLToPath(new URL("snippet.mjs", import.meta.url));
  const printed = execFileSync(process.execPath, [snippet], { cwd: place, encoding: "utf8" });
  assert.match(printed, /PREVIEW/);
  assert(printed.endsWith("4321: row 4321: some of the output\n\n"), printed);
}

async function a_lone_surrogate_is_kept(place) {
  const toolaria = await Toolaria.load({ store: place, settings: { max_result_chars: "200" } });
  const { tag, val } = toolaria.rescue({}, `${"😀".repeat(300)}\ud83d!`);
  assert.equal(tag, "stored", val);
  const { data } = toolaria.fetch(val.id, { tag: "raw", val: { startByte: 1200n } });
  assert.deepEqual([...data.val], [0xed, 0xa0, 0xbd, 0x21]);
}

async function a_file_is_read_by_the_guest(place) {
  const toolaria = await Toolaria.load({ store: join(place, "store"), folders: { "/in": place } });
  writeFileSync(join(place, "big.txt"), "hay\n".repeat(250_000) + "needle\n");
  const { tag, val } = toolaria.rescue({ session: "a" }, { file: "/in/big.txt" });
  assert.equal(tag, "stored", val);
  const { data } = toolaria.fetch(val.id, { tag: "grep", val: { pattern: "needle" } }, { session: "a" });
  assert.equal(data.val, "250000: needle\n");
}

async function no_link_is_followed(place) {
  const folders = { "/in": join(place, "in") };
  mkdirSync(folders["/in"]);
  writeFileSync(join(place, "outside.txt"), "secret\n".repeat(5000));
  symlinkSync("../outside.txt", join(place, "in", "link"));
  symlinkSync("..", join(place, "in", "folder"));
  const toolaria = await Toolaria.load({ store: join(place, "store"), folders });
  for (const file of ["/in/link", "/in/folder/outside.txt"]) {
    assert.throws(() => toolaria.rescue({}, { file }), { name: "Refused", reason: "denied" });
  }
}

async function settings_that_cannot_be_read_are_no_defaults(place) {
  class Unreadable extends Map {
    get() {
      throw { tag: "io", val: "not for a model" };
    }
  }
  const toolaria = await Toolaria.load({ store: place, settings: new Unreadable() });
  const refused = { name: "Refused", reason: "storage", message: /^The host's settings cannot be read: an input or output error/ };
  assert.throws(() => toolaria.rescue({}, "x".repeat(20_000)), refused);
  assert.deepEqual(toolaria.checkConfig().map(({ name }) => name), ["max_result_chars"]);
}

const CHECKS = [
  the_snippet_prints_a_handle_and_the_line,
  a_lone_surrogate_is_kept,
  a_file_is_read_by_the_guest,
  no_link_is_followed,
  settings_that_cannot_be_read_are_no_defaults,
];

await main();
