"""Toolaria under the stock `wasmtime` program: every call is a process of its own, asked and answered in WAVE.

    toolaria = Toolaria("store", {"max_result_chars": "2000"})
    handle = toolaria.rescue(result, tool="web_extract", session="s1")

What one call leaves for the next is in the store directory or nowhere: the program's key-value store is in memory, has no
bucket but the default one, and ends with the process, so records go into the directory, too.
"""

import subprocess
import tempfile
from pathlib import Path

from wave_text import Record, Variant, read, written

LONG_CALL_BYTES = 100_000  # One argument of a process has at most 128 KiB.
LONG_BYTES = 4_000  # Bytes are written as numbers, which is up to five times as long.
CALL_SECONDS = 120

WITHOUT_FIELDS = ("outline", "stat", "full")


class Refused(Exception):
    """An `error` of the WIT. Its sentence says what to change and may be shown to the model."""

    def __init__(self, case, info):
        super().__init__(info if isinstance(info, str) else info.message)
        self.case, self.info = case, info


class Stopped(Exception):
    """The program ended without an answer: no fuel left, a trap, or no such component. The store is whole."""


class Toolaria:
    """One store. `folders` are lent besides, by names such as `/in`; `options` are further ones of `wasmtime run`."""

    def __init__(self, store_dir, settings, folders=None, options=(), component="toolaria.wasm", program="wasmtime"):
        self.component, self.program, self.options = component, program, ["-S", "keyvalue=y,config=y", *options]
        Path(store_dir).mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folders = {"/store": store_dir} | (folders or {})
        for name, value in settings.items():
            if "," in value:
                raise ValueError(f"{name}: the program ends a value at a comma")
            self.options += ["-S", f"config-var={name}={value}"]

    # The verbs.

    def rescue(self, content, tool=None, toolset=None, arguments=None, session=None, label=None):
        """The handle to show instead of the content, or a `Variant` whose tag says why the content stays.

        Content is text, bytes, or a `Path` as `content.file` describes it.
        """
        call = Record(tool=tool, toolset=toolset, arguments=arguments, session=session, label=label and Variant(label))
        case = {str: "text", bytes: "bytes"}.get(type(content), "file")
        if case == "bytes" and len(content) > LONG_BYTES:
            return self.rescue_by_file(call, content)
        content = Variant(case, str(content) if case == "file" else content)
        if case == "text" and len(written(content).encode()) > LONG_CALL_BYTES:
            return self.rescue_by_file(call, content.payload.encode())
        return self.call("rescue", call, content).payload

    def rescue_by_file(self, call, data):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "result").write_bytes(data)
            return self.call("rescue", call, Variant("file", "/handed/result"), folders={"/handed": folder}).payload

    def fetch(self, id, mode, cursor=None, session=None, **fields):
        """A slice: `fetch(id, "grep", pattern="timeout")`. Its `data` is text, bytes for `raw`."""
        query = Variant(mode, None if mode in WITHOUT_FIELDS else Record(**fields))
        slice = self.call("fetch", id, query, cursor, session)
        case, data = slice.data
        slice.data = bytes(data) if case == "bytes" else data
        return slice

    def expand(self, tool, arguments, session=None):
        return self.call("expand", tool, arguments, session)

    def tool_definition(self):
        return self.call("definition")

    def tool_call(self, arguments, session=None):
        return self.call("call", arguments, session)

    def list_handles(self, session=None, after=None):
        return self.call("list-handles", session, after)

    def forget(self, session=None):
        return self.call("forget", session)

    def status(self):
        return self.call("status")

    def sweep(self, limit=None, after=None):
        return self.call("sweep", limit, after)

    def doctor(self, treatment="report", limit=None, after=None):
        return self.call("doctor", Variant(treatment), limit, after)

    def check_config(self):
        return self.call("check-config")

    # How they get there.

    def call(self, function, *arguments, folders=None):
        """One call in a process of its own. The program finds a function by its name in any interface."""
        lent = [f"--dir={folder}::{name}" for name, folder in (self.folders | (folders or {})).items()]
        call = f"{function}({', '.join(map(written, arguments))})"
        command = [self.program, "run", *lent, *self.options, "--invoke", call, self.component]
        done = subprocess.run(command, capture_output=True, timeout=CALL_SECONDS)
        if done.returncode != 0:
            raise Stopped(f"{call[:200]}: code {done.returncode}: {done.stderr.decode(errors='replace')[:1_000]}")
        answer = read(done.stdout.decode())
        if not isinstance(answer, Variant):
            return answer
        if answer.tag == "err":
            raise Refused(*answer.payload)
        return answer.payload
