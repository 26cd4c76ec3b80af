"""Orders, addresses and switches of well-known programs, with nothing odd in them."""

from datetime import date, timedelta

from case import Input, compact, hexadecimal, indented, sentence, stamp, table, uuid, word


def two_series(random):
    """Two sensors, one below the other, each in the order of its times."""
    rows = [["sensor", "at", "celsius"]]
    rows += [[sensor, stamp(60 * i), f"{random.gauss(20, 2):.1f}"] for sensor in ("north", "south") for i in range(700)]
    return Input(table(rows, end="\n"), header=True)


def flags_calm(random):
    rows = [{"mac": ":".join(hexadecimal(random, 2) for _ in range(6)), "connected": random.choice([0, 1]), "guest": int(random.random() < 0.1)} for _ in range(1200)]
    return Input(compact(rows))


def epoch_milliseconds_calm(random):
    """Events in order; now and then two in one millisecond."""
    at, rows = 1_772_366_400_000, []
    for i in range(1800):
        at += int(random.expovariate(1 / 300))
        rows.append({"timestamp": at, "sensor": f"s{random.randint(1, 40)}"})
    return Input(compact(rows))


def mails_calm(random):
    """A few large providers, and domains of their own."""
    def domain():
        return random.choices(["freemail.example", "post.example", "mail.example", word(random) + ".example"], [50, 30, 15, 5])[0]

    return Input(compact([{"mail": f"{word(random)}.{word(random)}@{domain()}"} for _ in range(1500)]))


def hits_of_a_search(random):
    """Hosts as often as a search finds them."""
    hosts = [f"{word(random)}.example" for _ in range(40)]
    weights = [1 / (k + 1) for k in range(40)]
    return Input(compact([{"title": sentence(random), "url": f"https://{host}/{word(random)}/{i}"} for i, host in enumerate(random.choices(hosts, weights, k=300))]))


def ids_with_gaps(random):
    """Running numbers of which some were deleted."""
    return Input(compact([{"id": i, "title": sentence(random)} for i in range(1, 2200) if random.random() < 0.93]))


def working_days_and_holidays(random):
    """Prices of working days without the holidays."""
    days = [date(2018, 1, 1) + timedelta(days=n) for n in range(2600)]
    days = [day for day in days if day.weekday() < 5 and (day.month, day.day) not in {(1, 1), (5, 1), (12, 24), (12, 25), (12, 26), (12, 31)}]
    return Input(table([["Date", "Close"]] + [[day.isoformat(), f"{random.gauss(40, 3):.2f}"] for day in days], end="\n"), header=True)


def months_of_a_year(random):
    """One row a month: steps of 28 to 31 days."""
    months = [date(1990 + k // 12, 1 + k % 12, 1).isoformat() for k in range(420)]
    return Input(compact([{"month": month, "index": round(100 + k * 0.2 + random.gauss(0, 1), 1)} for k, month in enumerate(months)]))


def log_of_requests(random):
    """Requests of a day: many by day, few at night."""
    at, rows = 0.0, []
    while at < 86_400:
        at += random.expovariate(0.05 if 7 * 3600 < at < 20 * 3600 else 0.004)
        rows.append({"at": stamp(int(at)), "request": uuid(random), "ms": round(random.lognormvariate(3, 0.8), 1)})
    return Input(compact(rows))


def offsets_of_chunks(random):
    """Offsets that rise by sizes of all magnitudes."""
    offset, rows = 0, []
    for _ in range(1200):
        rows.append({"offset": offset, "sha": hexadecimal(random, 40)})
        offset += int(random.lognormvariate(9, 1.5)) + 1
    return Input(indented(rows))
