"""What an input for the needle run is, and the words for writing one."""

import csv
import inspect
import io
import json
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Input:
    """The text that a tool returned, and what in it a person would want to see."""

    text: str
    # What the handle shows in place of the needle's row; all of them count as the needle.
    needles: tuple = ()
    # Stands in the needle's lines of the view and in no others.
    mark: str = ""
    # The one fetch, as a model would ask from the handle alone: `grep` with a pattern that needs no knowledge of the needle, or
    # None for a range of one line at the line that the handle names.
    ask: dict = None
    # What the fetch must answer; the needles unless given.
    answer: tuple = ()
    # Those lines, where the mark is in others, too.
    lines: tuple = ()
    # The text inside the envelope, where the view leaves one out.
    inner: str = None
    # The mark is a word that search finds, too.
    is_word: bool = False
    # Whether the first record of a table names its columns.
    header: bool = None
    # Many things are odd: the handle may be longer than 2,000 characters.
    many_odd: bool = False
    # No product finds this unasked yet; it is shown and not counted.
    hope: bool = False


@dataclass(frozen=True)
class Case:
    name: str
    about: str
    calm: bool
    make: object

    def input(self, seed):
        return self.make(Random(f"{seed}/{self.name}"))


def cases(module, calm=False):
    """The functions of a module that are its own, in the order in which they stand: each makes one input, but for helpers `…_of`."""
    own = [value for value in vars(module).values() if inspect.isfunction(value) and value.__module__ == module.__name__]
    return [Case(f.__name__, inspect.getdoc(f) or "", calm, f) for f in own if not f.__name__.endswith("_of")]


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def spaced(value):
    return json.dumps(value, ensure_ascii=False)


def indented(value):
    return json.dumps(value, indent=2, ensure_ascii=False)


def table(rows, delimiter=",", end="\r\n"):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=end).writerows(rows)
    return out.getvalue()


def grep(pattern):
    return {"mode": "grep", "pattern": pattern}


def stamp(seconds):
    """A time of March 2026 in UTC, as ISO 8601."""
    days, rest = divmod(seconds, 86_400)
    return f"2026-03-{1 + days:02}T{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}Z"


SYLLABLES = "ba do ke lu mi no pe ra si tu ve wo xa zi gor len mar nik pol sun tam vel".split()


def word(random, low=2, high=4):
    return "".join(random.choice(SYLLABLES) for _ in range(random.randint(low, high)))


def sentence(random, low=4, high=9):
    return " ".join(word(random) for _ in range(random.randint(low, high)))


def hexadecimal(random, digits):
    return f"{random.getrandbits(4 * digits):0{digits}x}"


def uuid(random):
    digits = hexadecimal(random, 32)
    return "-".join([digits[:8], digits[8:12], "4" + digits[13:16], "a" + digits[17:20], digits[20:]])
