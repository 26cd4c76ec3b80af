"""Naive figures over all values of a JSON text, by path, with the line of each value. Plain lists of everything, and no cleverness."""

import re
from dataclasses import dataclass, field

TOKEN = re.compile(r'\s*(?:([{}\[\],:])|("(?:[^"\\]|\\.)*")|([^\s{}\[\],:"]+))')


@dataclass
class Node:
    name: str
    parent: "Node" = None
    # The lines of values of each type.
    values: dict = field(default_factory=dict)
    # Each number and string as it is written, with its line.
    numbers: list = field(default_factory=list)
    strings: list = field(default_factory=list)
    lengths: list = field(default_factory=list)
    members: dict = field(default_factory=dict)
    elements: "Node" = None

    def add(self, kind, line):
        self.values.setdefault(kind, []).append(line)

    def count(self, kind=None):
        return len(self.values.get(kind, [])) if kind else sum(map(len, self.values.values()))

    def holders(self):
        """How many objects could have had a value here."""
        return 0 if self.name == "[]" or self.parent is None else self.parent.count("object")

    def children(self):
        return [*self.members.values(), *([self.elements] if self.elements else [])]

    def member(self, name):
        return self.members.setdefault(name, Node(name, self))

    def element(self):
        self.elements = self.elements or Node("[]", self)
        return self.elements

    def path(self):
        names = []
        node = self
        while node.parent is not None:
            names.append(node.name)
            node = node.parent
        return ".".join(reversed(names)).replace(".[]", "[]")

    def walk(self):
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.children()))


def of_json(text, root=None, first_line=0):
    """The facts of one JSON text whose first line has a number. Raises ValueError for what is no JSON."""
    root = root or Node("")
    # What is around the token: its node, whether it is an object, the key that waits for a value, how many values it had.
    frames = []
    line, at = first_line, 0
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
            frame = frames.pop()
            if not frame["object"]:
                frame["node"].lengths.append(frame["values"])
            continue
        if mark in (",", ":"):
            continue
        frame = frames[-1] if frames else None
        if frame and frame["object"] and frame["key"] is None:
            frame["key"] = string[1:-1]
            continue
        node = root
        if frame:
            frame["values"] += 1
            node = frame["node"].member(frame["key"]) if frame["object"] else frame["node"].element()
            frame["key"] = None
        if mark:
            node.add("object" if mark == "{" else "array", line)
            frames.append({"node": node, "object": mark == "{", "key": None, "values": 0})
        elif string:
            node.add("str", line)
            node.strings.append((string[1:-1], line))
        elif scalar in ("true", "false"):
            node.add("bool", line)
        elif scalar == "null":
            node.add("null", line)
        elif re.fullmatch(r"-?\d+", scalar):
            node.add("int", line)
            node.numbers.append((scalar, line))
        elif re.fullmatch(r"-?(\d+(\.\d+)?([eE][-+]?\d+)?|Infinity)|NaN", scalar):
            node.add("float", line)
            node.numbers.append((scalar, line))
        else:
            raise ValueError(f"no value at {at}: {scalar[:20]}")
    if frames:
        raise ValueError("ends within a container")
    return root
