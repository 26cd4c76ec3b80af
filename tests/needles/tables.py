"""Tables and JSON by lines, naively, from the lines of the view."""

import csv

import facts
from facts import Node, Value


class Table:
    """Rows as if they were one array of objects, and what is beside them."""

    def __init__(self):
        self.blank, self.broken, self.ragged = [], [], []
        self.header, self.width = None, 0
        self.rows = []

    @property
    def root(self):
        return Node("", [Value("array", 0, items=self.rows)])


def of_json_lines(lines):
    table = Table()
    for number, line in enumerate(lines):
        text = line.removeprefix("\ufeff")
        if not text.strip():
            table.blank.append(number)
            continue
        try:
            table.rows.append((None, facts.of_json(text, number)))
        except (ValueError, IndexError):
            table.broken.append(number)
    return table


def of_delimited(lines, delimiter, header):
    """`header` is whether the first line names the columns."""
    table, names, written = Table(), [], {}
    for number, line in enumerate(lines):
        record = line.rstrip("\r\n").removeprefix("\ufeff")
        if not record.strip():
            table.blank.append(number)
            continue
        cells = next(csv.reader([record], delimiter=delimiter))
        if not table.width:
            table.width = len(cells)
            if header:
                table.header, names = number, [cell.strip() for cell in cells]
                continue
        if len(cells) != table.width:
            table.ragged.append(number)
        names += [f"column {column + 1}" for column in range(len(names), len(cells))]
        items = [(name, facts.of_cell(cell, number)) for name, cell in zip(names, cells)]
        table.rows.append((None, Value("object", number, items=items)))
        for name, cell in zip(names, cells):
            written.setdefault(name, []).append((table.rows[-1][1], cell))
    for name, cells in written.items():
        take_for_text(name, cells)
    return table


def take_for_text(name, cells):
    """Where more than half of a column's filled cells are text, the others are, too: a digest may have digits only."""
    values = [(next(value for own, value in row.items if own == name), cell) for row, cell in cells]
    filled = [(value, cell) for value, cell in values if value.kind != "null"]
    if sum(value.kind == "str" for value, _ in filled) * 2 > len(filled):
        for value, cell in filled:
            value.kind, value.text = "str", cell
