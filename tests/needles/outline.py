"""Reads the outlines and summaries that guest/content/src/words writes, and holds each figure against a naive one.

What is not understood is a mistake, of this file or of the outline: nothing goes unnoticed. A new figure in brackets is one function
in FIGURES: it gives its comparisons, or None for what is no such figure.
"""

import math
import re
from collections import Counter

TYPES = re.compile(r"(object(?:\{up to [\d,]+\})?|array\[(?:up to )?[\d,]+\]|int|float|str|bool|null|nothing)(?: ×([\d,]+))?")
SHORTENED = "…"
# Where a long line was shortened in its middle; what follows is not compared.
CLIPPED = re.compile(r" \[…[\d,]+ characters…\] ")
NAME_CHARACTERS = 60
# Above this many, distinct values need not be counted.
DISTINCT = 10_000


class Checked:
    """How many figures were looked at, and what is wrong."""

    def __init__(self):
        self.figures = 0
        self.mistakes = []

    def expect(self, what, shown, naive):
        self.figures += 1
        if shown != naive:
            self.mistakes.append(f"{what}: {shown}, naively {naive}"[:300])

    def unknown(self, where, text):
        self.mistakes.append(f"{where}: not known to the checker: {text[:120]!r}")


def integer(text):
    return int(text.replace(",", ""))


def exact(text):
    """A number to compare by: integers exactly."""
    return int(text) if re.fullmatch(r"-?\d+", text) else float(text)


def extremes(node):
    """The first smallest and the first largest number, with their lines."""
    return {"min": min(node.finite, key=lambda number: exact(number[0])), "max": max(node.finite, key=lambda number: exact(number[0]))}


def matched(pattern, text):
    return re.fullmatch(pattern, text, re.S)


# --- figures in brackets: each gives triples of what, shown and naive ---


def not_finite(node, text):
    """`… but for 3 not finite`, or `3 not finite` alone."""
    found = matched(r"(?:(.+) but for )?([\d,]+) not finite", text)
    if not found or not node.numbers:
        return None
    rest = next(filter(None, (figure(node, found[1]) for figure in NUMBERS)), None) if found[1] else []
    return None if rest is None else [*rest, ("not finite", integer(found[2]), len(node.numbers) - len(node.finite))]


def number_range(node, text):
    found = matched(r"min=(\S+) \(line (\d+)\) max=(\S+) \(line (\d+)\) mean=(\S+)", text)
    if not found or not node.finite:
        return None
    naive = extremes(node)
    mean = math.fsum(float(text) / 2**64 for text, _ in node.finite) / len(node.finite) * 2**64
    close = math.isclose(float(found[5]), mean, rel_tol=1e-9, abs_tol=6e-5)
    return [
        ("min", found[1], naive["min"][0]),
        ("line of min", int(found[2]), naive["min"][1]),
        ("max", found[3], naive["max"][0]),
        ("line of max", int(found[4]), naive["max"][1]),
        ("mean", found[5], found[5] if close else mean),
    ]


def number_range_in_brief(node, text):
    found = matched(r"(\S+) to (\S+)", text)
    if not found or not node.finite or not all(re.fullmatch(r"-?[\d.]+([eE][-+]?\d+)?", shown) for shown in found.groups()):
        return None
    naive = extremes(node)
    return [("min", found[1], naive["min"][0]), ("max", found[2], naive["max"][0])]


def always(node, text):
    found = matched(r"always (.+)", text)
    if not found:
        return None
    groups = [{text for text, _ in node.finite}, {quoted(text) for text, _ in node.strings}, {value.text for value in node.of("bool")}]
    return [("always", {found[1]}, {found[1]} if {found[1]} in groups else groups)]


def about(node, text):
    found = matched(r"about (\S+), too close to compare", text)
    return [("about", {float(found[1])}, {float(text) for text, _ in node.finite})] if found else None


def times_in_numbers(node, text):
    """Only that the year is right: the unit is a guess from name and size."""
    found = matched(r"times (\d{4})-\S+ to (\d{4})-\S+", text)
    if not found or not node.finite:
        return None
    years = [float(text) / 31_556_952 for text, _ in extremes(node).values()]
    unit = 1000 if years[0] > 10_000 else 1
    near = all(abs(int(shown) - 1970 - year / unit) <= 1 for shown, year in zip(found.groups(), years))
    return [("times", near, True)]


def booleans(node, text):
    found = matched(r"(?:true ×([\d,]+))?(?:, )?(?:false ×([\d,]+))?", text)
    if not found or not text or not node.count("bool"):
        return None
    counts = Counter(value.text for value in node.of("bool"))
    return [(word, integer(shown or "0"), counts[word]) for word, shown in zip(("true", "false"), found.groups())]


def values(node, text):
    """`ok ×1,999, failed ×1 (line 1234), 7 more`"""
    counts = Counter(value for value, _ in node.strings)
    firsts = dict(reversed(node.strings))
    rest, named, more = text, set(), 0
    comparisons = []
    while rest:
        if found := re.fullmatch(r"([\d,]+) more", rest):
            more, rest = integer(found[1]), ""
            break
        for value in sorted(counts, key=len, reverse=True):
            found = re.match(re.escape(quoted(value)) + r"(?: ×([\d,]+)(?: \(line (\d+)\))?)?(?:, |$)", rest)
            if found and value not in named:
                break
        else:
            return None
        named.add(value)
        comparisons.append((f"×{value}", integer(found[1] or "1"), counts[value]))
        if found[2]:
            comparisons.append((f"line of {value}", int(found[2]), firsts[value]))
        rest = rest[found.end() :]
    return [*comparisons, ("distinct values", len(named) + more, len(counts))] if named else None


def quoted(value):
    """A value as a list of values shows it."""
    value = "".join(character if character.isprintable() else "␊" if character == "\n" else character for character in value)
    return value if 0 < len(value) <= 32 else value[:31] + SHORTENED if value else '""'


def distinct(node, text):
    """`12 distinct; times 2026-… (line 3) to …; 1 (line 0) to 40 (line 7) characters`"""
    comparisons = []
    for part in text.split("; "):
        for figure in (distinct_values, time_range, lengths):
            if (more := figure(node, part)) is not None:
                comparisons += more
                break
        else:
            return None
    return comparisons


def distinct_values(node, text):
    naive = len({value for value, _ in node.strings})
    if text == "all distinct":
        return [(text, naive, len(node.strings))]
    if text in ("all the same", "one"):
        return [(text, naive, 1)]
    if found := matched(r"more than ([\d,]+) distinct", text):
        return [(text, naive > integer(found[1]) >= DISTINCT, True)]
    found = matched(r"([\d,]+) distinct", text)
    return [("distinct", integer(found[1]), naive)] if found else None


def time_range(node, text):
    """For times that are all in one form, which sort as texts do."""
    found = matched(r"(?:times )?([-\d:TZ.+ ]+?)(?: \(line (\d+)\))? to ([-\d:TZ.+ ]+?)(?: \(line (\d+)\))?", text)
    times = [(value, line) for value, line in node.strings if re.match(r"\d{4}-\d\d-\d\d", value)]
    if not found or not times:
        return None
    low, high = min(times, key=lambda time: time[0]), max(times, key=lambda time: time[0])
    shown = [("earliest", found[1], low[0]), ("latest", found[3], high[0])]
    lines = [("line of earliest", found[2], str(low[1])), ("line of latest", found[4], str(high[1]))]
    return shown + (lines if found[2] else [])


def lengths(node, text):
    sizes = [(len(value), line) for value, line in node.strings]
    if not sizes:
        return None
    short, long = min(sizes, key=lambda size: size[0]), max(sizes, key=lambda size: size[0])
    if found := matched(r"(?:each of )?([\d,]+) characters?", text):
        return [(text, {integer(found[1])}, {size for size, _ in sizes})]
    found = matched(r"([\d,]+) \(line (\d+)\) to ([\d,]+) \(line (\d+)\) characters", text)
    return found and ends(found, short, long)


def elements(node, text):
    found = matched(r"([\d,]+) \(line (\d+)\) to ([\d,]+) \(line (\d+)\) elements", text)
    sizes = [(len(value.items), value.line) for value in node.of("array")]
    if not found or not sizes:
        return None
    return ends(found, min(sizes, key=lambda size: size[0]), max(sizes, key=lambda size: size[0]))


def ends(found, short, long):
    shown = [integer(found[1]), int(found[2]), integer(found[3]), int(found[4])]
    return list(zip(("shortest", "its line", "longest", "its line"), shown, [*short, *long]))


def rare_type(node, text):
    found = matched(r"(object|array|number|str|bool|null) ×([\d,]+) \(line (\d+)\)", text)
    kinds = {"number": ("int", "float")}.get(found[1], (found[1],)) if found else ()
    naive = [value for value in node.values if value.kind in kinds]
    return [(found[1], integer(found[2]), len(naive)), (f"line of {found[1]}", int(found[3]), naive[0].line)] if naive else None


def shapes(node, text):
    """`1,998 with the same members; 1 (first line 7) without mail; 1 (first line 9) with moved_to, why; 3 more shapes`"""
    naive = {}
    for value in node.of("object"):
        naive.setdefault(frozenset(name for name, _ in value.items), []).append(value.line)
    if found := matched(r"rows with more than ([\d,]+) sets of members", text):
        return [(text, len(naive) > integer(found[1]), True)]
    found = re.match(r"([\d,]+) with the same members; ", text)
    if not found:
        return None
    commonest = max(map(len, naive.values()))
    comparisons, shown, more = [("rows with the same members", integer(found[1]), commonest)], 0, 0
    usual = [members for members, lines in naive.items() if len(lines) == commonest]
    for part in text[found.end() :].split("; "):
        if other := matched(r"([\d,]+) more shapes", part):
            more = integer(other[1])
            continue
        other = matched(r"([\d,]+) \(first line (\d+)\)(?: without (.+?))?(?: with (.+))?", part)
        if not other:
            return None
        shown += 1
        rows, line = integer(other[1]), int(other[2])
        fitting = [(members, lines) for members, lines in naive.items() if (len(lines), lines[0]) == (rows, line)]
        comparisons.append(("rows of a shape and their first line", bool(fitting), True))
        named = [set(names.split(", ")) if names else set() for names in other.groups()[2:]]
        differ = any(named[0] <= one - members and named[1] <= members - one for members, _ in fitting for one in usual)
        comparisons.append((f"members of a shape: {part}", differ, True))
    return [*comparisons, ("shapes", shown + more + 1, len(naive))]


NUMBERS = [number_range, number_range_in_brief, always, about]
FIGURES = [*NUMBERS, not_finite, times_in_numbers, booleans, rare_type, elements, shapes, distinct, values]


def figure_of(node, text):
    return next((found for figure in FIGURES if (found := figure(node, text)) is not None), None)


# --- one column ---


def describe(checked, node, text):
    """What follows a name: types, how many have it, figures in brackets or, in brief, behind semicolons."""
    rest = types(checked, node, text)
    if rest is None:
        return
    if found := re.match(r" in ([\d,]+) of ([\d,]+)", rest):
        checked.expect(f"{node.path()} present", integer(found[1]), node.count())
        checked.expect(f"{node.path()} holders", integer(found[2]), node.holders())
        rest = rest[found.end() :]
    # White space behind the first blank is a value's own.
    rest = rest.removeprefix(":").removeprefix(" ")
    if rest and not rest.startswith("["):
        return in_brief(checked, node, rest)
    while rest:
        ends = [found.start() for found in re.finditer(r"\](?= \[|$)", rest)]
        end, figures = next(((end, figures) for end in ends if (figures := figure_of(node, rest[1:end])) is not None), (None, None))
        if figures is None:
            return checked.unknown(node.path(), rest)
        compare(checked, node, figures)
        rest = rest[end + 1 :].strip()


def in_brief(checked, node, text):
    """`0 to 1999; ok ×1,000, late ×7`: the shortest pieces that are understood."""
    rest = text
    while rest:
        ends = [*(found.start() for found in re.finditer("; ", rest)), len(rest)]
        end, figures = next(((end, figures) for end in ends if (figures := brief_figure(node, rest[:end])) is not None), (None, None))
        if figures is None:
            return checked.unknown(node.path(), rest)
        compare(checked, node, figures)
        rest = rest[end + 2 :]


def brief_figure(node, text):
    return next((found for figure in [*FIGURES, time_range] if (found := figure(node, text)) is not None), None)


def compare(checked, node, figures):
    for what, shown, naive in figures:
        checked.expect(f"{node.path()} {what}", shown, naive)


def types(checked, node, text):
    """Compares types with their counts; gives what follows."""
    at, shown = 0, {}
    while found := TYPES.match(text, at):
        kind, size = re.match(r"\w+", found[1])[0], re.search(r"[\d,]+(?=[\]}])", found[1])
        if size:
            longest = max((len(value.items) for value in node.of(kind)), default=0)
            checked.expect(f"{node.path()} longest {kind}", integer(size[0]), longest)
        shown[kind] = found[2] and integer(found[2])
        at = found.end()
        if text[at : at + 1] != "|":
            break
        at += 1
    if not shown:
        return checked.unknown(node.path(), text)
    naive = dict(node.kinds)
    if set(naive) == {"int", "float"} and set(shown) == {"float"}:
        naive = {"float": len(node.numbers)}
    checked.expect(f"{node.path()} types", set(shown), set(naive) or {"nothing"})
    for kind, count in shown.items():
        if count is not None:
            checked.expect(f"{node.path()} ×{kind}", count, naive.get(kind))
    return text[at:]


# --- whole outlines and summaries ---


def shown_name(name):
    """A name as outlines clip it; control characters are left to the naive side to avoid."""
    return name if len(name) <= NAME_CHARACTERS else name[: NAME_CHARACTERS - 1] + SHORTENED


def child(node, text):
    """The child whose name a text starts with."""
    position = re.match(r"\[\d*\](?= )", text)
    names = [name for name in node.names if text.startswith(shown_name(name) + " ")]
    names += ["{}"] if text.startswith("{} ") else []
    names += [position[0]] if position else []
    return node.child(max(names, key=len)) if names else None


def json_outline(checked, root, lines):
    first, *rest = lines
    if not first.startswith("root: "):
        return checked.unknown("outline", first)
    describe(checked, root, first.removeprefix("root: "))
    return columns(checked, root, rest)


def columns(checked, start, lines):
    """A tree of columns, two spaces a level."""
    stack, named, others = [start], {}, []
    for line in lines:
        depth = (len(line) - len(line.lstrip(" "))) // 2
        text = line.strip(" ").removeprefix("- ")
        if depth >= len(stack) or not line.strip(" ").startswith("- "):
            checked.unknown("outline", line)
            continue
        del stack[depth + 1 :]
        node = stack[depth]
        if text == "(deeper levels not shown)":
            named.setdefault(id(node), (node, set()))[1].add("{}")
            continue
        if found := re.fullmatch(r"\(members of other names: ([\d,]+)\)", text):
            others.append((node, integer(found[1])))
            continue
        one = child(node, text)
        if one is None:
            checked.unknown("outline", line)
            continue
        if one.name in named.setdefault(id(node), (node, set()))[1]:
            checked.mistakes.append(f"{one.path()}: twice in the outline")
        named[id(node)][1].add(one.name)
        describe(checked, one, text[len(shown_name(one.name)) + 1 :])
        stack.append(one)
    for node, shown in others:
        listed = named[id(node)][1]
        naive = sum(name not in listed for value in node.of("object") for name, _ in value.items)
        checked.expect(f"{node.path()} other members", shown, naive)
        listed.add("{}")
    for node, listed in named.values():
        if "{}" not in listed:
            checked.expect(f"{node.path()} members that are listed", listed & set(node.names), set(node.names))


def summary(checked, root, line):
    """`2,000 rows of data.items: id int …; 28 more`, `members: …`, `900 values of hits: …`, `beside it: total int 7; …`"""
    if clipped := CLIPPED.search(line):
        # The column that is cut is left out, too.
        line = line[: max(line.rfind("; ", 0, clipped.start()), 0)]
    if line.startswith(("members: ", "beside it: ")):
        return beside(checked, root, line.partition(": ")[2], bool(clipped))
    found = re.match(r"([\d,]+) (rows|values)(?: of (.*?))?: ", line)
    if not found:
        return clipped or checked.unknown("summary", line)
    holder = root.at(found[3] or "")
    node = holder.child("{}") if holder.count("object") and not holder.count("array") else holder.child("[]")
    counted = node.count() if found[2] == "values" else node.count("object") + node.count("array")
    checked.expect(f"{node.path()} {found[2]}", integer(found[1]), counted)
    if found[2] == "values":
        return describe(checked, node, line[found.end() :].removeprefix(node.name + " "))
    return listed_columns(checked, node, line[found.end() :], bool(clipped))


def listed_columns(checked, node, rest, clipped):
    """`id int …; name str …; 28 more`, in the order in which the columns first come."""
    elements_ = ["[]"] if re.search(r"(^|; )\[\] ", rest) else [f"[{position}]" for position in range(longest(node))]
    names, shown = [*node.names, *elements_], 0
    while rest:
        if found := re.fullmatch(r"([\d,]+) more", rest):
            return checked.expect(f"{node.path()} more columns", integer(found[1]), len(names) - shown)
        name = names[shown] if shown < len(names) else None
        if name is None or not rest.startswith(shown_name(name) + " "):
            return checked.unknown("summary", rest)
        shown += 1
        following = f"; {shown_name(names[shown])} " if shown < len(names) else "\0"
        ends = [rest.find(following), *(found.start() for found in re.finditer(r"; [\d,]+ more$", rest))]
        end = min((end for end in ends if end >= 0), default=len(rest))
        describe(checked, node.child(name), rest[len(shown_name(name)) + 1 : end])
        rest = rest[end + 2 :]
    if not clipped:
        checked.expect(f"{node.path()} columns", shown, len(names))
    return None


def longest(node):
    return max((len(value.items) for value in node.of("array")), default=0)


def beside(checked, root, rest, clipped):
    """`meta.total 2000; meta.pages array[7]; 3 more`; with figures where the members are all there is."""
    if rest.split(" ")[0] in root.names and not re.match(r"\S+ [^a-z]", rest) and all(name in rest for name in root.names[:3]):
        if types(Checked(), root.child(rest.split(" ")[0]), rest.partition(" ")[2]):
            return listed_columns(checked, root, rest, clipped)
    for part in rest.split("; "):
        if re.fullmatch(r"[\d,]+ more", part):
            continue
        path, _, shown = part.partition(" ")
        node = root.at(path)
        if not node.count():
            checked.unknown("beside", part)
        elif TYPES.match(shown):
            types(checked, node, shown)
        elif node.count() == 1:
            checked.expect(f"{path} value", shown.replace(SHORTENED, ""), quoted(node.values[0].text).replace(SHORTENED, ""))
        else:
            checked.unknown("beside", part)
    return None


# --- tables, JSON by lines, text ---


def listed_lines(checked, what, text, naive):
    """`line 7`, or `lines 7, 9 and 30 more`"""
    found = re.fullmatch(r"lines? ([\d, ]+?)(?: and ([\d,]+) more)?", text)
    if not found:
        return checked.unknown(what, text)
    shown = [int(number) for number in found[1].split(", ")]
    checked.expect(f"{what} lines", shown, naive[: len(shown)])
    return checked.expect(f"{what} count", len(shown) + integer(found[2] or "0"), len(naive))


def is_note(checked, line, table):
    """Compares what is said of a table beside its columns; whether the line is that."""
    if found := re.fullmatch(r"([\d,]+) rows? with more or fewer cells than (\d+): (.*)", line):
        checked.expect("ragged rows", integer(found[1]), len(table.ragged))
        listed_lines(checked, "ragged", found[3], table.ragged)
    elif line.startswith("no JSON, kept as text and in no figure: "):
        listed_lines(checked, "broken", line.rpartition(": ")[2], table.broken)
    elif line.startswith("blank: "):
        listed_lines(checked, "blank", line.rpartition(": ")[2], table.blank)
    elif not line.startswith("one line is one record: "):
        return False
    return True


def table_outline(checked, table, lines):
    first, *rest = lines
    if found := re.fullmatch(r"([\d,]+) rows? × ([\d,]+) columns?; (?:header in line (\d+)|no header)(?:; blank: (.*))?", first):
        checked.expect("columns", integer(found[2]), table.width)
        checked.expect("header", found[3] and int(found[3]), table.header)
        if found[4]:
            listed_lines(checked, "blank", found[4], table.blank)
    elif found := re.fullmatch(r"([\d,]+) rows?(?:, ([\d,]+) broken)?(?:, ([\d,]+) blank)?", first):
        checked.expect("broken", integer(found[2] or "0"), len(table.broken))
        checked.expect("blank", integer(found[3] or "0"), len(table.blank))
    else:
        return checked.unknown("outline", first)
    checked.expect("rows", integer(found[1]), len(table.root.values[0].items))
    rest = [line for line in rest if not is_note(checked, line, table)]
    start = table.root if rest and rest[0].startswith("- [] ") else table.root.child("[]")
    return columns(checked, start, rest)


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
        elif found := re.match(r"lines? (\d+)(?: to (\d+))?: (?:character ([\d,]+): )?(.{1,20})", line):
            paragraph = view[int(found[1])]
            there = paragraph[integer(found[3]) :] if found[3] else paragraph.lstrip()
            checked.expect("first words", found[4][:12].rstrip() == there[:12].rstrip(), True)
        elif not line.startswith("lines that match error_line_patterns: "):
            checked.unknown("outline", line)
    return None
