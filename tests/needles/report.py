"""Verdicts as Markdown, and whether they will do."""

import sys
from examine import FETCH_CHARACTERS, HANDLE_CHARACTERS

PART_INLINE = 0.9


def tables(verdicts):
    hard = [verdict for verdict in verdicts if not verdict.calm]
    calm = [verdict for verdict in verdicts if verdict.calm]
    if hard:
        print_table(
            ["file", "kind", "characters", "handle", "inline", "as odd", "one fetch", "its characters", "raw", "range", "figures"],
            [
                [v.name + (" (hope)" if v.hope else ""), v.label, f"{v.characters:,}", f"{v.handle:,}", v.inline, yes(v.pointed_out), v.fetch,
                 f"{v.fetched:,}" + ("" if v.answered else " unanswered"), yes(v.raw), yes(v.range), figures(v)]
                for v in hard
            ],
        )
        print()
    if calm:
        print_table(
            ["calm file", "kind", "characters", "handle", "called odd", "raw", "range", "figures"],
            [
                [v.name, v.label, f"{v.characters:,}", f"{v.handle:,}", "; ".join(v.alarms) or "nothing", yes(v.raw), yes(v.range), figures(v)]
                for v in calm
            ],
        )
        print()
    for verdict in verdicts:
        for what in [*verdict.broken, *verdict.mistakes[:5]]:
            print(f"- {verdict.name}: {what}")


def summary(verdicts):
    """Prints how many are as they should be, and which are not; gives whether that is enough."""
    hard = [v for v in verdicts if not v.calm and not v.hope]
    calm = [v for v in verdicts if v.calm]
    hope = [v for v in verdicts if v.hope]
    found = [v for v in hard if is_inline(v)]
    kept = [
        tally("needle or its line inline", hard, is_inline, PART_INLINE),
        tally(f"of those answered by one fetch of at most {FETCH_CHARACTERS:,} characters", found, lambda v: v.answered and v.fetched <= FETCH_CHARACTERS),
        tally(f"handle of at most {HANDLE_CHARACTERS:,} characters", verdicts, lambda v: v.handle <= HANDLE_CHARACTERS or v.many_odd),
        tally("calm, and nothing called odd", calm, lambda v: not v.alarms and not v.broken),
        tally("figures of the outline right", verdicts, lambda v: not v.mistakes),
        tally("raw is the file, range is the view, nothing broken", verdicts, lambda v: v.raw and v.range and not v.broken),
    ]
    tally("pointed out as odd (not required)", hard, lambda v: v.pointed_out, None)
    tally("found though nobody expects it (not required)", hope, is_inline, None)
    print(f"{sum(v.figures for v in verdicts):,} figures compared")
    return all(kept)


def is_inline(verdict):
    return verdict.inline in ("needle", "line")


def tally(what, verdicts, is_good, part=1.0):
    """Prints one line of the summary; gives whether enough verdicts are good: a part of them, or any number where none is given."""
    others = [verdict.name for verdict in verdicts if not is_good(verdict)]
    good = len(verdicts) - len(others)
    print(f"{what}: {good} of {len(verdicts)}" + (f"; not {', '.join(others)}" if others else ""))
    return part is None or good >= part * len(verdicts)


def print_table(head, rows):
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |")
    sys.stdout.flush()


def figures(verdict):
    wrong = len(verdict.mistakes)
    return f"{verdict.figures:,}" + (f", {wrong} wrong" if wrong else "")


def yes(whether):
    return "yes" if whether else "no"
