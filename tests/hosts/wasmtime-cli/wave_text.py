"""WAVE, the text in which the `wasmtime` program takes arguments and prints answers.

| WIT | Python | WAVE |
|---|---|---|
| bool, numbers | `True`, `7`, `0.5` | `true`, `7`, `0.5`, `nan`, `inf` |
| string; char when read | `str` | `"a\\n\\u{7f}"`; `'a'` |
| list | `list`, or `bytes` when written | `[1, 2]` |
| tuple | `tuple` | `(1, "a")` |
| record | `Record`; a field that is a `none` may be left out | `{start-byte: 1}`, `{:}` |
| option | the value, or `None` | `some(1)` or `1`, `none` |
| variant, enum, result | `Variant` | `grep({pattern: "a"})`, `stat`, `ok(1)` |
| flags | `frozenset` of names | `{read, write}` |

The types are not known here, so an option of an option reads as an option and cannot be written. Strings over several lines, in
three quotes, are not read; the program prints none.
"""

from types import SimpleNamespace
from typing import Any, NamedTuple

WORDS = {"true": True, "false": False, "none": None, "nan": float("nan"), "inf": float("inf")}
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", '"': '"', "'": "'"}
ESCAPED = {char: "\\" + letter for letter, char in ESCAPES.items() if char != "'"}
IN_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
IN_NUMBER = frozenset("0123456789+-.eE")


class Variant(NamedTuple):
    """A case of a variant or an enum."""

    tag: str
    payload: Any = None


class Record(SimpleNamespace):
    """A record. Fields have `_` for `-`; one that was left out reads as `None`."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return None


def written(value):
    """The value as WAVE."""
    if isinstance(value, str):
        return f'"{"".join(map(escaped, value))}"'
    if value is None or isinstance(value, bool):
        return {None: "none", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, Variant):
        return label(value.tag) + ("" if value.payload is None else f"({written(value.payload)})")
    if isinstance(value, Record):
        fields = [f"{label(name)}: {written(field)}" for name, field in vars(value).items() if field is not None]
        return f"{{{', '.join(fields) or ':'}}}"
    if isinstance(value, frozenset):
        return f"{{{', '.join(map(label, sorted(value)))}}}"
    opening, closing = {list: "[]", bytes: "[]", tuple: "()"}[type(value)]
    return f"{opening}{', '.join(map(written, value))}{closing}"


def escaped(char):
    if char in ESCAPED:
        return ESCAPED[char]
    if "\ud800" <= char <= "\udfff":
        raise ValueError("a lone surrogate is no character: pass bytes")
    return char if char.isprintable() else f"\\u{{{ord(char):x}}}"


def label(name):
    name = name.replace("_", "-")
    return f"%{name}" if name in WORDS or name == "some" else name


def read(text):
    """The value that the whole text is."""
    reader = Reader(text)
    value = reader.value()
    if reader.next():
        raise reader.unexpected("the end")
    return value


class Reader:
    """Reads values from `text` at `place`, without a look at what lies behind the next token."""

    def __init__(self, text):
        self.text, self.place = text, 0

    def value(self):
        start = self.next()
        if start == '"':
            return self.string()
        if start == "'":
            return self.char()
        if start == "[":
            return self.items("[", "]")
        if start == "(":
            return tuple(self.items("(", ")"))
        if start == "{":
            return self.record_or_flags()
        if start.isdigit() or start == "-":
            return self.number()
        return self.case()

    def string(self):
        self.take('"')
        chars = []
        while (char := self.char_of('"')) is not None:
            chars.append(char)
        return "".join(chars)

    def char(self):
        self.take("'")
        char = self.char_of("'")
        self.take("'")
        return char

    def char_of(self, quote):
        """The next character inside of quotes. `None`, and past it, where the closing one stands."""
        char = self.advance()
        if char == quote:
            return None
        if char != "\\":
            return char
        letter = self.advance()
        if letter != "u":
            if letter not in ESCAPES:
                raise self.unexpected("an escape")
            return ESCAPES[letter]
        self.take("{")
        digits, closed, _ = self.text[self.place:self.place + 9].partition("}")
        code = int(digits, 16)
        if not closed or 0xd800 <= code <= 0xdfff:
            raise self.unexpected("a character")
        self.place += len(digits) + 1
        return chr(code)

    def items(self, opening, closing):
        self.take(opening)
        items = []
        while self.next() != closing:
            items.append(self.value())
            self.separator(closing)
        self.take(closing)
        return items

    def record_or_flags(self):
        self.take("{")
        fields, flags = {}, []
        if self.next() == ":":
            self.take(":")
            self.take("}")
            return Record()
        while self.next() != "}":
            name = self.name()
            if self.next() == ":":
                self.take(":")
                fields[name.replace("-", "_")] = self.value()
            else:
                flags.append(name)
            self.separator("}")
        self.take("}")
        if fields and flags:
            raise self.unexpected("a record or flags, not both")
        return Record(**fields) if fields else frozenset(flags)

    def number(self):
        start = self.place
        if self.text.startswith("-inf", start):
            self.place += len("-inf")
            return -WORDS["inf"]
        while self.text[self.place:self.place + 1] in IN_NUMBER and self.place < len(self.text):
            self.place += 1
        digits = self.text[start:self.place]
        return int(digits) if digits.lstrip("-").isdigit() else float(digits)

    def case(self):
        literal = self.next() == "%"
        name = self.name()
        if not literal and name in WORDS:
            return WORDS[name]
        payload = None
        if self.next() == "(":
            self.take("(")
            payload = self.value()
            self.take(")")
        return payload if name == "some" and not literal else Variant(name, payload)

    def name(self):
        if self.next() == "%":
            self.take("%")
        start = self.place
        while self.place < len(self.text) and self.text[self.place] in IN_NAME:
            self.place += 1
        if start == self.place:
            raise self.unexpected("a value")
        return self.text[start:self.place]

    def separator(self, closing):
        if self.next() != closing:
            self.take(",")

    def next(self):
        """The character that the next token starts with, past white space; nothing at the end."""
        while self.text[self.place:self.place + 1].isspace():
            self.place += 1
        return self.text[self.place:self.place + 1]

    def take(self, token):
        if self.next() != token:
            raise self.unexpected(repr(token))
        self.place += 1

    def advance(self):
        if self.place == len(self.text):
            raise self.unexpected("more")
        self.place += 1
        return self.text[self.place - 1]

    def unexpected(self, wanted):
        return ValueError(f"expected {wanted} at {self.place}: {self.text[self.place:self.place + 40]!r}")
