"""Runs one case through the program, and judges what came back."""

import hashlib
import pathlib
import re
import tempfile
from dataclasses import asdict, dataclass, field

import facts
import outline
import tables
from program import Store

HANDLE_CHARACTERS = 2_000
FETCH_CHARACTERS = 1_000
EXCERPT_CAP = 8_000
# Titles in a handle that point out nothing. Any other one does.
CALM_TITLES = [r"the whole", r"lines? \d+( to \d+)?"]


@dataclass
class Verdict:
    name: str
    calm: bool
    hope: bool = False
    many_odd: bool = False
    about: str = ""
    label: str = ""
    characters: int = 0
    handle: int = 0
    # How the handle shows the needle: `needle`, `line` or `no`.
    inline: str = ""
    # Whether a section that points something out has its line.
    pointed_out: bool = False
    # The fetch that was tried, the characters of its answer in all, and whether it answers.
    fetch: str = ""
    fetched: int = 0
    answered: bool = False
    raw: bool = False
    range: bool = False
    figures: int = 0
    # What a calm handle points out nevertheless.
    alarms: list = field(default_factory=list)
    mistakes: list = field(default_factory=list)
    broken: list = field(default_factory=list)

    as_dict = asdict


def examine(case, seed):
    given = case.input(seed)
    verdict = Verdict(case.name, case.calm, given.hope, given.many_odd, case.about, characters=len(given.text))
    with tempfile.TemporaryDirectory(prefix="needles-") as folder:
        path = pathlib.Path(folder) / case.name
        path.write_bytes(given.text.encode())
        try:
            look(verdict, given, path, Store(pathlib.Path(folder) / "store"))
        except AssertionError as reason:
            verdict.broken.append(str(reason))
    return verdict


def look(verdict, given, path, store):
    handle = store.rescue(path)
    if handle is None:
        raise AssertionError("not rescued")
    verdict.label, verdict.handle = handle.label(), len(handle.text)
    if len(handle.body()) > EXCERPT_CAP or len(handle.text) >= len(given.text):
        verdict.broken.append(f"a handle of {len(handle.text)} characters")
    view = walks(verdict, given, store, handle)
    lines = view.splitlines(keepends=True) if "\r" not in view else re.findall(r"[^\n]*\n|[^\n]+$", view)
    check_outline(verdict, given, store, handle, lines)
    titles = [title for title in re.findall(r"^--- (.*) ---$", handle.body(), re.M) if not any(re.fullmatch(calm, title) for calm in CALM_TITLES)]
    if verdict.calm:
        verdict.alarms = titles
        return
    marked = list(given.lines) or [number for number, line in enumerate(lines) if given.mark in line]
    if not 0 < len(marked) < 4:
        raise AssertionError(f"the mark {given.mark!r} is in {len(marked)} lines of the view")
    body = handle.body()
    named = named_lines(body)
    if all(needle in body for needle in given.needles):
        verdict.inline = "needle"
    else:
        verdict.inline = "line" if named.intersection(marked) else "no"
    verdict.pointed_out = any(named_lines(section).intersection(marked) for title, section in sections(body) if title in titles)
    fetch(verdict, given, store, handle, marked, named)
    if given.mark[:60] not in store.call(id=handle.id, mode="grep", pattern=re.escape(given.mark[:60])[:80].rstrip("\\")):
        verdict.broken.append("grep for the needle does not find it")
    if given.is_word and given.mark not in store.call(id=handle.id, mode="search", query=given.mark):
        verdict.broken.append("search for the needle does not find it")


def sections(body):
    """Titles with what stands below each."""
    parts = re.split(r"^--- (.*) ---$\n?", body, flags=re.M)
    return list(zip(parts[1::2], parts[2::2]))


def named_lines(text):
    """The numbers of lines that a part of a handle shows or names."""
    numbers = {int(number) for number in re.findall(r"^(\d+)(?: and [\d,]+ alike)?\|", text, re.M)}
    for several in re.findall(r"\blines? (\d+(?:(?:, | and | to )\d+)*)", text):
        numbers.update(map(int, re.findall(r"\d+", several)))
    return numbers


def fetch(verdict, given, store, handle, marked, named):
    """The one fetch: what the case asks, else the line that the handle names, else a grep for what it shows of the needle."""
    if verdict.inline == "no":
        verdict.fetch = "none: nothing in the handle leads there"
        return
    line = next((number for number in marked if number in named), None)
    if given.ask is not None:
        arguments = given.ask
    elif line is not None:
        arguments = {"mode": "range", "start": line, "count": 1}
    else:
        arguments = {"mode": "grep", "pattern": re.escape(given.needles[-1])}
    answer = store.call(id=handle.id, **arguments)
    verdict.fetch = " ".join(str(value) for value in arguments.values())
    verdict.fetched = len(answer)
    verdict.answered = all(text in answer for text in given.answer or given.needles)


def walks(verdict, given, store, handle):
    """Walks to the end by cursor; gives the view."""
    data = given.text.encode()
    step = max(4_000, len(data) // 12)
    raw = store.walk(handle.id, "raw", step)
    verdict.raw = hashlib.sha256(raw).digest() == hashlib.sha256(data).digest()
    view = store.walk(handle.id, "range", step)
    wanted = given.text if given.inner is None else given.inner
    # Line breaks within a record of a table show as signs.
    breaks = view.decode().replace("␊", "\n").replace("␍", "\r") if handle.kind in ("csv", "tsv") else view.decode()
    verdict.range = "".join(breaks.split()) == "".join(wanted.split())
    return view.decode()


def check_outline(verdict, given, store, handle, lines):
    checked = outline.Checked()
    if given.header is not None and handle.kind in ("csv", "tsv"):
        checked.expect("header", "no header" not in handle.label(), given.header)
    shown = store.walk(handle.id, "outline", 50_000).decode().split("\n")
    shown = shown[:-1] if shown[-1] == "" else shown
    notes = [line for title, section in sections(handle.body()) if title == "the whole" for line in section.strip("\n").split("\n")]
    try:
        compare(checked, handle, lines, shown, notes)
    except (ValueError, KeyError, IndexError, StopIteration) as reason:
        checked.mistakes.append(f"the checker stumbled: {type(reason).__name__}: {reason}")
    verdict.figures, verdict.mistakes = checked.figures, checked.mistakes


def compare(checked, handle, lines, shown, notes):
    """Compares an outline and what the handle says of the whole."""
    kind, label = handle.kind, handle.label()
    if kind == "text":
        return outline.text_outline(checked, lines, shown)
    if kind == "json":
        root = facts.Node("", [facts.of_json("".join(lines))])
        outline.json_outline(checked, root, shown)
    elif kind in ("ndjson", "csv", "tsv"):
        delimiter = "\t" if kind == "tsv" else label.partition('delimiter "')[2][:1] or ","
        header = "no header" not in label
        table = tables.of_json_lines(lines) if kind == "ndjson" else tables.of_delimited(lines, delimiter, header)
        root = table.root
        outline.table_outline(checked, table, shown)
        notes = [line for line in notes if not outline.is_note(checked, line, table)]
    else:
        # Kinds of text other than data have outlines of their own.
        return None
    for line in notes:
        outline.summary(checked, root, line)
    return None
