"""How fast the component rescues 10 MB of each kind: whole processes, best of several, less what a tiny input costs.

By the clock, and by the processor's time, which counts less of what else the machine does (and all threads); by that a kind is slow. Stores are in /dev/shm where there is one, so that no disk is measured. Figures of one run compare; those of two machines do not.
"""

import argparse
import pathlib
import resource
import shutil
import tempfile
import time
from random import Random

import calm_texts
import hard_logs
import hard_pages
import hard_runs
import hard_sources
from case import cases, compact, hexadecimal, indented, sentence, spaced, stamp, table, word
from program import Store

BYTES = 10_000_000
RUNS = 5
WANTED, LEAST = 100, 50


def row(random, i):
    return {
        "id": i, "at": stamp(17 * i % 2_000_000), "user": f"user{i % 97}", "amount": round(random.lognormvariate(3, 1), 2),
        "state": random.choice(["open", "closed"]), "note": sentence(random, 3, 6),
    }


def rows(random, size=BYTES):
    made, total = [], 0
    while total < size:
        made.append(row(random, len(made)))
        total += len(compact(made[-1])) + 1
    return made


def json_array(random):
    return compact(rows(random))


def json_array_indented(random):
    return indented(rows(random, BYTES * 2 // 3))


def object_with_items(random):
    return compact({"meta": {"took": 3}, "data": {"items": rows(random)}, "total": 80_000})


def wide_object(random):
    return compact({f"{word(random)}.{i}": {"hits": random.randint(0, 900), "state": random.choice(["up", "idle"])} for i in range(BYTES // 48)})


def json_lines(random):
    return "\n".join(map(compact, rows(random)))


def csv(random):
    made = rows(random, BYTES * 9 // 5)
    return table([list(made[0]), *(list(one.values()) for one in made)])


def csv_quoted(random):
    return table([["id", "text", "n"], *([i, f'{word(random)}, "{word(random)}"\n{word(random)}', i % 77] for i in range(BYTES // 45))])


def tsv(random):
    made = rows(random, BYTES * 9 // 5)
    return table((list(one.values()) for one in made), "\t", "\n")


def envelope(random):
    return spaced([{"type": "text", "text": compact(rows(random, BYTES * 4 // 5))}])


def matrix(random):
    return compact([[round(random.gauss(0, 1), 4) for _ in range(12)] for _ in range(BYTES // 96)])


def hashes(random):
    """Strings that are all different."""
    return compact([{"key": hexadecimal(random, 32), "next": hexadecimal(random, 32)} for _ in range(BYTES // 87)])


def page_of_one_table(random):
    cells = ("".join(f"<td>{cell}</td>" for cell in one.values()) for one in rows(random, BYTES * 9 // 10))
    return "<!doctype html><html><body><h1>Rows</h1><table>\n" + "".join(f"<tr>{row}</tr>\n" for row in cells) + "</table></body></html>"


def markdown_of_one_table(random):
    lines = ("| " + " | ".join(map(str, one.values())) + " |\n" for one in rows(random, BYTES * 4 // 3))
    return "# Rows\n\n| id | at | user | amount | state | note |\n|---|---|---|---|---|---|\n" + "".join(lines)


DATA = [json_array, json_array_indented, object_with_items, wide_object, json_lines, csv, csv_quoted, tsv, envelope, matrix, hashes]
TABLES = [page_of_one_table, markdown_of_one_table]
#: Inputs of the needle run, of which as many different ones as make 10 MB stand one after the other.
JOINED = """log_calm log_rare_template syslog_rare_program journal_exit logfmt_rare_key json_log_rare_message klog_lease access_rare_method
    dmesg_killed progress_redraws log_multiline trace_java trace_python trace_javascript trace_go trace_rust run_pytest run_unittest
    run_cargo_test run_go_test run_jest run_vitest run_junit run_maven run_tap build_clippy build_gcc build_tsc build_eslint build_make_quiet
    diff_one_unlike history_reverted blame_other_author listing_setuid listing_found listing_packages listing_grep listing_processes
    html_fragment html_manual feed_rss xml_configuration markdown_section yaml_pods mail_folder transcript_decision prose_english
    prose_chinese prose_arabic code_python_odd code_rust_asked code_go_asked""".split()


def joined(case):
    def make(random):
        texts, size = [], 0
        while size < BYTES:
            texts.append(case.input(random.random()).text)
            size += len(texts[-1].encode())
        return "\n".join(texts)

    make.__name__ = case.name
    return make


def kinds():
    known = {case.name: case for module in (hard_logs, hard_runs, hard_pages, hard_sources, calm_texts) for case in cases(module)}
    return [*DATA, *TABLES, *(joined(known[name]) for name in JOINED)]


def main():
    parser = argparse.ArgumentParser(prog="speed", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="NAME", help="kinds whose name holds this")
    only = parser.parse_args().only
    memory = pathlib.Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="needles-", dir=memory if memory.is_dir() else None) as folder:
        folder = pathlib.Path(folder)
        tiny = best(folder, compact([row(Random(1), i) for i in range(90)]))
        print(f"a tiny input: {tiny[0] * 1000:.1f} ms by the clock, {tiny[1] * 1000:.1f} ms of processor, subtracted below\n")
        print("| kind | MB | ms | MB/s | ms of processor | MB/s | |\n|---|---|---|---|---|---|---|")
        for kind in kinds():
            if not only or any(name in kind.__name__ for name in only):
                measure(folder, kind, tiny)


def measure(folder, kind, tiny):
    text = kind(Random(f"speed/{kind.__name__}"))
    size = len(text.encode()) / 1e6
    spent = [taken - fixed for taken, fixed in zip(best(folder, text), tiny)]
    speed = size / spent[1]
    verdict = "" if speed >= WANTED else f"below {WANTED if speed >= LEAST else LEAST}"
    times = " | ".join(f"{taken * 1000:.0f} | {size / taken:.0f}" for taken in spent)
    print(f"| {kind.__name__} | {size:.1f} | {times} | {verdict} |", flush=True)


def best(folder, text):
    """The least seconds, by the clock and of processor, of some rescues, each into an empty store."""
    path = folder / "input"
    path.write_bytes(text.encode())
    return [min(times) for times in zip(*(once(folder / "store", path) for _ in range(RUNS)))]


def once(store, path):
    shutil.rmtree(store, ignore_errors=True)
    start, used = time.perf_counter(), processor()
    handle = Store(store).rescue(path)
    spent = time.perf_counter() - start, processor() - used
    if handle is None:
        raise AssertionError("not rescued")
    return spent


def processor():
    """Seconds that processes of ours, now ended, have computed."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
