"""Runs target/release/toolaria, or the program that TOOLARIA names, on hard results, each with one needle, and on calm ones in which nothing is odd.

For each, in a store of its own: how long its handle is, whether needle or line is in it, what the one fetch costs that a model would
make next, whether walks by cursor give back the bytes (raw) and the view (range), and each figure of the outline against a naive one.

The summary names every exception. Ends with code 0 where the promises are kept, else with code 1: needle or its line in the handle of at
least nine in ten of the hard results; for all of those an answer by one fetch of at most 1,000 characters; every handle of at most 2,000
characters, unless a case has many odd things by intent; nothing called odd in a calm result; all figures of all outlines right; all walks
whole. Cases marked as a hope are shown and not counted.
"""

import argparse
import json
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

import calm
import calm_formats
import calm_strange
import calm_texts
import hard_documents
import hard_formats
import hard_logs
import hard_pages
import hard_rows
import hard_runs
import hard_sources
import hard_strange
import hard_tables
import report
from case import Case, Input, cases
from program import Store
from texts import examine

HARD = [hard_rows, hard_documents, hard_tables, hard_formats, hard_strange, hard_logs, hard_runs, hard_pages, hard_sources]
CALM = [calm, calm_formats, calm_strange, calm_texts]
ALL = [case for calmly, modules in ((False, HARD), (True, CALM)) for module in modules for case in cases(module, calmly)]


def main():
    options = arguments()
    chosen = [*ALL, *(case for folder in options.extra for case in extra(folder))]
    if options.only:
        chosen = [case for case in chosen if any(name in case.name for name in options.only)]
    if options.write:
        return write(chosen, options.write, options.seed)
    with ThreadPoolExecutor(options.jobs) as pool:
        verdicts = list(pool.map(lambda case: examine(case, options.seed), chosen))
    if options.json:
        json.dump([verdict.as_dict() for verdict in verdicts], sys.stdout, indent=1, ensure_ascii=False)
        return None
    report.tables(verdicts)
    if not report.summary(verdicts):
        sys.exit(1)


def arguments():
    parser = argparse.ArgumentParser(prog="needles", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="NAME", help="cases whose name holds this; several times for several")
    parser.add_argument("--json", action="store_true", help="verdicts as JSON instead of tables")
    parser.add_argument("--seed", default="1", help="other inputs of the same kinds (default: 1)")
    parser.add_argument("--extra", action="append", default=[], metavar="FOLDER", help="a folder with results and manifest.json: [{file, needle}], such as shared/cases/generate.py writes")
    parser.add_argument("--write", metavar="FOLDER", help="write the inputs there and run nothing")
    parser.add_argument("--jobs", type=int, default=2, help="cases at once (default: 2)")
    return parser.parse_args()


def extra(folder):
    """Results that others made: the needle is a text that occurs once and that a grep finds."""
    folder = pathlib.Path(folder)
    for entry in json.loads((folder / "manifest.json").read_text()):
        given = (folder / entry["file"]).read_bytes().decode()
        ask = {"mode": "grep", "pattern": entry["needle"]}
        made = Input(given, (entry["needle"],), entry["needle"], ask, is_word=True)
        yield Case(entry["file"], entry.get("about", ""), False, lambda _, made=made: made)


def write(chosen, folder, seed):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for case in chosen:
        (folder / case.name).write_bytes(case.input(seed).text.encode())


if __name__ == "__main__":
    main()
