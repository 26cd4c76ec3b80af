"""Source code, configuration, bytes, and results that were cut before they came: one needle each."""

import base64
import struct

import log_lines
from case import grep, hexadecimal, sentence, word
from texts import Text, base, joined, put

# What a handle may say of a result that was cut before it came.
CUT = r"(?i)truncated|was cut|cut off|cut before|incomplete|left out before|omitted before"


def python_of(random, count=190):
    """Functions of a module."""
    out = ['"""Plans parcels."""', "", "import math", "from decimal import Decimal", ""]
    for i in range(count):
        out += ["", f"def {word(random)}_{i}({word(random)}, {word(random)}=None):", f'    """{sentence(random).capitalize()}."""', f"    total = Decimal({random.randint(1, 99)})",
                f"    for item in {word(random)}_items:", f"        total += item.weight * {random.randint(2, 9)}", f"    return math.floor(total / {random.randint(2, 9)})", ""]
    return out


def code_python_asked(random):
    """190 functions; the call asks for one of them."""
    lines = python_of(random)
    at = [i for i, line in enumerate(lines) if line.startswith("def ")][random.randint(60, 140)]
    lines[at:at] = ["def settle_ledger(ledger, year):", '    """Close a year for good."""', "    ledger.lock(year)", "    return ledger.balance(year)", "", ""]
    return Text(joined(lines), ("def settle_ledger",), "def settle_ledger", tool="mcp__code__read", args={"path": "freight/plan.py", "symbol": "settle_ledger"})


def code_python_odd(random):
    """The same; one function has a line that no other has."""
    lines = python_of(random)
    at = [i for i, line in enumerate(lines) if line.startswith("    total = ")][random.randint(60, 140)]
    lines.insert(at, "    eval(input_of_customer)  # TODO: remove before the release")
    return Text(joined(lines), ("eval(input_of_customer)",), "eval(input_of_customer)", tool="mcp__code__read", args={"path": "freight/plan.py"})


def code_rust_asked(random):
    """A file of Rust; the call asks in words for a function."""
    lines = ["//! Routes.", "", "use std::collections::BTreeMap;", ""]
    for i in range(230):
        lines += [f"/// {sentence(random).capitalize()}.", f"pub fn {word(random)}_{i}(grams: u64, zone: &str) -> Option<u64> {{", f"    let rate = rates(zone)?.get({random.randint(0, 9)})?;", f"    Some(grams * rate / {random.randint(2, 90)})", "}", ""]
    at = [i for i, line in enumerate(lines) if line.startswith("///")][random.randint(60, 170)]
    lines[at:at] = ["/// The detour when a bridge is closed.", "pub fn detour_around_bridge(route: &Route) -> Route {", "    route.without(Edge::Bridge)", "}", ""]
    return Text(joined(lines), ("detour_around_bridge",), "detour_around_bridge", tool="mcp__code__read", args={"path": "src/route.rs", "query": "function for the detour around a bridge"})


def code_go_asked(random):
    """A file of Go; the call asks for a method."""
    lines = ["package freight", "", 'import "errors"', ""]
    for i in range(180):
        lines += [f"// {word(random).title()}{i} {sentence(random)}.", f"func (l *Ledger) {word(random).title()}{i}(grams uint64) (uint64, error) {{", "\tif grams == 0 {", '\t\treturn 0, errors.New("empty parcel")', "\t}", f"\treturn grams * {random.randint(2, 99)}, nil", "}", ""]
    at = [i for i, line in enumerate(lines) if line.startswith("//")][random.randint(60, 160)]
    lines[at:at] = ["// SealPallet closes a pallet for good.", "func (l *Ledger) SealPallet(id string) error {", "\treturn l.seal(id)", "}", ""]
    return Text(joined(lines), ("SealPallet(id string)",), "SealPallet(id string)", tool="mcp__code__read", args={"path": "ledger.go", "query": "SealPallet"})


def code_javascript_minified(random):
    """A bundle on one line; one address in it is not the company's."""
    parts = [f'function {hexadecimal(random, 3).replace("0", "a")}x{i}(e,t){{return fetch("https://api.freight.example/{word(random)}/"+e,{{method:"POST",body:t}}).then(n=>n.json())}}' for i in range(500)]
    at = random.randint(150, 400)
    parts[at] = parts[at].replace("api.freight.example", "collector.tracking.example")
    return Text(";".join(parts) + "\n", ("collector.tracking.example",), "collector.tracking.example", grep("collector[^/]*"), args={"command": "cat dist/bundle.js"})


def code_java_asked(random):
    """A class of Java; the call asks for its one synchronized method."""
    lines = ["package example.freight;", "", "public class Ledger {"]
    for i in range(480):
        lines += [f"    public long {word(random)}{i}(long grams, String zone) {{", f"        return grams * {random.randint(2, 99)} + zone.length();", "    }", ""]
    at = [i for i, line in enumerate(lines) if line.startswith("    public long")][random.randint(60, 180)]
    lines[at:at] = ["    synchronized void lockYear(int year) {", "        this.locked.add(year);", "    }", ""]
    return Text(joined([*lines, "}"]), ("lockYear",), "lockYear", tool="mcp__code__read", args={"path": "Ledger.java", "query": "how is a year locked"})


def configuration_ini(random):
    """Two hundred sections of an INI file with the same keys; one has another host."""
    lines = []
    for i in range(480):
        lines += [f"[depot.{word(random)}.{i}]", "host = ledger.freight.example", f"port = {random.choice([5432, 5433])}", "tls = required", f"pool = {random.randint(4, 16)}", ""]
    at = [i for i, line in enumerate(lines) if line.startswith("tls")][random.randint(100, 380)]
    lines[at] = "tls = disabled"
    return Text(joined(lines), ("tls = disabled",), "tls = disabled", args={"command": "cat depots.ini"})


def base64_in_log(random):
    """A log in which attachments are written out in base64; one line beside them is rare."""
    lines = log_lines.plain(random, 900)
    for i in range(40, 900, 90):
        lines.insert(i, "attachment: " + base64.b64encode(b"%PDF-1.7\n" + random.randbytes(6_000)).decode())
    at = put(random, lines, "")
    lines[at] = "2026-03-14 09:59:59,120 INFO  [http-2] shop.orders - attachment refused by scanner: macro found"
    return Text(joined(lines), ("macro found",), "macro found")


def bytes_of_program(random):
    """A program file; among its strings is where it reports to."""
    head = b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HHI", 2, 62, 1)
    data = bytearray(head + random.randbytes(120_000))
    at = random.randint(40_000, 90_000)
    data[at : at + 60] = b"\0https://reports.freight.example/v2/crash\0".ljust(60, b"\0")
    return Text("", ("ELF",), data=bytes(data), tool="mcp__fs__read", args={"path": "bin/freightd"})


def bytes_of_picture(random):
    """A PNG: its type and its dimensions."""
    data = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 1913, 771) + b"\x08\2\0\0\0" + random.randbytes(80_000) + b"\0\0\0\0IEND\xaeB`\x82"
    return Text("", ("1913", "771"), data=data, tool="mcp__fs__read", args={"path": "yard.png"})


# --- cut before they came, by a layer that says so in its own way ---


def cut_of(random, marker, **more):
    """A calm log whose middle is a marker."""
    lines = log_lines.plain(random, 700)
    put(random, lines, marker)
    shown = next(line for line in marker.split("\n") if line.strip())
    return Text(joined(lines), (shown[:60],), shown[:60], says=CUT, **more)


def cut_by_claude_code(random):
    return cut_of(random, f"\n... [{random.randint(300, 9000)} lines truncated] ...\n")


def cut_by_claude_code_mcp(random):
    lines = log_lines.json_lines(random)
    shown = "[OUTPUT TRUNCATED - exceeded 25000 token limit]"
    return Text(joined([*lines, "", shown]), (shown,), shown, says=CUT, tool="mcp__loki__query")


def cut_by_claude_code_persisted(random):
    """The first part of a result that was too large, with the place of the rest."""
    lines = log_lines.plain(random, 600)
    shown = "Output too large (412.5KB). Full output saved to: /home/mina/.claude/tool-results/b7f2.txt"
    return Text(joined(["<persisted-output>", shown, "", "Preview (first 60KB):", *lines, "...", "</persisted-output>"]), ("Output too large (412.5KB)",), "Output too large", says=CUT)


def cut_by_codex(random):
    return cut_of(random, f"…{random.randint(2000, 9000)} tokens truncated…")


def cut_by_codex_lines(random):
    return cut_of(random, f"\n[... omitted {random.randint(300, 9000)} of 12044 lines ...]\n")


def cut_by_hermes(random):
    """A page, cut in its middle, with a footer."""
    lines = [sentence(random, 9, 18) for _ in range(500)]
    put(random, lines, "[... middle omitted — see footer ...]")
    lines += ["", "──────── [TRUNCATED] ────────", "Showing 15,000 of 84,120 characters."]
    return Text(joined(lines), ("[... middle omitted",), "[... middle omitted", says=CUT, tool="web_extract", args={"url": "https://freight.example/long"})


def cut_by_hermes_terminal(random):
    return cut_of(random, f"\n... [OUTPUT TRUNCATED - {random.randint(9000, 90_000)} chars omitted out of 141200 total] ...\n")


def cut_by_opencode(random):
    return cut_of(random, f"\n...{random.randint(300, 9000)} lines truncated...\n")


def cut_by_opencode_read(random):
    """A file, read in part."""
    lines = [f"{i:05}| {line}" for i, line in enumerate(python_of(random, 200), 1)]
    shown = f"(File has more lines. Use 'offset' parameter to read beyond line {len(lines)})"
    return Text(joined([*lines, "", shown]), (shown[:40],), shown[:40], says=CUT, tool="read", args={"filePath": "/srv/freight/plan.py"})


def cut_by_langchain(random):
    lines = base("grep.txt").rstrip("\n").split("\n")
    shown = "... [results truncated, try being more specific with your parameters]"
    return Text(joined([*lines, shown]), (shown,), shown, says=CUT, tool="grep", args={"pattern": "fn "})


def cut_by_head(random):
    """No marker: the call itself asked for the first 1,500 lines, and 1,500 lines came."""
    lines = log_lines.access(random, 1500)
    return Text(joined(lines), ("head -n 1500",), lines[-1][:60], lines=(1499,), says=CUT + r"|head -n 1500", args={"command": "cat access.log | head -n 1500"}, hope=True)
