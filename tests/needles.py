#!/usr/bin/env python3
"""Runs target/release/toolaria on a folder of results, each with one needle: usage `needles.py FOLDER`.

FOLDER holds the results and a manifest.json: [{"file": ..., "needle": ...}, ...]. For each result, in a store of its own: how long
its handle is, whether the needle is in it, what one grep and one search for the needle cost in characters, and whether walks
by cursor give back the bytes (raw, compared by SHA-256) and the view (range). Ends with code 1 if something is not as promised.
"""

import base64
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(__file__).resolve().parents[1] / "target" / "release" / "toolaria"
EXCERPT_MAX_CHARS = 8_000
HANDLE_MAX_CHARS = EXCERPT_MAX_CHARS + 1_200


def main(folder):
    folder = pathlib.Path(folder)
    rows = [case(folder / entry["file"], entry["needle"]) for entry in json.loads((folder / "manifest.json").read_text())]
    head = ["file", "characters", "handle", "needle in it", "grep", "search", "raw steps", "range lines", "promises kept"]
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")
    sys.exit(0 if all(row[-1] == "yes" for row in rows) else 1)


def case(path, needle):
    with tempfile.TemporaryDirectory() as store:
        data = path.read_bytes()
        text = data.decode()
        handle = json.loads(toolaria(store, "--json", "rescue", path))
        found = fetch(store, handle["id"], "grep", "--pattern", needle)
        ranked = fetch(store, handle["id"], "search", "--query", needle)
        raw, steps = walk(store, handle["id"], "raw")
        view, _ = walk(store, handle["id"], "range")
        lines = view.decode().split("\n")
        kept = [
            len(handle["text"]) <= HANDLE_MAX_CHARS and len(handle["text"]) < len(text),
            needle in found["text"],
            needle in ranked["text"],
            hashlib.sha256(raw).digest() == hashlib.sha256(data).digest(),
            same_without_space(view, data),
        ]
        return [
            path.name,
            len(text),
            len(handle["text"]),
            "yes" if needle in handle["text"] else "no",
            len(found["text"]),
            len(ranked["text"]),
            steps,
            len(lines) - (lines[-1] == ""),
            "yes" if all(kept) else kept,
        ]


def same_without_space(view, data):
    """A view changes white space only, where the result is no envelope."""
    return b"".join(view.split()) == b"".join(data.split())


def walk(store, id, mode):
    """The data of all steps by cursor, joined, and how many there were."""
    joined, cursor, steps = b"", None, 0
    while True:
        slice = fetch(store, id, mode, *(["--cursor", cursor] if cursor else []))
        data = bytes_of(slice)
        assert data, f"{mode}: a step without data"
        joined, steps = joined + data, steps + 1
        if slice["cursor"] is None:
            return joined, steps
        assert slice["cursor"] != cursor, f"{mode}: a cursor that does not advance"
        cursor = slice["cursor"]


def bytes_of(slice):
    return slice["text"].encode() if "text" in slice else base64.b64decode(slice["bytes_base64"])


def fetch(store, id, mode, *options):
    return json.loads(toolaria(store, "--json", "fetch", id, "--mode", mode, *options))


def toolaria(store, *arguments):
    return subprocess.run([PROGRAM, "--store", store, *arguments], capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) == 2 else sys.exit(__doc__))
