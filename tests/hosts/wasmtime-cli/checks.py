"""What the scenarios cannot show: whole files, links and pipes, fuel, what lies on the disk, and the text of the calls."""

import functools
import json
import os
import random
import subprocess
from math import isnan
from pathlib import Path

from host import Refused, Stopped
from scenarios import expect
from wave_text import Record, Variant, read, written

NEEDLE = "needle-7f3a"
HERE = Path(__file__).resolve().parent


def over(new_host):
    """All checks, as functions of a folder. `new_host` makes a host in it."""
    def placed(check):
        @functools.wraps(check)
        def run(folder):
            check(Place(new_host, folder))
        return run
    return [placed(check) for check in OF_THE_HOST] + OF_THE_TEXT


class Place:
    """A host, its store directory, and a directory that it lends as `/in`, with a big result."""

    def __init__(self, new_host, folder):
        self.store, self.results = folder / "store", folder / "in"
        self.results.mkdir()
        self.result = self.results / "big.json"
        self.result.write_text(one_line_of_json())
        self.new_host = functools.partial(new_host, folder)
        self.toolaria = self.new_host({})

    def rescue(self, session="a"):
        """Rescues the big result from its file; the handle's id."""
        return self.toolaria.rescue(Path("/in/big.json"), tool="web_extract", session=session).id


def one_line_of_json():
    """About 1 MB without a line break, the same in every run, with the needle in one place."""
    seeded = random.Random(7)
    rows = [{"row": row, "value": seeded.randrange(10**9), "note": "hay " * 8} for row in range(15_000)]
    rows[11_111]["note"] = NEEDLE
    return json.dumps(rows)


def refused(case, call, *arguments, **named):
    """Sees to it that the call is refused, for this reason."""
    try:
        answer = call(*arguments, **named)
    except Refused as refusal:
        expect(case == refusal.case, f"{refusal.case}: {refusal}")
    else:
        raise AssertionError(f"not refused: {answer}")


# The host.


def a_big_file_is_rescued_and_counted_by_another_process(place):
    place.rescue()
    status = place.toolaria.status()
    expect((status.blobs, status.records, status.blob_bytes) == (1, 1, place.result.stat().st_size), status)


def grep_in_another_process_finds_the_needle_in_one_long_line(place):
    slice = place.toolaria.fetch(place.rescue(), "grep", session="a", pattern=NEEDLE)
    expect(NEEDLE in slice.data, slice)
    expect(len(slice.data) < 4_000, f"a line of the view should be one row, but {len(slice.data)} characters came")


def raw_answers_with_the_bytes_of_the_file(place):
    slice = place.toolaria.fetch(place.rescue(), "raw", session="a", start_byte=900_000, count_bytes=24)
    expect(slice.data == place.result.read_bytes()[900_000:900_024], slice)


def content_that_no_argument_holds_goes_by_file(place):
    for content in ("a \"quoted\" line\n" * 20_000, bytes(range(256)) * 1_000):
        handle = place.toolaria.rescue(content, session="a")
        data = content.encode() if isinstance(content, str) else content
        slice = place.toolaria.fetch(handle.id, "raw", session="a", start_byte=len(data) - 9)
        expect((handle.bytes, slice.data) == (len(data), data[-9:]), slice)


def a_session_does_not_see_what_another_rescued(place):
    id = place.rescue(session="a")
    for session in ("b", None):
        refused("not-found", place.toolaria.fetch, id, "grep", session=session, pattern=NEEDLE)


def expand_puts_a_result_into_the_arguments_of_a_tool(place):
    toolaria = place.new_host({"passref_max_chars": "2000000", "passref_total_max_chars": "2000000"})
    expansion = toolaria.expand("parse_json", json.dumps({"content": f"tla:{place.rescue()}"}), "a")
    expect(json.loads(expansion.arguments)["content"] == place.result.read_text(), expansion.arguments[:400])


def expand_is_denied_to_a_tool_that_executes(place):
    refused("denied", place.toolaria.expand, "run_shell", json.dumps({"content": f"tla:{place.rescue()}"}), "a")


def a_file_in_incoming_is_moved_into_the_store(place):
    spooled = place.store / "incoming" / "spooled.json"
    spooled.parent.mkdir()
    spooled.write_text(one_line_of_json())
    handle = place.toolaria.rescue(Path("incoming/spooled.json"))
    expect(handle.kind == "json", handle)
    expect(not spooled.exists(), "the file is still in incoming/")


def no_part_of_a_path_is_followed_when_it_is_a_link(place):
    (place.results / "link.json").symlink_to("big.json")
    (place.results / "folder").symlink_to(".")
    for path in ("/in/link.json", "/in/folder/big.json", "/in/folder"):
        refused("denied", place.toolaria.rescue, Path(path))


def a_named_pipe_is_refused_without_waiting(place):
    os.mkfifo(place.results / "pipe")
    refused("denied", place.toolaria.rescue, Path("/in/pipe"))


def the_store_cannot_be_rescued_from(place):
    place.rescue()
    blob = next(path for path in place.store.rglob("*") if path.is_file())
    refused("denied", place.toolaria.rescue, Path("/store", blob.relative_to(place.store)))


def a_call_out_of_fuel_leaves_a_store_that_works(place):
    id = place.rescue()
    try:
        place.new_host({}, options=["-W", "fuel=100000"]).fetch(id, "grep", session="a", pattern=NEEDLE)
    except Stopped as stopped:
        expect("all fuel consumed" in str(stopped), stopped)
    else:
        raise AssertionError("it was not stopped")
    place.toolaria.fetch(id, "stat", session="a")


def forgetting_a_session_erases_its_files(place):
    id = place.rescue()
    forgotten = place.toolaria.forget("a")
    expect((forgotten.records_deleted, forgotten.blobs_deleted) == (1, 1), forgotten)
    refused("not-found", place.toolaria.fetch, id, "stat", session="a")
    left = [path.name for path in place.store.rglob("*") if path.is_file() and NEEDLE.encode() in path.read_bytes()]
    expect(not left, f"content is left in {left}")


def the_snippet_of_the_readme_runs(place):
    folder = place.store.parent
    place.results.rename(folder / "results")
    (folder / "toolaria.wasm").symlink_to(place.toolaria.component)
    path = f"{place.toolaria.program.parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path}
    done = subprocess.run(["sh", HERE / "snippet.sh"], cwd=folder, env=environment, capture_output=True, text=True)
    expect(done.returncode == 0, done.stderr)
    expect(read(done.stdout).payload.payload.kind == "json", done.stdout[:400])


OF_THE_HOST = [
    the_snippet_of_the_readme_runs,
    a_big_file_is_rescued_and_counted_by_another_process,
    grep_in_another_process_finds_the_needle_in_one_long_line,
    raw_answers_with_the_bytes_of_the_file,
    content_that_no_argument_holds_goes_by_file,
    a_session_does_not_see_what_another_rescued,
    expand_puts_a_result_into_the_arguments_of_a_tool,
    expand_is_denied_to_a_tool_that_executes,
    a_file_in_incoming_is_moved_into_the_store,
    no_part_of_a_path_is_followed_when_it_is_a_link,
    a_named_pipe_is_refused_without_waiting,
    the_store_cannot_be_rescued_from,
    a_call_out_of_fuel_leaves_a_store_that_works,
    forgetting_a_session_erases_its_files,
]


# The text of the calls.


def what_is_written_is_read_back(folder):
    values = [
        "", "a\"b\\c\n\r\t'", "\0\x7f\u200b\U0001f600\ufeff", 7, -3, 2**64 - 1, 0.5, 1e300, float("-inf"), True, False, None,
        [], [1, [2]], (1, "a"), (1,), Record(), Record(a=1, b_c=[Variant("x")]), frozenset(), frozenset({"a", "b-c"}),
        Variant("stat"), Variant("true"), Variant("none"), Variant("ok", Variant("grep", Record(pattern="[({")))]
    for value in values:
        expect(read(written(value)) == value, f"{value!r} is written as {written(value)}")


def values_are_written_as_the_program_wants_them(folder):
    for value, text in [
        ("a\n\0é😀'", '"a\\n\\u{0}é😀\'"'), (b"\x00\xff", "[0, 255]"), (Record(), "{:}"),
        (Record(start_byte=3, count=None), "{start-byte: 3}"), (Variant("grep", Record(pattern="x")), 'grep({pattern: "x"})'),
    ]:
        expect(written(value) == text, written(value))


def other_ways_to_write_are_read(folder):
    for text, value in [
        (" some( 1 ) ", 1), ("[1,2,]", [1, 2]), ("{a:1,}", Record(a=1)), ("'\\''", "'"), ('"\\u{1F600}\\\'"', "😀'"),
        ("%ok", Variant("ok")), ("-7", -7), ("1e3", 1000.0), ("ok(none)", Variant("ok")),
    ]:
        expect(read(text) == value, f"{text} is read as {read(text)!r}")
    expect(isnan(read("nan")), "nan is a number")


def what_is_no_value_is_refused(folder):
    for text in [
        "", '"a', '"\\x"', "[1 2]", "{a: 1, b}", "a(", "1 2", "''", '"\\u{zz}"', '"\\u{110000}"', '"\\u{d800}"', "a)", "-",
        '"\\u{1',
    ]:
        try:
            value = read(text)
        except ValueError:
            continue
        raise AssertionError(f"{text} is read as {value!r}")


OF_THE_TEXT = [
    what_is_written_is_read_back,
    values_are_written_as_the_program_wants_them,
    other_ways_to_write_are_read,
    what_is_no_value_is_refused,
]
