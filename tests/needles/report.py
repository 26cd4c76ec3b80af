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
    """Prints how many are as they should be; gives whether that is enough."""
    hard = [v for v in verdicts if not v.calm and not v.hope]
    calm = [v for v in verdicts if v.calm]
    hope = [v for v in verdicts if v.hope]
    kept = [
        tally("needle or its line inline", [v.inline in ("needle", "line") for v in hard], PART_INLINE),
        tally(f"answered by one fetch of at most {FETCH_CHARACTERS:,} characters", [v.answered and v.fetched <= FETCH_CHARACTERS for v in hard]),
        tally(f"handle of at most {HANDLE_CHARACTERS:,} characters", [v.handle <= HANDLE_CHARACTERS or v.many_odd for v in verdicts]),
        tally("calm, and nothing called odd", [not v.alarms and not v.broken for v in calm]),
        tally("figures of the outline right", [not v.mistakes for v in verdicts]),
        tally("raw is the file, range is the view, nothing broken", [v.raw and v.range and not v.broken for v in verdicts]),
    ]
    tally("pointed out as odd (not required)", [v.pointed_out for v in hard])
    tally("found though nobody expects it (not required)", [v.inline in ("needle", "line") for v in hope])
    print(f"{sum(v.figures for v in verdicts):,} figures compared")
    return all(kept)


def tally(what, outcomes, part=1.0):
    """Prints one line of the summary; gives whether enough outcomes are good."""
    print(f"{what}: {sum(outcomes)} of {len(outcomes)}")
    return sum(outcomes) >= part * len(outcomes)


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
