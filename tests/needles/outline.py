"""Reads the outlines and summaries that guest/core/src/words/outline.rs writes, and holds each figure against the naive one.

A figure that is not known here is a mistake of this file, and reported like one of the outline. A new figure is one entry in FIGURES.
"""

import math
import re
from collections import Counter

TYPES = re.compile(r"(object|array\[(?:up to )?[\d,]+\]|int|float|str|bool|null|nothing)(?: ×([\d,]+))?")
SHORTENED = "…"
# Where a long line was shortened in its middle; what follows is not compared.
CLIPPED = re.compile(r" \[…[\d,]+ characters…\] ")


class Checked:
    """How many figures were looked at, and what is wrong."""

    def __init__(self):
        self.figures = 0
        self.mistakes = []

    def expect(self, what, shown, naive):
        self.figures += 1
        if shown != naive:
            self.mistakes.append(f"{what}: {shown}, naively {naive}")

    def unknown(self, where, text):
        self.mistakes.append(f"{where}: not known to the checker: {text[:120]!r}")


def integer(text):
    return int(text.replace(",", ""))


def finite(node):
    return [(float(text), text, line) for text, line in node.numbers if math.isfinite(float(text))]


def exact(text):
    """A number to compare by: integers exactly."""
    return int(text) if re.fullmatch(r"-?\d+", text) else float(text)


# --- figures: each is a pattern, and what it says of a node ---


def extreme(checked, node, found):
    name, text, line = found["which"], found["text"], int(found["line"])
    numbers = finite(node)
    naive = (min if name == "min" else max)(numbers, key=lambda number: exact(number[1]))
    first = next(number for number in numbers if exact(number[1]) == exact(naive[1]))
    checked.expect(f"{node.path()} {name}", text, first[1])
    checked.expect(f"{node.path()} line of {name}", line, first[2])


def mean(checked, node, found):
    numbers = [value for value, _, _ in finite(node)]
    naive = math.fsum(value / 2**64 for value in numbers) / len(numbers) * 2**64
    close = math.isclose(float(found["mean"]), naive, rel_tol=1e-9, abs_tol=6e-5)
    checked.expect(f"{node.path()} mean", found["mean"], found["mean"] if close else naive)


def always(checked, node, found):
    checked.expect(f"{node.path()} always", {found["always"]}, {text for _, text, _ in finite(node)})


def not_finite(checked, node, found):
    checked.expect(f"{node.path()} not finite", integer(found["infinite"]), len(node.numbers) - len(finite(node)))


def about(checked, node, found):
    values = {value for value, _, _ in finite(node)}
    checked.expect(f"{node.path()} about", {float(found["about"])}, values)


FIGURES = [
    (re.compile(r"(?P<which>min|max)=(?P<text>\S+) \(line (?P<line>\d+)\)"), extreme),
    (re.compile(r"mean=(?P<mean>\S+)"), mean),
    (re.compile(r"always (?P<always>\S+)"), always),
    (re.compile(r"about (?P<about>\S+), too close to compare"), about),
    (re.compile(r"(?:but for )?(?P<infinite>[\d,]+) not finite"), not_finite),
]


def values(checked, node, text):
    """`ok ×1,999, failed ×1 (line 1234)`"""
    counts = Counter(value for value, _ in node.strings)
    lines = {value: line for value, line in reversed(node.strings)}
    shown, at = 0, 0
    for named in re.finditer(r"(?P<value>.+?) ×(?P<count>[\d,]+)(?: \(line (?P<line>\d+)\))?(?:, |$)|(?P<only>.+)$", text, re.S):
        shown += 1
        start = named["value"] if named["value"] is not None else named["only"]
        count = integer(named["count"]) if named["count"] else 1
        alike = [value for value in counts if value == start or start.endswith(SHORTENED) and value.startswith(start[:-1])]
        if len(alike) > 1:
            alike = [value for value in alike if counts[value] == count and named["line"] in (None, str(lines[value]))][:1]
        if not alike:
            checked.unknown(node.path(), text)
            return
        checked.expect(f"{node.path()} ×{start}", count, counts[alike[0]])
        if named["line"]:
            checked.expect(f"{node.path()} line of {start}", int(named["line"]), lines[alike[0]])
    checked.expect(f"{node.path()} distinct values", shown, len(counts))


def describe(checked, node, text):
    """What follows a name: types, how many have it, figures in brackets."""
    at, shown = 0, {}
    while found := TYPES.match(text, at):
        kind, array = found[1], None
        if kind.startswith("array"):
            array, kind = integer(re.search(r"[\d,]+", kind)[0]), "array"
            checked.expect(f"{node.path()} longest array", array, max(node.lengths, default=0))
        shown[kind] = integer(found[2]) if found[2] else None
        at = found.end()
        if text[at : at + 1] != "|":
            break
        at += 1
    naive = {kind: len(lines) for kind, lines in node.values.items()}
    if set(naive) == {"int", "float"}:
        naive = {"float": len(node.numbers)}
    checked.expect(f"{node.path()} types", set(shown), set(naive) or {"nothing"})
    for kind, count in shown.items():
        if count is not None:
            checked.expect(f"{node.path()} ×{kind}", count, naive.get(kind))
    if found := re.compile(r" in ([\d,]+) of ([\d,]+)").match(text, at):
        checked.expect(f"{node.path()} present", integer(found[1]), node.count())
        checked.expect(f"{node.path()} holders", integer(found[2]), node.holders())
        at = found.end()
    elif node.count() < node.holders():
        checked.expect(f"{node.path()} present", "in all", f"in {node.count()} of {node.holders()}")
    rest = text[at:].strip()
    while rest:
        if not rest.startswith("["):
            return checked.unknown(node.path(), rest)
        rest = figures(checked, node, rest[1:])


def figures(checked, node, text):
    """Figures up to the closing bracket; gives what is behind it."""
    if not any(pattern.match(text) for pattern, _ in FIGURES):
        end = text.rindex("]")
        values(checked, node, text[:end])
        return text[end + 1 :].strip()
    while not text.startswith("]"):
        known = next(((figure, found) for pattern, figure in FIGURES if (found := pattern.match(text))), None)
        if known is None:
            checked.unknown(node.path(), text)
            return ""
        figure, found = known
        # `1,999]`: a figure without a blank behind it takes the bracket along.
        end = found.end()
        if "]" in found[0]:
            end = found.start() + found[0].index("]")
            found = next(found for pattern, other in FIGURES if other is figure and (found := pattern.match(text[:end])))
        figure(checked, node, found)
        text = text[end:].lstrip()
    return text[1:].strip()


# --- whole outlines and summaries ---


def shown_name(name):
    """A name as outlines clip it; control characters are left to the naive side to avoid."""
    return name if len(name) <= 60 else name[:59] + SHORTENED


def child(node, text, used):
    """The first child, not named before, whose name a text starts with."""
    fitting = [one for one in node.children() if text.startswith(shown_name(one.name) + " ") and id(one) not in used]
    return max(fitting, key=lambda one: len(one.name), default=None)


def outline(checked, root, lines):
    """The lines of the outline of a JSON text."""
    first, *rest = lines
    if not first.startswith("root: "):
        return checked.unknown("outline", first)
    describe(checked, root, first.removeprefix("root: "))
    stack, used = [root], set()
    for line in rest:
        depth = (len(line) - len(line.lstrip(" "))) // 2
        text = line.strip().removeprefix("- ")
        if depth >= len(stack):
            checked.unknown("outline", line)
            return
        del stack[depth + 1 :]
        if text == "(deeper levels not shown)":
            continue
        if found := re.fullmatch(r"\(members of other names: ([\d,]+)\)", text):
            named = list(stack[depth].members.values())[:200]
            naive = sum(one.count() for one in stack[depth].members.values()) - sum(one.count() for one in named)
            checked.expect(f"{stack[depth].path()} other members", integer(found[1]), naive)
            continue
        node = child(stack[depth], text, used)
        if node is None:
            checked.unknown("outline", line)
            continue
        used.add(id(node))
        describe(checked, node, text[len(shown_name(node.name)) + 1 :])
        stack.append(node)


def summary(checked, root, line):
    """`2,000 rows of data.items: id int […]; …; 28 more`, or `members: …`"""
    if line.startswith("members: "):
        node, rest = root, line.removeprefix("members: ")
    elif found := re.match(r"([\d,]+) rows(?: of (.*?))?: ", line):
        path = (found[2] or "") + "[]"
        node = next((node for node in root.walk() if node.path() == path), None)
        if node is None:
            return checked.unknown("summary", line)
        checked.expect(f"{path} rows", integer(found[1]), node.count("object"))
        rest = line[found.end() :]
    else:
        return checked.unknown("summary", line)
    children, shown = node.children(), 0
    if clipped := CLIPPED.search(rest):
        # The column that is cut is left out, too.
        rest = rest[: max(rest.rfind("; ", 0, clipped.start()), 0)]
    while rest:
        if found := re.fullmatch(r"([\d,]+) more", rest):
            return checked.expect(f"{node.path()} more columns", integer(found[1]), len(children) - shown)
        one = children[shown] if shown < len(children) else None
        if one is None or not rest.startswith(shown_name(one.name) + " "):
            return checked.unknown("summary", rest)
        shown += 1
        following = f"; {shown_name(children[shown].name)} " if shown < len(children) else "\0"
        ends = [rest.find(following), *(found.start() for found in re.finditer(r"; [\d,]+ more$", rest))]
        end = min((end for end in ends if end >= 0), default=len(rest))
        describe(checked, one, rest[len(shown_name(one.name)) + 1 : end])
        rest = rest[end + 2 :] if end < len(rest) else ""
    if not clipped:
        checked.expect(f"{node.path()} columns", shown, len(children))
    return None


def text_outline(checked, view, lines):
    """The outline of text: its extent, and lines that match error_line_patterns."""
    found = re.fullmatch(r"lines (\d+) to (\d+); longest line ([\d,]+) characters", lines[0]) if lines else None
    if found is None:
        return checked.unknown("outline", lines[0] if lines else "")
    checked.expect("last line", int(found[2]), len(view) - 1)
    checked.expect("longest line", integer(found[3]), max(len(line.rstrip("\r\n")) for line in view))
    for line in lines[1:]:
        if found := re.match(r"- (?:at least )?×[\d,]+ first at line (\d+): (.{1,20})", line):
            line = view[int(found[1])]
            checked.expect("quoted line", found[2][:12] in line or not line.rstrip("\r\n").isprintable(), True)
        elif not line.startswith("lines that match error_line_patterns: "):
            checked.unknown("outline", line)
