"""Text inputs: the call that returned them goes along, and what the handle must say of them. Judged like data otherwise."""

import json
import pathlib
import re
import tempfile
from dataclasses import dataclass, field

import examine as rows
from case import Input
from program import Handle, Store

SAMPLES = pathlib.Path(__file__).resolve().parents[1] / "samples"
# Shell and file tools are not rescued by default.
EVERY_TOOL = ["--set", "rescue_tools=*"]


@dataclass(frozen=True)
class Text(Input):
    tool: str = "terminal"
    # The arguments of the call; what they ask for is what the handle should show.
    args: dict = field(default_factory=dict)
    # What the handle must say in words of its own, as a pattern: that the result was cut before it came.
    says: str = ""
    # The view is not the text: markup is left out. Which of it is the matter of laws in Rust, not of this run.
    own_view: bool = False
    # The bytes, where the result is no text.
    data: bytes = None


def base(name):
    """What a real tool said once; `tests/samples/README.md` tells how it was made."""
    return (SAMPLES / "base" / name).read_bytes().decode()


def put(random, lines, what, low=0.3, high=0.8):
    """The lines with one more somewhere in the middle, or several; gives the number of the first."""
    at = random.randint(int(low * len(lines)), int(high * len(lines)))
    lines[at:at] = [what] if isinstance(what, str) else what
    return at


def joined(lines):
    return "\n".join(lines) + "\n"


class Caller(Store):
    """A store that is told which call returned the result."""

    def __init__(self, folder, given):
        super().__init__(folder)
        self.given, self.handle = given, None

    def rescue(self, path):
        call = ["--tool", self.given.tool, "--args", json.dumps(self.given.args, ensure_ascii=False)]
        answer = json.loads(self.run(*EVERY_TOOL, "--json", "rescue", *call, path))
        if answer["outcome"] == "stored":
            self.handle = Handle(answer["id"], answer["kind"], answer["text"])
        return self.handle


def examine(case, seed):
    """As for data; an input that is no `Text` is judged there."""
    given = case.input(seed)
    if not isinstance(given, Text):
        return rows.examine(case, seed)
    verdict = rows.Verdict(case.name, case.calm, given.hope, given.many_odd, case.about, characters=len(given.data or given.text))
    with tempfile.TemporaryDirectory(prefix="needles-") as folder:
        path = pathlib.Path(folder) / case.name
        path.write_bytes(given.data or given.text.encode())
        store = Caller(pathlib.Path(folder) / "store", given)
        try:
            (look_at_bytes if given.data else rows.look)(verdict, given, path, store)
        except AssertionError as reason:
            verdict.broken.append(str(reason))
        if store.handle:
            look_closer(verdict, given, store.handle)
    return verdict


def look_closer(verdict, given, handle):
    verdict.range = verdict.range or given.own_view
    if given.says and not re.search(given.says, own_words(handle)):
        verdict.inline, verdict.answered = "no", False
        verdict.fetch = "none: the handle takes the result for the whole"


def own_words(handle):
    """The handle without the lines of the result in it."""
    return "\n".join(line for line in handle.text.split("\n") if not re.match(r"\d+(?: and [\d,]+ alike)?\|", line))


def look_at_bytes(verdict, given, path, store):
    """Bytes have no lines: the handle, and the way back."""
    handle = store.rescue(path)
    if handle is None:
        raise AssertionError("not rescued")
    verdict.label, verdict.handle = handle.label(), len(handle.text)
    verdict.raw = store.walk(handle.id, "raw", max(4_000, len(given.data) // 12)) == given.data
    verdict.range = True
    verdict.inline = "needle" if all(needle in handle.text for needle in given.needles) else "no"
    verdict.answered, verdict.fetch = verdict.inline == "needle", "none: it is in the handle" if verdict.inline == "needle" else "none"
