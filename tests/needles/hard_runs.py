"""Test runs, compilers, diffs and listings with one needle each: most are what a real tool said, with the needle put in."""

import re

from case import compact, grep, hexadecimal, sentence, word
from texts import Text, base, joined, put

SUBJECTS = "ledger invoice carrier parcel depot route tariff batch voucher customs pallet shelf picker scanner label weight".split()


def run_pytest(random):
    """700 tests passed, one failed: the values that differ, or the test's name."""
    return Text(base("pytest.txt"), ("assert 409 == 410",), "E       assert 409 == 410", grep("^E  "), args={"command": "pytest -v"})


def run_unittest(random):
    """360 tests of unittest, one failed, with a difference of dictionaries."""
    text = "".join(line for line in base("unittest.txt").splitlines(keepends=True))
    more = joined([f"test_{word(random)}_of_{random.choice(SUBJECTS)}_{i} (__main__.MoreTest.test_{i}) ... ok" for i in range(300)])
    return Text(more + text, ("AssertionError: {'grams': 412}",), "AssertionError: {'grams': 412}", args={"command": "python test_all.py -v"})


def run_cargo_test(random):
    """The tests of this repository; one of 250 fails."""
    lines = base("cargo-test.txt").split("\n")
    lines = [f"test {word(random)}::{random.choice(SUBJECTS)}::tests::{word(random)}_is_kept_{i} ... ok" for i in range(400)] + lines
    at = random.randint(410, 490)
    lines[at] = "test store::mending::tests::a_second_pass_finds_nothing ... FAILED"
    end = next(i for i in range(at, len(lines)) if lines[i].startswith("test result"))
    lines[end] = "test result: FAILED. 124 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.41s"
    lines[end:end] = ["failures:", "", "---- store::mending::tests::a_second_pass_finds_nothing stdout ----", "",
                      "thread 'store::mending::tests::a_second_pass_finds_nothing' (8121) panicked at guest/core/src/store/mending.rs:214:9:",
                      "assertion `left == right` failed: the second pass mended again", "  left: 3", " right: 0",
                      "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace", "", "",
                      "failures:", "    store::mending::tests::a_second_pass_finds_nothing", ""]
    return Text("\n".join(lines), ("mending.rs:214:9",), "mending.rs:214:9", args={"command": "cargo test -p toolaria-core"})


def run_go_test(random):
    """`go test -v ./...`: packages with hundreds of passes, one test with a wrong total."""
    lines = []
    for package in SUBJECTS:
        for i in range(40):
            name = f"Test{word(random).title()}{package.title()}{i}"
            bad = package == "tariff" and i == 22
            lines += [f"=== RUN   {name}"] + (["    tariff_test.go:188: total of zone 9: got 1204, want 1240"] if bad else [])
            lines += [f"--- {'FAIL' if bad else 'PASS'}: {name} ({random.randint(0, 3)}.{random.randint(0, 99):02}s)"]
        lines += ["FAIL", f"FAIL\texample.org/freight/{package}\t0.412s"] if package == "tariff" else ["PASS", f"ok  \texample.org/freight/{package}\t{random.uniform(0.01, 2):.3f}s"]
    return Text(joined(lines + ["FAIL"]), ("got 1204, want 1240",), "got 1204, want 1240", args={"command": "go test -v ./..."})


def run_go_test_json(random):
    """`go test -json`: events as JSON lines; one output says what differs."""
    lines = []
    for i in range(420):
        event = {"Time": f"2026-03-14T09:0{i // 70}:{i % 60:02}.{random.randint(100_000, 999_999)}Z", "Action": "run", "Package": "example.org/freight/tariff", "Test": f"Test{word(random).title()}{i}"}
        passed = i != 288
        lines.append(compact(event))
        if not passed:
            lines.append(compact({**event, "Action": "output", "Output": "    tariff_test.go:188: zone 9 costs 1204, not 1240\n"}))
        lines.append(compact({**event, "Action": "pass" if passed else "fail", "Elapsed": random.randint(0, 40) / 100}))
    return Text(joined(lines), ("zone 9 costs 1204",), "zone 9 costs 1204", args={"command": "go test -json ./..."})


def run_jest(random):
    """961 tests of jest; the failure stands early, with what was expected and received."""
    more = joined([f"    ✓ {sentence(random, 4, 7)} ({random.randint(1, 4)} ms)" for _ in range(150)])
    return Text(base("jest.txt").replace("\nTest Suites:", f"\n{more}\nTest Suites:"), ('-   "seal": "broken"',), '-   "seal": "broken"', args={"command": "npx jest --verbose"})


def run_vitest(random):
    """281 tests of vitest, in colours; two hundred more before them."""
    more = [f" \x1b[32m✓\x1b[39m {word(random)}.test.mjs\x1b[2m > \x1b[22m{random.choice(SUBJECTS)}\x1b[2m > \x1b[22m{sentence(random, 3, 5)}\x1b[32m {random.randint(0, 3)}\x1b[2mms\x1b[22m\x1b[39m" for _ in range(200)]
    return Text(joined(more) + base("vitest.txt"), ('"seal": "broken"',), '"seal": "broken"', args={"command": "npx vitest run"})


def run_junit(random):
    """A JUnit report on one line, as pytest writes it; one case failed."""
    return Text(base("junit.xml"), ("409 == 410",), "E       assert 409 == 410", grep("409 == 410"), tool="mcp__ci__artifact", args={"name": "junit.xml"}, own_view=True)


def run_maven(random):
    """Surefire below Maven; one test of 16 classes fails, with the cause of its cause."""
    lines = ["[INFO] Scanning for projects...", "[INFO] ", "[INFO] ------------------------< example:freight >-------------------------"]
    lines += [f"[INFO] Downloaded from central: https://repo.example/{word(random)}/{word(random)}-{random.randint(1, 9)}.{random.randint(0, 9)}.pom ({random.randint(1, 90)} kB at {random.randint(20, 900)} kB/s)" for _ in range(420)]
    lines += ["[INFO] -------------------------------------------------------", "[INFO]  T E S T S", "[INFO] -------------------------------------------------------"]
    for subject in SUBJECTS:
        name = f"example.freight.{subject.title()}Test"
        lines.append(f"[INFO] Running {name}")
        if subject == "customs":
            lines += [f"[ERROR] Tests run: 21, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: 0.311 s <<< FAILURE! -- in {name}",
                      f"[ERROR] {name}.declaresOrigin -- Time elapsed: 0.008 s <<< ERROR!", "java.lang.RuntimeException: declaration refused",
                      "\tat example.freight.Customs.declare(Customs.java:77)", "\tat example.freight.CustomsTest.declaresOrigin(CustomsTest.java:41)",
                      "Caused by: java.time.DateTimeException: Invalid date 'FEBRUARY 30'", "\tat java.base/java.time.LocalDate.create(LocalDate.java:461)", "\t... 2 more", ""]
        else:
            lines.append(f"[INFO] Tests run: {random.randint(5, 40)}, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.{random.randint(10, 999):03} s -- in {name}")
    lines += ["[INFO] ", "[ERROR] Tests run: 330, Failures: 0, Errors: 1, Skipped: 0", "[INFO] BUILD FAILURE"]
    return Text(joined(lines), ("FEBRUARY 30",), "FEBRUARY 30", args={"command": "mvn test"})


def run_tap(random):
    """500 tests in TAP, as `node --test` writes it; one `not ok`."""
    return Text(base("tap.txt"), ("parcel 4 is weighed once",), "not ok 325", args={"command": "node --test --test-reporter=tap"})


def run_skipped(random):
    """All tests pass; one was skipped, for a reason that is worth knowing."""
    lines = [f"tests/test_{random.choice(SUBJECTS)}.py::test_{word(random)}_{i} PASSED {' ' * 20}[{i // 9:3}%]" for i in range(900)]
    at = random.randint(300, 800)
    lines[at] = re.sub(r"PASSED +", "SKIPPED (ledger service is not reachable) ", lines[at])
    head = "=" * 30 + " test session starts " + "=" * 30
    return Text(joined([head, "collected 900 items", "", *lines, "", "=" * 20 + " 899 passed, 1 skipped in 4.11s " + "=" * 20]), ("ledger service is not reachable",), "ledger service is not reachable", args={"command": "pytest -v -rs"})


def build_clippy(random):
    """One type error among a hundred warnings of clippy."""
    blocks = base("clippy.txt").split("\n\n")
    put(random, blocks, "error[E0308]: mismatched types\n   --> src/depot.rs:118:27\n    |\n118 |     let spare: u32 = grams;\n    |                ---   ^^^^^ expected `u32`, found `u64`\n    |                |\n    |                expected due to this")
    first = joined([f"    Checking {word(random)} v{random.randint(0, 9)}.{random.randint(0, 9)}.{random.randint(0, 30)}" for _ in range(300)])
    return Text(first + "\n\n".join(blocks), ("src/depot.rs:118:27",), "src/depot.rs:118:27", args={"command": "cargo clippy"})


def build_cargo_colours(random):
    """Four builds in colour, and a warning of a kind of its own."""
    blocks = (4 * base("cargo-build-ansi.txt")).split("\n\n")
    put(random, blocks, "\x1b[1m\x1b[33mwarning\x1b[0m\x1b[1m: this function depends on never type fallback being `()`\x1b[0m\n  \x1b[1m\x1b[94m--> \x1b[0msrc/route.rs:88:1")
    return Text("\n\n".join(blocks), ("never type fallback",), "never type fallback", args={"command": "cargo build --color always"})


def build_gcc(random):
    """One error of gcc among 300 warnings of five kinds."""
    blocks = base("gcc.txt").split("\ndepot.c: ")
    put(random, blocks, "In function ‘close_depot’:\ndepot.c:733:18: error: invalid use of undefined type ‘struct tariff’\n  733 |     return tariff->cents;\n      |                  ^~")
    return Text("\ndepot.c: ".join(blocks), ("depot.c:733:18",), "depot.c:733:18", args={"command": "make"})


def build_gcc_rare_warning(random):
    """Warnings only; one is about memory that is freed and used."""
    blocks = base("gcc.txt").split("\ndepot.c: ")
    put(random, blocks, "In function ‘drop_batch’:\ndepot.c:641:12: warning: pointer ‘batch’ used after ‘free’ [-Wuse-after-free]\n  641 |     return batch->weight;\n      |            ^~~~~~~~~~~~~")
    return Text("\ndepot.c: ".join(blocks), ("-Wuse-after-free",), "-Wuse-after-free", args={"command": "make"})


def build_tsc(random):
    """500 errors of two kinds of tsc, and one of a third: the module that is missing."""
    lines = base("tsc.txt").rstrip("\n").split("\n")
    put(random, lines, "src/depot4.ts(1,24): error TS2307: Cannot find module '@freight/rates' or its corresponding type declarations.")
    return Text(joined(lines), ("@freight/rates",), "@freight/rates", args={"command": "npx tsc --pretty false"})


def build_eslint(random):
    """750 warnings of eslint, and one error."""
    lines = base("eslint.txt").split("\n")
    at = next(i for i in range(random.randint(200, 500), len(lines)) if "no-var" in lines[i])
    lines.insert(at, "  14:12  error    Unreachable code                                no-unreachable")
    lines = [line.replace("756 problems (0 errors", "757 problems (1 error") for line in lines]
    return Text("\n".join(lines), ("no-unreachable",), "no-unreachable", args={"command": "npx eslint src"})


def build_make_quiet(random):
    """A thousand commands of make; one was given another optimisation."""
    lines = [f"cc -std=c11 -O2 -Wall -Iinclude -c src/{random.choice(SUBJECTS)}_{word(random)}.c -o build/{i}.o" for i in range(1000)]
    at = random.randint(300, 800)
    lines[at] = lines[at].replace("-O2", "-O0 -fsanitize=address")
    return Text(joined(lines), ("-fsanitize=address",), "-fsanitize=address", args={"command": "make"})


def diff_one_unlike(random):
    """A rename of one function in 180 files, and one time-out changed on the way."""
    def file(i):
        name, at = f"src/{random.choice(SUBJECTS)}/{word(random)}{i}.py", random.randint(5, 300)
        a, b = f"    total = fetch_rate({word(random)})", f"    return {word(random)}"
        hunk = [f"@@ -{at},4 +{at},4 @@ def {word(random)}(self):", f"     zone = self.{word(random)}", f"-{a}", f"+{a.replace('fetch_rate', 'rate_of')}", f"     {word(random)} = total", f" {b}"]
        if i == odd:
            hunk += [f"@@ -{at + 40},3 +{at + 40},3 @@ def retry(self):", f"     {word(random)} = 1", "-    timeout = 30", "+    timeout = 3000", f" {b}"]
        return [f"diff --git a/{name} b/{name}", f"index {hexadecimal(random, 7)}..{hexadecimal(random, 7)} 100644", f"--- a/{name}", f"+++ b/{name}", *hunk]

    odd = random.randint(60, 150)
    return Text(joined([line for i in range(180) for line in file(i)]), ("+    timeout = 3000",), "+    timeout = 3000", args={"command": "git diff main"})


def diff_of_this_repository(random):
    """Real changes of a week; a token's check went away in one of them."""
    lines = base("git-diff.txt").split("\n")
    at = next(i for i in range(random.randint(600, 1500), len(lines)) if lines[i].startswith("diff --git"))
    put_in = ["diff --git a/guest/deny.toml b/guest/deny.toml", "old mode 100644", "new mode 100755", "similarity index 100%", "rename from guest/deny.toml", "rename to scripts/deny.sh"]
    lines[at:at] = put_in
    return Text("\n".join(lines), ("scripts/deny.sh",), "rename to scripts/deny.sh", grep("^rename to"), args={"command": "git diff HEAD~30"})


def diff_binary(random):
    """Text changes in a hundred files, and one binary file that differs."""
    lines = []
    for i in range(180):
        name = f"docs/{word(random)}{i}.md"
        if i == 121:
            lines += ["diff --git a/vendor/libtariff.so b/vendor/libtariff.so", f"index {hexadecimal(random, 7)}..{hexadecimal(random, 7)} 100755", "Binary files a/vendor/libtariff.so and b/vendor/libtariff.so differ"]
        lines += [f"diff --git a/{name} b/{name}", f"index {hexadecimal(random, 7)}..{hexadecimal(random, 7)} 100644", f"--- a/{name}", f"+++ b/{name}", "@@ -1,3 +1,3 @@",
                  f" # {word(random)}", f"-{sentence(random, 9, 14)}", f"+{sentence(random, 9, 14)}", f" {sentence(random)}"]
    return Text(joined(lines), ("libtariff.so",), "Binary files a/vendor", args={"command": "git diff --stat -p"})


def history_reverted(random):
    """The history of this repository with figures; one commit takes another back."""
    commits = base("git-log-stat.txt").split("\ncommit ")
    more = [f"{hexadecimal(random, 40)}\nAuthor: Mina Okafor <mina@freight.example>\nDate:   Sat Mar 14 0{i % 9}:00:00 2026 +0000\n\n    {random.choice(SUBJECTS)}: {sentence(random)}\n\n src/{word(random)}.rs | {random.randint(2, 90)} ++--\n 1 file changed, 1 insertion(+)\n" for i in range(30)]
    commits[5:5] = more
    put(random, commits, f'{hexadecimal(random, 40)}\nAuthor: Mina Okafor <mina@freight.example>\nDate:   Sat Mar 14 02:11:09 2026 +0000\n\n    Revert "store: read back through a store opened afresh"\n\n guest/core/src/store.rs | 41 -----\n 1 file changed, 41 deletions(-)\n')
    return Text("\ncommit ".join(commits), ('Revert "store:',), 'Revert "store:', args={"command": "git log --stat"})


def blame_other_author(random):
    """Who wrote which line of a file here; one line is of somebody else."""
    lines = base("blame.txt").rstrip("\n").split("\n")
    lines = lines + lines[100:250]
    at = random.randint(150, 300)
    lines[at] = re.sub(r"^\S+ \(.*? 20\d\d-\S+ \S+", "7b1f09aa (Ivo Lindqvist             2025-01-02 03:04:05", lines[at])
    return Text(joined(lines), ("Ivo Lindqvist",), "Ivo Lindqvist", args={"command": "git blame settings.rs"})


def listing_setuid(random):
    """`ls -lR`: ordinary files, and one that runs as root."""
    lines = base("ls-lR.txt").rstrip("\n").split("\n")
    files = [i for i, line in enumerate(lines) if line.startswith("-rw-r--r--")]
    lines.insert(files[random.randint(300, len(files) - 50)], "-rwsr-xr-x 1 root root 88120 Jul 24  2006 helper")
    return Text(joined(lines), ("-rwsr-xr-x",), "-rwsr-xr-x", args={"command": "ls -lR /srv/vendor"})


def listing_found(random):
    """`find -ls`: all of root's, one file of another user."""
    lines = base("find-ls.txt").rstrip("\n").split("\n")
    at = random.randint(100, 400)
    lines[at] = re.sub(r"root     root    ", "nobody   users   ", lines[at])
    return Text(joined(lines), ("nobody   users",), "nobody   users", args={"command": "find /usr/share/perl -ls"})


def listing_packages(random):
    """`dpkg -l`: installed packages, one only half."""
    lines = base("dpkg.txt").rstrip("\n").split("\n")
    at = random.randint(100, 380)
    lines[at] = "iF" + lines[at][2:]
    return Text(joined(lines), ("iF  ",), lines[at][:30], args={"command": "dpkg -l"})


def listing_upgradable(random):
    """`apt list`: one package has a newer version in another suite."""
    lines = base("apt-list.txt").rstrip("\n").split("\n")
    lines += [f"{word(random)}-{word(random)}/oldstable {random.randint(0, 9)}.{random.randint(0, 30)}-{random.randint(1, 4)} amd64" for _ in range(500)]
    at = random.randint(200, 1200)
    lines[at] = "openssl/oldstable-security 3.0.19-1 amd64 [upgradable from: 3.0.11-1]"
    return Text(joined(lines), ("upgradable from: 3.0.11-1",), "upgradable from: 3.0.11-1", args={"command": "apt list"})


def listing_grep(random):
    """`grep -rn`: a word in a hundred files; the call asks for another file."""
    lines = base("grep.txt").rstrip("\n").split("\n")
    put(random, lines, "guest/core/src/seal/keys.rs:88:    pub fn open_with_first(keys: &[Key], sealed: &[u8]) -> Vec<u8> {")
    return Text(joined(lines), ("open_with_first",), "open_with_first", tool="mcp__code__grep", args={"pattern": "fn ", "query": "which function opens with the first key", "path": "guest/core/src"})


def listing_processes(random):
    """`ps aux`: one process takes all of a core."""
    lines = ["USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND"]
    for i in range(520):
        cpu = random.choice(["0.0", "0.0", "0.0", "0.1", "0.2", "0.4"])
        lines.append(f"{random.choice(['root', 'www-data', 'deploy']):<8} {700 + 13 * i:>7} {cpu:>4} {random.uniform(0, 1):>4.1f} {random.randint(9000, 900_000):>6} {random.randint(900, 60_000):>5} ?        S    Mar02   0:{random.randint(0, 59):02} /usr/sbin/{word(random)} --{word(random)}")
    at = random.randint(150, 450)
    lines[at] = lines[at][:17] + "99.7" + lines[at][21:]
    return Text(joined(lines), ("99.7",), " 99.7 ", args={"command": "ps aux"})
