"""Toolaria in Python: the component under `wasmtime.component` (PyPI `wasmtime` 50), without any of the Rust crate.

    toolaria = Toolaria("store", {"max_result_chars": "2000"}, component="toolaria.wasm")
    handle = toolaria.rescue(result, tool="web_extract", session="s1")

To embed it copy this file, and sqlite_bucket.py for records in a key-value store. Fields are named as in the WIT, with
`_` for `-`.
"""

import contextlib
import functools
import itertools
import os
import tempfile
from pathlib import Path
from types import SimpleNamespace

from wasmtime import Config, Engine, Store, WasiConfig, WasmtimeError
from wasmtime.component import Component, Linker, Record, ResourceHost, ResourceType, Variant

FUEL = 500_000_000_000  # Far above what a call needs, about half a minute: ends one that would not end.
LONG_BYTES = 16_000  # From here on a file is faster: wasmtime converts each byte of a list by itself.
BUCKET = 1  # Any number: the host's own type of resource.

# The fields of each query: this package leaves none of them out.
QUERIES = {
    "outline": (), "stat": (), "full": (), "range": ("start", "count"), "grep": ("pattern",),
    "chain": ("pattern", "context_lines"), "search": ("text", "top"), "raw": ("start_byte", "count_bytes"),
}


class Refused(Exception):
    """An `error` of the WIT. Its sentence says what to change and may be shown to the model."""

    def __init__(self, case, info):
        super().__init__(getattr(info, "message", info))
        self.case, self.info = case, info


class Toolaria:
    """One store. `buckets` opens the key-value bucket of a name, or gives `None`; else records are in the directory.
    `folders` are lent besides, by names such as `/in`.

    Refusals raise `Refused`. Anything else raised (no fuel left, a bucket that fails, text with lone surrogates) has
    stopped the call, not harmed the store. After a rescue that raises show the result as it came. One thread at a time.
    """

    def __init__(self, store_dir, settings, buckets=None, component="target/toolaria.wasm", folders=None):
        self.store_dir, self.settings, self.buckets = Path(store_dir), settings, buckets
        self.folders = {"/store": store_dir} | (folders or {})
        self.store_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.engine, self.component = compiled(os.path.abspath(component))
        self.open_buckets, self.numbers = {}, itertools.count(1)
        self.linker = Linker(self.engine)
        self.linker.add_wasip2()
        with self.linker.root() as root:
            with root.add_instance("wasi:config/store@0.2.0-rc.1") as config:
                config.add_func("get", lambda store, name: settings.get(name))
                config.add_func("get-all", lambda store: list(settings.items()))
            with root.add_instance("wasi:keyvalue/store@0.2.0-draft") as keyvalue:
                keyvalue.add_resource("bucket", ResourceType.host(BUCKET), lambda store, rep: self.open_buckets.pop(rep))
                keyvalue.add_func("open", self.open_bucket)
                for name in ("get", "set", "delete", "exists"):
                    keyvalue.add_func(f"[method]bucket.{name}", functools.partial(self.call_bucket, name))
                keyvalue.add_func("[method]bucket.list-keys", self.list_keys)

    # The verbs.

    def rescue(self, content, tool=None, toolset=None, arguments=None, session=None, label=None):
        """The handle to show instead of the content, or a `Variant` whose tag says why the content stays.

        Content is text, bytes, or a `Path` as `content.file` describes it.
        """
        if isinstance(content, bytes) and len(content) >= LONG_BYTES:
            with self.incoming(content) as path:
                return self.rescue(path, tool, toolset, arguments, session, label)
        call = record(tool=tool, toolset=toolset, arguments=arguments, session=session, label=label)
        case = {str: "text", bytes: "bytes"}.get(type(content), "file")
        return self.call("rescuer", "rescue", call, Variant(case, str(content) if case == "file" else content))

    def fetch(self, id, mode, cursor=None, session=None, **fields):
        """A slice: `fetch(id, "grep", pattern="timeout")`. Its `data` is text, bytes for `raw`."""
        names = QUERIES[mode]
        if not fields.keys() <= set(names):
            raise TypeError(f"{mode} takes {', '.join(names) or 'no field'}, not {', '.join(fields)}")
        query = Variant(mode, record(**(dict.fromkeys(names) | fields)) if names else None)
        return self.call("rescuer", "fetch", id, query, cursor, session)

    def expand(self, tool, arguments, session=None):
        return self.call("rescuer", "expand", tool, arguments, session)

    def tool_definition(self):
        return self.call("tool", "definition")

    def tool_call(self, arguments, session=None):
        return self.call("tool", "call", arguments, session)

    def list_handles(self, session=None, after=None):
        return self.call("keeper", "list-handles", session, after)

    def forget(self, session=None):
        return self.call("keeper", "forget", session)

    def status(self):
        return self.call("keeper", "status")

    def sweep(self, limit=None, after=None):
        return self.call("keeper", "sweep", limit, after)

    def doctor(self, treatment="report", limit=None, after=None):
        return self.call("keeper", "doctor", treatment, limit, after)

    def check_config(self):
        return self.call("keeper", "check-config")

    # How they get there.

    def call(self, interface, function, *arguments):
        """One call in an instance of its own: all state is in the store."""
        self.open_buckets.clear()  # A call that was stopped drops nothing.
        store = Store(self.engine)
        store.set_fuel(FUEL)
        wasi = WasiConfig()
        for name, folder in self.folders.items():
            wasi.preopen_dir(str(folder), name)
        store.set_wasi(wasi)
        instance = self.linker.instantiate(store, self.component)
        exports = instance.get_export_index(store, f"toolaria:rescue/{interface}@0.1.0")
        export = instance.get_export_index(store, function, exports)
        answer = instance.get_func(store, export)(store, *arguments)
        # A result comes as the bare value where Python's types tell its cases apart; those of `rescue` they do not.
        if isinstance(answer, Variant) and answer.tag == "ok":
            return plain(answer.payload)
        error = answer.payload if isinstance(answer, Variant) and answer.tag == "err" else answer
        if isinstance(error, Variant):
            raise Refused(error.tag, plain(error.payload))
        return plain(answer)

    @contextlib.contextmanager
    def incoming(self, content):
        """A file that the component reads, and moves into the store, instead of bytes across the boundary."""
        folder = self.store_dir / "incoming"
        folder.mkdir(exist_ok=True)
        handle, path = tempfile.mkstemp(dir=folder)
        try:
            with open(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())  # The component only renames it, and a handle is a promise.
            yield Path("incoming", os.path.basename(path))
        finally:
            Path(path).unlink(missing_ok=True)

    def open_bucket(self, store, name):
        bucket = self.buckets and self.buckets(name)
        if bucket is None:
            return Variant("no-such-store")
        number = next(self.numbers)
        self.open_buckets[number] = bucket
        return ResourceHost.own(number, BUCKET)

    def call_bucket(self, method, store, borrowed, *arguments):
        # What a bucket raises ends the call. It could answer `Variant("other", why)`, but wasmtime takes none for `get`.
        return getattr(self.opened(store, borrowed), method)(*arguments)

    def list_keys(self, store, borrowed, cursor):
        keys, cursor = self.opened(store, borrowed).list_keys(cursor)
        return record(keys=keys, cursor=cursor)

    def opened(self, store, borrowed):
        return self.open_buckets[borrowed.to_host(store).rep]  # `to_host` also gives the borrowed resource back.


@functools.lru_cache(maxsize=None)
def compiled(path):
    """The component, compiled once a process, and once a user where there is a cache directory."""
    config = Config()
    config.consume_fuel = True
    with contextlib.suppress(WasmtimeError):
        config.cache = True
    engine = Engine(config)
    return engine, Component.from_file(engine, path)


def record(**fields):
    made = Record()
    for name, value in fields.items():
        setattr(made, name.replace("_", "-"), value)
    return made


def plain(value):
    """The value with records as namespaces, whose fields can be written with a dot."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, Record):
        return SimpleNamespace(**{name.replace("-", "_"): plain(field) for name, field in vars(value).items()})
    return Variant(value.tag, plain(value.payload)) if isinstance(value, Variant) else value
