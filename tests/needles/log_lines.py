"""Calm lines of logs, in the forms of well-known loggers. Each function gives the lines; needles and calm inputs are made of them."""

from datetime import datetime, timedelta

from case import compact, hexadecimal, sentence, word

START = datetime(2026, 3, 14, 9, 0, 0)
HOSTS = ["web-1", "web-2", "mail", "db-7"]


def at(seconds, form="%Y-%m-%dT%H:%M:%S"):
    return (START + timedelta(seconds=seconds)).strftime(form)


def milliseconds(seconds):
    """As log4j and Python's logging write it."""
    moment = START + timedelta(seconds=seconds)
    return moment.strftime("%Y-%m-%d %H:%M:%S,") + f"{moment.microsecond // 1000:03}"


def ticks(random, count, mean=2.0):
    """Seconds that go on by about as much each time."""
    now = 0.0
    for _ in range(count):
        now += random.uniform(0.2, 2 * mean)
        yield now


def order_line(random):
    return random.choices([
        f"order {random.randint(10_000, 99_999)} accepted from {word(random)}",
        f"payment of {random.randint(3, 400)}.{random.randint(10, 99)} EUR captured in {random.randint(40, 190)} ms",
        f"parcel {hexadecimal(random, 8)} handed to carrier {random.choice(['north', 'south', 'air'])}",
        f"session {hexadecimal(random, 12)} renewed",
        f"cache warmed with {random.randint(200, 900)} entries",
    ], [40, 25, 20, 10, 5])[0]


def plain(random, count=1800):
    """Time, level, logger, message."""
    return [
        f"{milliseconds(t)} {random.choices(['INFO ', 'DEBUG'], [3, 1])[0]} [{random.choice(['http', 'worker', 'sched'])}-{random.randint(1, 8)}] "
        f"shop.orders - {order_line(random)}" for t in ticks(random, count)
    ]


def warned(random, count=1800):
    """The same with warnings and failures of one kind each, as any service has them."""
    lines = plain(random, count)
    for i in range(0, count, 45):
        lines[i] = f"{lines[i][:23]} WARN  [http-3] shop.http - slow response to client {word(random)}: {random.randint(900, 2400)} ms"
    for i in range(20, count, 60):
        lines[i] = f"{lines[i][:23]} ERROR [worker-2] shop.mail - delivery to {word(random)}@{word(random)}.example failed, will retry in {random.randint(5, 60)} s"
    return lines


def syslog(random, count=1400):
    """RFC 3164, as rsyslog writes it."""
    def line(t):
        what = random.choices([
            f"CRON[{random.randint(900, 32_000)}]: (root) CMD (run-parts /etc/cron.hourly)",
            f"sshd[{random.randint(900, 32_000)}]: Accepted publickey for deploy from 10.0.{random.randint(0, 9)}.{random.randint(2, 250)} port {random.randint(30_000, 60_000)} ssh2",
            f"systemd[1]: Started session-{random.randint(10, 9000)}.scope - Session of User deploy.",
            f"dhclient[612]: DHCPACK of 10.0.2.{random.randint(2, 250)} from 10.0.0.1",
            f"postfix/qmgr[1403]: {hexadecimal(random, 10).upper()}: removed",
        ], [2, 5, 5, 2, 3])[0]
        return f"{at(t, '%b %e %H:%M:%S')} {random.choice(HOSTS)} {what}"

    return [line(t) for t in ticks(random, count, 20)]


def journal(random, count=1300):
    """`journalctl -o short-iso` of a few units."""
    def line(t):
        what = random.choices([
            f"nginx[812]: 10.0.0.{random.randint(2, 250)} - GET /{word(random)} {random.choice([200, 200, 304])}",
            f"systemd[1]: Starting backup@{random.choice(['home', 'mail', 'db'])}.service - Backup...",
            f"systemd[1]: backup@{random.choice(['home', 'mail', 'db'])}.service: Deactivated successfully.",
            f"chronyd[540]: Selected source 192.0.2.{random.randint(1, 9)} ({word(random)}.example)",
            f"kernel: audit: type=1400 audit({1_772_000_000 + int(t)}.{random.randint(100, 999)}:{random.randint(10, 9999)}): apparmor=\"ALLOWED\"",
        ], [8, 3, 3, 1, 2])[0]
        return f"{at(t)}+0000 db-7 {what}"

    return ["-- Journal begins at Mon 2026-02-02 08:12:41 UTC, ends at Sat 2026-03-14 21:40:02 UTC. --"] + [line(t) for t in ticks(random, count, 15)]


def logfmt(random, count=1300):
    def line(t):
        path, status = f"/{word(random)}/{random.randint(1, 999)}", random.choices([200, 204, 404], [80, 15, 5])[0]
        return f"ts={at(t)}Z level=info caller=router.go:{random.choice([88, 91, 120])} msg=\"request served\" method={random.choice(['GET', 'PUT'])} path={path} status={status} duration={random.uniform(1, 80):.3f}ms"

    return [line(t) for t in ticks(random, count)]


def json_lines(random, count=1200):
    """One object a line, as zap, pino and slog write it."""
    def line(t):
        return compact({"level": random.choice(["info", "info", "debug"]), "time": at(t) + "Z", "pid": 4012, "logger": random.choice(["api", "queue"]), "msg": order_line(random)})

    return [line(t) for t in ticks(random, count)]


def klog(random, count=1300):
    """Kubernetes' components."""
    def line(t):
        what = random.choices([
            f"controller.go:231] \"Finished syncing\" deployment=\"shop/{word(random)}\" duration=\"{random.uniform(1, 30):.6f}ms\"",
            f"replica_set.go:676] \"Finished syncing\" kind=\"ReplicaSet\" key=\"shop/{word(random)}-{hexadecimal(random, 10)}\" duration=\"{random.randint(20, 900)}.{random.randint(100, 999)}µs\"",
            f"event.go:389] \"Event occurred\" object=\"shop/{word(random)}\" kind=\"Pod\" type=\"Normal\" reason=\"Pulled\"",
            f"httplog.go:134] \"HTTP\" verb=\"LIST\" URI=\"/api/v1/pods?limit={random.randint(1, 9)}00\" latency=\"{random.uniform(1, 9):.3f}ms\" resp=200",
        ], [6, 6, 4, 3])[0]
        return f"I{at(t, '%m%d %H:%M:%S')}.{random.randint(0, 999_999):06}       1 {what}"

    return [line(t) for t in ticks(random, count)]


def access(random, count=1500):
    """nginx, combined."""
    agents = ["Mozilla/5.0 (X11; Linux x86_64)", "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1)", "curl/8.9.1"]
    return [
        f'10.{random.randint(0, 9)}.{random.randint(0, 255)}.{random.randint(2, 250)} - - [{at(t, "%d/%b/%Y:%H:%M:%S")} +0000] '
        f'"{random.choices(["GET", "POST", "HEAD"], [80, 15, 5])[0]} /{word(random)}/{random.randint(1, 500)} HTTP/1.1" '
        f'{random.choices([200, 304, 404, 301], [70, 18, 8, 4])[0]} {random.randint(180, 24_000)} "-" "{random.choice(agents)}"' for t in ticks(random, count)
    ]


def compose(random, count=1500):
    """`docker compose logs`, with the colours of its services."""
    colours = {"web-1": 36, "web-2": 33, "queue-1": 32, "db-1": 35}
    def line(_):
        name = random.choice(list(colours))
        return f"\x1b[{colours[name]}m{name:<8} | \x1b[0m{order_line(random)}"

    return [line(t) for t in range(count)]


def dmesg(random, count=1300):
    def line(t):
        what = random.choice([
            f"eth0: renamed from veth{hexadecimal(random, 7)}",
            f"br-{hexadecimal(random, 12)}: port {random.randint(1, 9)}(veth{hexadecimal(random, 7)}) entered forwarding state",
            f"br-{hexadecimal(random, 12)}: port {random.randint(1, 9)}(veth{hexadecimal(random, 7)}) entered disabled state",
            f"IPv6: ADDRCONF(NETDEV_CHANGE): veth{hexadecimal(random, 7)}: link becomes ready",
        ])
        return f"[{t:12.6f}] {what}"

    return [line(t) for t in ticks(random, count, 30)]


def actions(random, count=1300):
    """A job of a hosted CI: every line behind a time, steps in groups."""
    lines = []
    for t in ticks(random, count, 0.4):
        text = f"##[group]Run ./scripts/{word(random)}.sh" if random.random() < 0.02 else f"Downloaded {word(random)} v{random.randint(0, 9)}.{random.randint(0, 30)}.{random.randint(0, 9)} ({random.randint(4, 900)} kB)"
        lines.append(f"{at(t)}.{random.randint(0, 9_999_999):07}Z {text}")
    return lines


def prose_of_service(random, count=700):
    """Messages without any structure but a time."""
    return [f"[{at(t, '%H:%M:%S')}] {sentence(random, 8, 16)}" for t in ticks(random, count, 12)]
