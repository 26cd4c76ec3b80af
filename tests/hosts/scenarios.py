"""Replays tests/scenarios in any host that is driven from Python. Their README.md has the format.

A host is an object with the methods of `python/host.py`. It raises `Refused`, which has the case of the error in `case`
and its sentence as its text. Here, and only here, Python knows what `expect` means.
"""

import argparse
import functools
import json
import os
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "scenarios"


def main(modes, checks, refused):
    """Runs all scenarios in all modes, then the checks; with `--mode` the scenarios in that mode only.

    `modes` has functions that take a folder, in which everything of one scenario lies, and the settings, and give a
    host. Its store directory is `store` in that folder, and what it lends as `/in` is `in`. Checks take a folder.
    """
    only = arguments().mode
    paths = sorted(FOLDER.glob("*.json"))
    if not paths or only not in (None, *modes):
        raise SystemExit(f"there is no scenario in {FOLDER}" if not paths else f"the modes are {', '.join(modes)}")
    replays = [(f"{path.stem}, {mode}", functools.partial(replay, path, mode, modes[mode], refused))
               for path in paths for mode in ([only] if only else modes)]
    named = [] if only else [(check.__name__.replace("_", " "), check) for check in checks]
    results = [passes(name, check) for name, check in replays + named]
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    raise SystemExit(0 if all(results) else 1)


def arguments():
    parser = argparse.ArgumentParser(description="Runs the component in this host.")
    parser.add_argument("component", type=lambda path: Path(path).resolve(strict=True))
    parser.add_argument("--mode", help="only replay the scenarios, and only in this mode")
    return parser.parse_args()


def passes(name, check):
    """Runs a check in a folder of its own and says how it went."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            check(Path(folder))
        except Exception as failure:  # A trap, too, is a failure of this check only.
            print(f"FAILED  {name}: {type(failure).__name__}: {failure}", flush=True)
            return False
    print(f"passed  {name}", flush=True)
    return True


def replay(path, mode, new_host, refused, folder):
    """Runs all steps of the scenario in a store of its own, which must be of the mode that it is said to be."""
    scenario = json.loads(path.read_text(encoding="utf-8"))
    for name in ("store", "in"):
        (folder / name).mkdir(mode=0o700)
    host, saved = new_host(folder, scenario["settings"]), {}
    for number, unfilled in enumerate(scenario["steps"]):
        step = filled(unfilled, saved)
        try:
            answer = CALLS[step["call"]](host, step, folder)
        except refused as refusal:
            answer = {"error": refusal.case, "all": str(refusal)}
        place = f"step {number}, {step['call']}: {answer.get('all', '')[:400]}"
        expect(answer.get("error") == step["expect"].get("error"), f"error {answer.get('error')}: {place}")
        for name, wanted in step["expect"].items():
            check(answer, name, wanted, place)
        if "save" in step and answer.get("save"):
            saved[step["save"]] = answer["save"]
    expect(host.status().records_in.startswith(mode), f"records are in {host.status().records_in}")


def filled(step, saved):
    """The step with `{name}` replaced by what was saved under that name."""
    text = json.dumps(step)
    for name, value in saved.items():
        text = text.replace("{%s}" % name, value)
    return json.loads(text)


def check(answer, name, wanted, place):
    text = answer.get("all", "")
    if name == "contains":
        for part in wanted:
            expect(part in text, f"lacks {part!r}: {place}")
    elif name == "lacks":
        for part in wanted:
            expect(part not in text, f"contains {part!r}: {place}")
    elif name == "cursor":
        expect((answer.get("cursor") is not None) == wanted, f"cursor {answer.get('cursor')!r}: {place}")
    else:
        expect(answer.get(name) == wanted, f"{name} is {answer.get(name)!r}, not {wanted!r}: {place}")


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


# What each call gives, in the terms of `expect`. `all` is where `contains` and `lacks` look.


def rescue(host, step, folder):
    call = given(step, "tool", "toolset", "arguments", "session", "label")
    outcome = host.rescue(content(step["content"], folder), **call)
    if getattr(outcome, "tag", None):
        return {"unchanged": outcome.tag}
    return {"stored": outcome.kind, "handle": outcome.text, "characters": outcome.characters, "all": outcome.text,
            "save": outcome.id}


def fetch(host, step, folder):
    query = step["query"] if isinstance(step["query"], dict) else {step["query"]: {}}
    [(mode, fields)] = query.items()
    fields = {name.replace("-", "_"): value for name, value in fields.items()}
    slice = host.fetch(step["id"], mode, **given(step, "cursor", "session"), **fields)
    text = slice.data if isinstance(slice.data, str) else slice.data.decode("utf-8", "replace")
    answer = {"notice": slice.notice, "text": text, "all": f"{slice.notice}\n{text}", "cursor": slice.cursor}
    return answer | {"save": slice.cursor} | ({"bytes": list(slice.data)} if isinstance(slice.data, bytes) else {})


def expand(host, step, folder):
    expansion = host.expand(step["tool"], **given(step, "arguments", "session"))
    text = expansion.arguments
    return {"text": text, "all": text, "tokens": expansion.tokens, "characters": expansion.characters}


def text_of(text):
    return {"text": text, "all": text}


def list_handles(host, step, folder):
    page = host.list_handles(**given(step, "session", "after"))
    return {"ids": [handle.id for handle in page.handles], "cursor": page.next}


def report(function):
    def call(host, step, folder):
        figures = vars(getattr(host, function)(**given(step, "session", "treatment")))
        return {name.replace("_", "-"): value for name, value in figures.items()}
    return call


CALLS = {
    "rescue": rescue,
    "fetch": fetch,
    "expand": expand,
    "definition": lambda host, step, folder: text_of(host.tool_definition()),
    "tool-call": lambda host, step, folder: text_of(host.tool_call(**given(step, "arguments", "session"))),
    "list-handles": list_handles,
    "forget": report("forget"),
    "status": report("status"),
    "sweep": report("sweep"),
    "doctor": report("doctor"),
    "check-config": lambda host, step, folder: {"problems": [vars(problem) for problem in host.check_config()]},
}


def given(step, *names):
    """Those arguments of the step that it has."""
    return {name: step[name] for name in names if name in step}


def content(content, folder):
    """The step's content: text, bytes where they are no text, or the path of a file, which is made if there is content."""
    text = content.get("text")
    if text is None:
        lines = (content.get("lines", "").replace("{n}", str(n)) for n in range(content.get("count", 0)))
        text = content.get("before", "") + content.get("join", "\n").join(lines) + content.get("after", "")
    data = text.encode() + bytes(content.get("bytes-after", []))
    if "file" in content:
        return file(content["file"], data if content.keys() > {"file"} else None, folder)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def file(path, data, folder):
    if data is not None:
        written = folder / "in" / path.removeprefix("/in/") if path.startswith("/in/") else folder / "store" / path
        written.parent.mkdir(exist_ok=True)
        with open(written, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())  # The component only renames what is in `incoming/`.
    return Path(path)
