"""What a text holds, naively: a tree of values with their lines, and all values at one path as a plain list. No cleverness."""

import json
import math
import re
from functools import cached_property

TOKEN = re.compile(r'\s*(?:([{}\[\],:])|("(?:[^"\\]|\\.)*")|([^\s{}\[\],:"]+))')
INTEGER = re.compile(r"-?\d+")
NUMBER = re.compile(r"-?(\d+(\.\d+)?([eE][-+]?\d+)?|Infinity)|NaN")
# The same in a cell of a table: a leading zero makes a name of it.
CELL_INTEGER = re.compile(r"[-+]?(0|[1-9]\d*)")
CELL_NUMBER = re.compile(r"[-+]?((0|[1-9]\d*)(\.\d+)?|\.\d+)([eE][-+]?\d+)?")


class Value:
    """`text` is a number as it is written, or what a string stands for; `items` are pairs of a name, or None, and a value."""

    __slots__ = ("kind", "text", "line", "items")

    def __init__(self, kind, line, text="", items=()):
        self.kind, self.line, self.text, self.items = kind, line, text, items


class Node:
    """All values at one path."""

    def __init__(self, name, values, parent=None):
        self.name, self.values, self.parent = name, values, parent
        self.known = {}

    def of(self, kind):
        return [value for value in self.values if value.kind == kind]

    def count(self, kind=None):
        return len(self.of(kind)) if kind else len(self.values)

    @cached_property
    def kinds(self):
        counts = {}
        for value in self.values:
            counts[value.kind] = counts.get(value.kind, 0) + 1
        return counts

    @cached_property
    def numbers(self):
        return [(value.text, value.line) for value in self.values if value.kind in ("int", "float")]

    @cached_property
    def finite(self):
        return [(text, line) for text, line in self.numbers if math.isfinite(float(text))]

    @cached_property
    def strings(self):
        return [(value.text, value.line) for value in self.of("str")]

    @cached_property
    def names(self):
        """Names of members, in the order in which they first come."""
        return list(dict.fromkeys(name for value in self.of("object") for name, _ in value.items))

    def child(self, name):
        """The values of the members of a name; `[]` are all elements, `[3]` those at a position, `{}` the values of all members."""
        if name not in self.known:
            self.known[name] = Node(name, list(self.values_of(name)), self)
        return self.known[name]

    def values_of(self, name):
        position = re.fullmatch(r"\[(\d*)\]", name)
        kind = "array" if position else "object"
        for value in self.values:
            if value.kind != kind:
                continue
            if position and position[1]:
                at = int(position[1])
                yield from (element for _, element in value.items[at : at + 1])
            else:
                yield from (one for own, one in value.items if position or name in ("{}", own))

    def holders(self):
        """How many objects or arrays could have had a value here."""
        if self.parent is None or self.name in ("[]", "{}"):
            return 0
        return self.parent.count("array" if re.fullmatch(r"\[\d+\]", self.name) else "object")

    def at(self, path):
        """The node at `data.items[].name`."""
        node = self
        for name in re.findall(r"\[\d*\]|[^.\[\]]+", path):
            node = node.child(name)
        return node

    def path(self):
        return "" if self.parent is None else f"{self.parent.path()}.{self.name}".lstrip(".").replace(".[", "[")


def of_json(text, first_line=0):
    """The value of one JSON text whose first line has a number. Raises ValueError for what is no JSON."""
    # What is around the token: its value, and the key that waits for one.
    frames, root, line, at = [], None, first_line, 0
    while at < len(text):
        token = TOKEN.match(text, at)
        if token is None:
            if text[at:].strip():
                raise ValueError(f"no token at {at}")
            break
        line += text.count("\n", at, token.start(token.lastindex))
        at = token.end()
        mark, string, scalar = token.groups()
        if mark in ("}", "]"):
            frames.pop()
        elif mark in (",", ":"):
            pass
        elif frames and frames[-1][0].kind == "object" and frames[-1][1] is None:
            frames[-1][1] = decoded(string)
        else:
            value = one(mark, string, scalar, line)
            if frames:
                frames[-1][0].items.append((frames[-1][1], value))
                frames[-1][1] = None
            root = root or value
            if mark:
                frames.append([value, None])
    if frames or root is None:
        raise ValueError("ends too early")
    return root


def one(mark, string, scalar, line):
    if mark:
        return Value("object" if mark == "{" else "array", line, items=[])
    if string:
        return Value("str", line, decoded(string))
    if scalar in ("true", "false"):
        return Value("bool", line, scalar)
    if scalar == "null":
        return Value("null", line)
    if not NUMBER.fullmatch(scalar):
        raise ValueError(f"no value: {scalar[:20]}")
    return Value("int" if INTEGER.fullmatch(scalar) else "float", line, scalar)


def decoded(string):
    return json.loads(string, strict=False) if "\\" in string else string[1:-1]


def of_cell(text, line):
    trimmed = text.strip()
    if not trimmed:
        return Value("null", line)
    if trimmed.lower() in ("true", "false"):
        return Value("bool", line, trimmed.lower())
    if CELL_NUMBER.fullmatch(trimmed):
        return Value("int" if CELL_INTEGER.fullmatch(trimmed) else "float", line, trimmed)
    return Value("str", line, text)
