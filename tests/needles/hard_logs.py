"""Logs with one needle each: often a line without any word that sounds like trouble."""

import log_lines
from case import grep, hexadecimal, sentence, word
from texts import Text, base, joined, put


def log_rare_template(random):
    """1,800 lines of five messages, and one message that comes once, at the level of the rest."""
    lines = log_lines.plain(random)
    at = put(random, lines, "")
    lines[at] = f"{lines[at - 1][:23]} INFO  [sched-1] shop.orders - switching to read-only replica db-{random.randint(2, 9)}"
    return Text(joined(lines), ("read-only replica",), "read-only replica")


def log_rare_failure(random):
    """Forty failures of one kind, and one of another."""
    lines = log_lines.warned(random)
    at = put(random, lines, "")
    lines[at] = f"{lines[at - 1][:23]} ERROR [worker-5] shop.ledger - balance of account {random.randint(100, 999)} is off by 0.01 EUR"
    return Text(joined(lines), ("off by 0.01 EUR",), "off by 0.01 EUR")


def log_extreme_duration(random):
    """Payments are captured in 40 to 190 ms; one took a minute and a half."""
    lines = log_lines.plain(random)
    at = put(random, lines, "")
    lines[at] = f"{lines[at - 1][:23]} INFO  [http-2] shop.orders - payment of 31.90 EUR captured in 94217 ms"
    return Text(joined(lines), ("94217 ms",), "94217 ms")


def log_burst(random):
    """One message comes now and then, and 400 times within four seconds."""
    lines = log_lines.plain(random)
    for i in range(30, len(lines), 150):
        lines[i] = f"{lines[i][:23]} INFO  [http-1] shop.pool - connection to db-7 reopened after {random.randint(2, 90)} ms"
    at = random.randint(700, 1300)
    hour = lines[at - 1][:16]
    burst = [f"{hour}:{56 + i // 100},{10 * (i % 100):03} INFO  [http-1] shop.pool - connection to db-7 reopened after {random.randint(2, 90)} ms" for i in range(400)]
    lines[at:at] = burst
    return Text(joined(lines), (f"{hour}:56",), burst[0][:23], grep(burst[0][:23]), lines=(at,))


def log_gap(random):
    """A sign of life every five seconds, and none for three quarters of an hour."""
    seconds = [5 * i for i in range(1600)]
    at = random.randint(500, 1200)
    seconds = [s + (2_731 if i >= at else 0) for i, s in enumerate(seconds)]
    lines = [f"{log_lines.at(s)}Z INFO heartbeat seq={i} lag={random.randint(1, 9)}ms" for i, s in enumerate(seconds)]
    return Text(joined(lines), (f"seq={at} ",), f"seq={at} ", hope=True)


def syslog_rare_program(random):
    """Five programs on four hosts, and one line of the kernel."""
    lines = log_lines.syslog(random)
    at = put(random, lines, "")
    lines[at] = f"{lines[at - 1][:15]} web-2 kernel: usb 1-1: new high-speed USB device number 4 using xhci_hcd"
    return Text(joined(lines), ("new high-speed USB device",), "new high-speed USB device")


def syslog_rare_login(random):
    """Hundreds of logins with a key, one with a password, of root."""
    lines = log_lines.syslog(random)
    at = put(random, lines, "")
    lines[at] = f"{lines[at - 1][:15]} mail sshd[22190]: Accepted password for root from 203.0.113.77 port 40122 ssh2"
    return Text(joined(lines), ("Accepted password for root",), "Accepted password for root")


def journal_exit(random):
    """A unit whose main process ended with a status."""
    lines = log_lines.journal(random)
    at = put(random, lines, "")
    lines[at] = f"{lines[at - 1][:24]} db-7 systemd[1]: ledger.service: Main process exited, code=exited, status=203/EXEC"
    return Text(joined(lines), ("status=203/EXEC",), "status=203/EXEC", tool="mcp__host__journal", args={"unit": "*", "since": "today"})


def logfmt_rare_key(random):
    """Requests with the same keys; one line has a key of its own."""
    lines = log_lines.logfmt(random)
    at = random.randint(400, 1100)
    lines[at] += " retry_after=86400"
    return Text(joined(lines), ("retry_after=86400",), "retry_after=86400", tool="mcp__loki__query", args={"query": '{app="router"}'})


def json_log_rare_message(random):
    """JSON lines; one message with a template of its own."""
    lines = log_lines.json_lines(random)
    at = put(random, lines, "")
    lines[at] = lines[at - 1].split('"msg"')[0] + '"msg":"certificate of mail.example ends in 2 days"}'
    return Text(joined(lines), ("ends in 2 days",), "ends in 2 days", tool="mcp__loki__query", args={"query": '{app="api"}'})


def klog_lease(random):
    """A controller that steps down, said as a warning."""
    lines = log_lines.klog(random)
    at = put(random, lines, "")
    lines[at] = f"W{lines[at - 1][1:20]}       1 leaderelection.go:285] lease kube-system/controller held by another, stepping down"
    return Text(joined(lines), ("stepping down",), "stepping down", args={"command": "kubectl logs -n kube-system controller-0"})


def access_rare_method(random):
    """GET, POST and HEAD, and one PROPFIND."""
    lines = log_lines.access(random)
    at = random.randint(400, 1200)
    lines[at] = lines[at].replace('"GET ', '"PROPFIND ').replace('"POST ', '"PROPFIND ').replace('"HEAD ', '"PROPFIND ')
    return Text(joined(lines), ("PROPFIND",), "PROPFIND", args={"command": "cat /var/log/nginx/access.log"})


def access_large_answer(random):
    """Answers of some kB, and one of 184 MB."""
    lines = log_lines.access(random)
    at = put(random, lines, f'10.4.7.19 - - [{log_lines.at(900, "%d/%b/%Y:%H:%M:%S")} +0000] "GET /{word(random)}/88 HTTP/1.1" 200 184320911 "-" "curl/8.9.1"')
    return Text(joined(lines), ("184320911",), "184320911", lines=(at,))


def compose_exit(random):
    """Colours in every line; one container has ended."""
    lines = log_lines.compose(random)
    put(random, lines, "\x1b[33mweb-2 exited with code 137\x1b[0m")
    return Text(joined(lines), ("web-2 exited with code 137",), "web-2 exited with code 137", args={"command": "docker compose logs"})


def dmesg_killed(random):
    """Network devices that come and go, and a process that was killed for memory."""
    lines = log_lines.dmesg(random)
    at = put(random, lines, "")
    lines[at] = lines[at - 1][:15] + "Memory cgroup out of memory: Killed process 2211 (java) total-vm:8123400kB, anon-rss:4190232kB"
    return Text(joined(lines), ("Killed process 2211",), "Killed process 2211", args={"command": "dmesg"})


def actions_notice(random):
    """A job of a hosted CI: one notice among 1,300 downloads."""
    lines = log_lines.actions(random)
    at = put(random, lines, "")
    lines[at] = lines[at - 1][:29] + "##[notice]runner image ubuntu-22.04 is retired on 2026-04-01"
    return Text(joined(lines), ("is retired on 2026-04-01",), "is retired on 2026-04-01", tool="mcp__ci__job_log", args={"job": 55_120})


def progress_redraws(random):
    """Bars redrawn by carriage returns, in colour, and one line that says what was skipped."""
    layers = [hexadecimal(random, 12) for _ in range(40)]
    def bar(layer):
        steps = [f"\x1b[2K\r{layer}: Downloading [{'=' * (i // 2)}>{' ' * (25 - i // 2)}] {2 * i}.{random.randint(10, 99)}MB/100MB" for i in range(0, 50, 2)]
        return "".join(steps) + f"\x1b[2K\r{layer}: \x1b[32mPull complete\x1b[0m"

    lines = [bar(layer) for layer in layers]
    put(random, lines, f"{hexadecimal(random, 12)}: Layer kept from other registry, digest differs")
    return Text(joined(lines), ("digest differs",), "digest differs", grep("digest differs"), args={"command": "docker pull shop/web"})


def trace_java(random):
    """A trace with causes, as java printed it, in a long log; the last cause is what happened."""
    lines = log_lines.warned(random)
    at = put(random, lines, base("java-trace.txt").rstrip("\n").split("\n"))
    lines.insert(at, f"{lines[at - 1][:23]} WARN  [worker-1] shop.dispatch - giving up")
    return Text(joined(lines), ("no tariff for zone Z9",), "no tariff for zone Z9")


def trace_python(random):
    """A traceback within warnings and failed deliveries; its last line is what happened."""
    lines = log_lines.warned(random)
    trace = ["Traceback (most recent call last):"]
    for name, number, code in [("worker.py", 88, "self.handle(job)"), ("handlers.py", 41, "rate = rates.of(job.zone)"), ("rates.py", 17, "return self.table[zone]")]:
        trace += [f'  File "/srv/shop/{name}", line {number}, in {code.split("(")[0].split(".")[-1]}', f"    {code}", "    ^^^^^^^^^^^^^^^^^^"]
    put(random, lines, [*trace, "KeyError: 'zone-of-nowhere'"])
    return Text(joined(lines), ("KeyError: 'zone-of-nowhere'",), "KeyError: 'zone-of-nowhere'")


def trace_javascript(random):
    """An uncaught TypeError, as Node prints it."""
    lines = log_lines.json_lines(random)
    put(random, lines, [
        "/srv/shop/dist/rates.js:212", "    return table[zone].cents;", "                       ^", "",
        "TypeError: Cannot read properties of undefined (reading 'cents')", "    at rateOf (/srv/shop/dist/rates.js:212:24)",
        "    at async Worker.handle (/srv/shop/dist/worker.js:88:18)", "    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)", "", "Node.js v22.20.0",
    ])
    return Text(joined(lines), ("reading 'cents'",), "reading 'cents'")


def trace_go(random):
    """A panic of Go with its goroutines, below 1,300 lines of logfmt."""
    lines = log_lines.logfmt(random)
    trace = ["panic: runtime error: index out of range [5] with length 3", "", "goroutine 88 [running]:",
             "example.org/shop/rates.(*Table).Of(0xc000120000, {0xc0000b4010, 0x2})", "\t/srv/shop/rates/table.go:61 +0x1d4",
             "example.org/shop/worker.(*Worker).handle(0xc00009e000)", "\t/srv/shop/worker/worker.go:120 +0x8a",
             "created by example.org/shop/worker.Start in goroutine 1", "\t/srv/shop/worker/worker.go:44 +0x12c"]
    for i in range(60):
        trace += ["", f"goroutine {100 + i} [chan receive, {random.randint(1, 40)} minutes]:", f"example.org/shop/worker.(*Worker).wait(0xc0000{hexadecimal(random, 5)})",
                  "\t/srv/shop/worker/worker.go:98 +0x5c", "created by example.org/shop/worker.Start in goroutine 1", "\t/srv/shop/worker/worker.go:44 +0x12c"]
    put(random, lines, [*trace, "exit status 2"], 0.9, 1.0)
    return Text(joined(lines), ("index out of range [5]",), "index out of range [5]")


def trace_rust(random):
    """A thread that panicked; the service went on."""
    lines = [f"{log_lines.at(t)}.{random.randint(100_000, 999_999)}Z  INFO shop::orders: {log_lines.order_line(random)}" for t in log_lines.ticks(random, 1500)]
    put(random, lines, ["", "thread 'worker-3' (22910) panicked at src/rates.rs:61:14:", "called `Option::unwrap()` on a `None` value",
                        "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace"])
    return Text(joined(lines), ("src/rates.rs:61:14",), "src/rates.rs:61:14")


def log_of_query(random):
    """The call asks for one order; it is in one line among failures of others."""
    lines = log_lines.warned(random)
    at = put(random, lines, "")
    lines[at] = f"{lines[at - 1][:23]} INFO  [http-4] shop.orders - order 4711007 accepted from {word(random)}"
    return Text(joined(lines), ("order 4711007",), "order 4711007", tool="mcp__logs__search", args={"query": "what became of order 4711007", "service": "shop"})


def log_multiline(random):
    """Statements of a database over several lines; one is not a SELECT."""
    lines = []
    for t in log_lines.ticks(random, 500):
        lines += [f"{log_lines.at(t, '%Y-%m-%d %H:%M:%S')}.{random.randint(100, 999)} UTC [{random.randint(300, 320)}] LOG:  duration: {random.uniform(0.1, 9):.3f} ms  statement: SELECT id, {word(random)}",
                  f"\tFROM {random.choice(['orders', 'parcels'])}", f"\tWHERE id = {random.randint(1, 99_999)}"]
    at = 3 * random.randint(150, 400)
    lines[at] = lines[at].split("SELECT")[0] + "DROP TABLE invoices_2025"
    return Text(joined(lines), ("DROP TABLE invoices_2025",), "DROP TABLE invoices_2025", args={"command": "tail -n 1500 postgresql.log"})


def log_turn_of_prose(random):
    """Free text behind times, as small programs write it: one line is a decision."""
    lines = log_lines.prose_of_service(random)
    at = put(random, lines, "")
    lines[at] = f"{lines[at - 1][:10]} decided to keep the old schema until {sentence(random, 1, 2)} is migrated"
    return Text(joined(lines), ("decided to keep the old schema",), "decided to keep the old schema")
