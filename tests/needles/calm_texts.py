"""Texts in which nothing is odd, asked for or cut. Whatever a handle points out in one of them is a false alarm."""

import re

import hard_pages
import hard_sources
import log_lines
from case import hexadecimal, sentence, stamp, word
from texts import Text, base, joined


def log_calm(random):
    return Text(joined(log_lines.plain(random)))


def log_syslog_calm(random):
    return Text(joined(log_lines.syslog(random)))


def log_journal_calm(random):
    return Text(joined(log_lines.journal(random)), args={"command": "journalctl -o short-iso"})


def log_logfmt_calm(random):
    return Text(joined(log_lines.logfmt(random)))


def log_json_lines_calm(random):
    return Text(joined(log_lines.json_lines(random)))


def log_klog_calm(random):
    return Text(joined(log_lines.klog(random)))


def log_access_calm(random):
    """Not found comes in one of twelve requests: that is how the web is."""
    return Text(joined(log_lines.access(random)))


def log_colours_calm(random):
    return Text(joined(log_lines.compose(random)))


def log_dmesg_calm(random):
    return Text(joined(log_lines.dmesg(random)))


def log_prose_calm(random):
    """Every message is its own: none is rarer than the rest."""
    return Text(joined(log_lines.prose_of_service(random)))


def tests_pytest_green(random):
    head, rest = base("pytest.txt").split("=================================== FAILURES")
    passed = re.sub(r"(test_price_rounds_up) FAILED", r"\1 PASSED", head)
    return Text(passed + "============================= 700 passed in 0.41s ==============================\n", args={"command": "pytest -v"})


def tests_cargo_green(random):
    more = joined([f"test {word(random)}::tests::{word(random)}_{i} ... ok" for i in range(500)])
    return Text(f"\nrunning 500 tests\n{more}\ntest result: ok. 500 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.31s\n\n" + base("cargo-test.txt"), args={"command": "cargo test"})


def tests_tap_green(random):
    lines = ["TAP version 13"]
    for i in range(700):
        lines += [f"# Subtest: {sentence(random, 3, 6)}", f"ok {i + 1} - {sentence(random, 3, 6)}", "  ---", f"  duration_ms: {random.uniform(0.05, 2):.6f}", "  ..."]
    return Text(joined([*lines, "1..700", "# tests 700", "# pass 700", "# fail 0"]))


def build_clean(random):
    lines = [f"   Compiling {word(random)}-{word(random)} v{random.randint(0, 9)}.{random.randint(0, 40)}.{random.randint(0, 9)}" for _ in range(1150)]
    return Text(joined([*lines, "    Finished `release` profile [optimized] target(s) in 4m 12s"]), args={"command": "cargo build --release"})


def build_make_calm(random):
    return Text(joined([f"cc -std=c11 -O2 -Wall -Iinclude -c src/{word(random)}_{word(random)}.c -o build/{i}.o" for i in range(1000)]), args={"command": "make"})


def diff_calm(random):
    """One function renamed in 180 files, and nothing else."""
    lines = []
    for i in range(180):
        name, at = f"src/{word(random)}{i}.py", random.randint(5, 300)
        argument = word(random)
        lines += [f"diff --git a/{name} b/{name}", f"index {hexadecimal(random, 7)}..{hexadecimal(random, 7)} 100644", f"--- a/{name}", f"+++ b/{name}", f"@@ -{at},3 +{at},3 @@ def {word(random)}(self):",
                  f"     zone = self.{word(random)}", f"-    total = fetch_rate({argument})", f"+    total = rate_of({argument})", f"     return {word(random)}"]
    return Text(joined(lines), args={"command": "git diff"})


def listing_calm(random):
    return Text(base("ls-lR.txt"), args={"command": "ls -lR /srv/vendor"})


def listing_packages_calm(random):
    return Text(base("dpkg.txt"), args={"command": "dpkg -l"})


def listing_paths_calm(random):
    return Text(joined([f"./src/{word(random)}/{word(random)}_{i}.rs" for i in range(2200)]), args={"command": "find . -name '*.rs'"})


def prose_calm(random):
    return Text("\n\n".join(hard_pages.paragraph_of(random, 6) for _ in range(120)))


def licence_calm(random):
    """Numbered clauses in legal tone, in capitals here and there."""
    clauses = []
    for i in range(1, 140):
        text = " ".join(f"The {word(random)} shall {word(random)} the {word(random)} of each {word(random)}, unless {sentence(random, 5, 9)}." for _ in range(4))
        clauses.append(f"{i}. {word(random).title()}.\n\n   {text.upper() if i % 9 == 0 else text}")
    return Text("\n\n".join(clauses) + "\n")


def page_calm(random):
    body = "<h1>Handbook</h1>\n" + hard_pages.sections_of(random, 60, None, None)
    return Text(hard_pages.page_of("Handbook", body), tool="web_extract", args={"url": "https://freight.example/handbook"}, own_view=True)


def page_manual_calm(random):
    return Text(base("man.html"), tool="web_extract", args={"url": "https://freight.example/man1"}, own_view=True)


def manual_text_calm(random):
    """A manual page as a terminal shows it, twice."""
    return Text(2 * base("man.txt"), args={"command": "man freight"})


def markdown_calm(random):
    lines = ["# Handbook", ""]
    for _ in range(70):
        lines += [f"## {word(random).title()} and {word(random)}", "", hard_pages.paragraph_of(random), ""] + [f"- {sentence(random)}" for _ in range(4)] + [""]
    return Text(joined(lines))


def yaml_calm(random):
    lines = ["apiVersion: v1", "items:"]
    for i in range(300):
        lines += ["- kind: ConfigMap", "  metadata:", f"    name: {word(random)}-{i}", f"    creationTimestamp: \"{stamp(900 * i)}\"", "  data:", f"    zone: \"{random.randint(1, 9)}\"", f"    carrier: {random.choice(['north', 'south'])}"]
    return Text(joined([*lines, "kind: List"]))


def code_calm(random):
    return Text(joined(hard_sources.python_of(random)))


def transcript_calm(random):
    people = ["Mina", "Ivo", "Tove"]
    return Text(joined([f"[{9 + i // 360:02}:{i // 6 % 60:02}:{i * 10 % 60:02}] {random.choice(people)}: {sentence(random, 8, 18)}" for i in range(700)]))
