"""The real program, in a store of its own: target/release/toolaria, or what the variable TOOLARIA names."""

import base64
import json
import os
import pathlib
import subprocess
from dataclasses import dataclass

PROGRAM = os.environ.get("TOOLARIA") or pathlib.Path(__file__).resolve().parents[2] / "target" / "release" / "toolaria"


@dataclass
class Handle:
    id: str
    kind: str
    text: str

    def head(self):
        """The notice and the hints, which name the first and the last line whatever there is."""
        return self.text[: -len(self.body()) or None]

    def body(self):
        """What follows the hints: figures and data."""
        start = self.text.find("\n---")
        return self.text[start + 1 :] if start >= 0 else ""

    def label(self):
        """The kind with its size, as the notice names it."""
        return self.text.partition("type=")[2].partition("; id=")[0]


class Store:
    def __init__(self, folder):
        self.folder = folder

    def rescue(self, path):
        """The handle, or None where the result stays as it is."""
        answer = json.loads(self.run("--json", "rescue", path))
        return Handle(answer["id"], answer["kind"], answer["text"]) if answer["outcome"] == "stored" else None

    def call(self, **arguments):
        """The answer that a model gets, all of it."""
        return self.run("call", json.dumps(arguments, ensure_ascii=False))

    def walk(self, id, mode, step):
        """The data of all steps by cursor, joined."""
        pieces, cursor = [], None
        while True:
            options = ["--cursor", cursor] if cursor else []
            slice_ = json.loads(self.run("--json", "--set", f"fetch_max_chars={step}", "fetch", id, "--mode", mode, *options))
            data = slice_["text"].encode() if "text" in slice_ else base64.b64decode(slice_["bytes_base64"])
            pieces.append(data)
            if slice_["cursor"] is None:
                return b"".join(pieces)
            if not data or slice_["cursor"] == cursor:
                raise AssertionError(f"{mode}: a step that does not advance")
            cursor = slice_["cursor"]

    def run(self, *arguments):
        done = subprocess.run([PROGRAM, "--store", self.folder, *arguments], capture_output=True, text=True, errors="replace")
        if done.returncode != 0:
            raise AssertionError(f"{' '.join(map(str, arguments))}: code {done.returncode}: {done.stderr or done.stdout}")
        return done.stdout
