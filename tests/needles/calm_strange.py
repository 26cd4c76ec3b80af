"""More inputs in which nothing is odd, of the shapes of `hard_strange`."""

from datetime import date, timedelta

from case import Input, compact, hexadecimal, indented, sentence, stamp, table, uuid, word


def nested_groups_calm(random):
    """Groups of any size; ids that rise in each."""
    return Input(compact([
        {"team": word(random) + str(t), "members": [{"id": m, "name": word(random), "hours": [random.randint(0, 9) for _ in range(5)]} for m in range(random.randint(2, 30))]}
        for t in range(80)
    ]))


def spreadsheet_calm(random):
    rows = [["Date", "Account", "Debit", "Credit", "Balance"]]
    balance = 5000.0
    for i in range(1200):
        change = round(random.gauss(0, 120), 2)
        balance += change
        rows.append([(date(2024, 1, 1) + timedelta(days=i // 3)).isoformat(), random.choice(["4000", "4400", "6815"]),
                     f"{-change:.2f}" if change < 0 else "", f"{change:.2f}" if change >= 0 else "", f"{balance:.2f}"])
    return Input(table(rows, ";"), header=True)


def json_api_calm(random):
    def article(i):
        return {"type": "articles", "id": str(7 * i), "attributes": {"title": sentence(random), "created": stamp(400 * i)},
                "relationships": {"author": {"data": {"type": "people", "id": str(random.randint(1, 40))}}}, "links": {"self": f"https://api.example.org/articles/{7 * i}"}}

    return Input(compact({"data": [article(i) for i in range(600)], "meta": {"total": 600}}))


def graphql_calm(random):
    edges = [{"cursor": hexadecimal(random, 12), "node": {"number": 5000 - 2 * i - random.randint(0, 1), "title": sentence(random), "labels": {"nodes": [{"name": word(random)} for _ in range(random.randint(0, 3))]}}} for i in range(800)]
    return Input(compact({"data": {"repository": {"issues": {"edges": edges}}}}))


def metrics_matrix_calm(random):
    """Five series, one after another: times go back where the next begins."""
    series = [{"metric": {"instance": f"10.0.0.{k}:9100"}, "values": [[1_772_000_000 + 15 * i, f"{random.uniform(0.2, 0.7):.4f}"] for i in range(400)]} for k in range(5)]
    return Input(compact({"status": "success", "data": {"resultType": "matrix", "result": series}}))


def log_lines_calm(random):
    """Requests of several workers: their times overlap by milliseconds."""
    at, rows = 1_772_000_000_000, []
    for _ in range(2500):
        at += int(random.expovariate(0.02))
        rows.append({"ts": at - random.choice([0, 0, 0, 3]), "worker": random.randint(1, 4), "ms": int(random.lognormvariate(3, 0.6)), "path": f"/{word(random)}"})
    return Input("\n".join(map(compact, rows)) + "\n")


def switches_calm(random):
    return Input(compact([{"door": f"D{i:04}", "locked": random.randint(0, 1), "armed": int(random.random() < 0.9), "mode": random.choice([0, 1, 2, 3])} for i in range(2000)]))


def durations_calm(random):
    def duration():
        hours, minutes, seconds = int(random.random() < 0.2), random.randint(0, 59), random.randint(0, 59)
        return "PT" + f"{hours}H" * (hours > 0) + f"{minutes}M" * (minutes > 0) + f"{seconds}S" * (seconds > 0) or "PT0S"

    return Input(compact([{"video": hexadecimal(random, 11), "duration": duration()} for _ in range(1600)]))


def ids_with_holes(random):
    """Ids of a table from which rows were deleted, one by one and in runs."""
    ids = [i for i in range(1, 4000) if random.random() < 0.6]
    return Input(compact([{"id": i, "created": stamp(61 * i), "name": word(random)} for i in ids]))


def sorted_by_stars(random):
    """Repositories, most stars first: the steps at the top are large."""
    stars = sorted((int(50 * random.paretovariate(1.1)) for _ in range(1000)), reverse=True)
    return Input(compact([{"rank": k + 1, "name": f"{word(random)}/{word(random)}", "stars": count, "url": f"https://git.example/{word(random)}/{k}"} for k, count in enumerate(stars)]))


def trading_days(random):
    """Working days without holidays: steps of one, three and, seldom, four days."""
    days, day = [], date(2014, 1, 2)
    while len(days) < 2200:
        if day.weekday() < 5 and random.random() > 0.035:
            days.append(day)
        day += timedelta(days=1)
    return Input(table([["day", "close", "volume"]] + [[day.isoformat(), f"{random.gauss(40, 3):.2f}", int(random.lognormvariate(12, 0.5))] for day in days], end="\n"), header=True)


def addresses_of_staff(random):
    """Three domains, in unequal parts."""
    return Input(compact([{"id": uuid(random), "mail": f"{word(random)}{i}@{random.choices(['a.example', 'b.example', 'c.example'], [80, 15, 5])[0]}"} for i in range(1500)]))


def files_of_a_project(random):
    """Extensions as in a repository: many of one, few of others, some without."""
    kinds = [".rs"] * 700 + [".md"] * 90 + [".toml"] * 40 + [".json"] * 25 + [".sh"] * 9 + [".yml"] * 4 + [""] * 15
    random.shuffle(kinds)
    return Input(compact([{"path": "/".join(word(random) for _ in range(random.randint(1, 5))) + random.choice(["", "_", "-"]) + word(random) + kind, "lines": int(random.lognormvariate(4, 1))} for kind in kinds]))


def two_measurements_a_day(random):
    """At about eight and at about eight in the evening: steps of two sizes."""
    rows = [{"at": stamp(43_200 * i + random.randint(0, 1800)), "pulse": random.randint(55, 80)} for i in range(58)]
    return Input(indented([{**row, "note": sentence(random, 20, 30)} for row in rows]))


def groups_by_day(random):
    """Days that each come dozens of times, in order."""
    return Input(compact([{"day": (date(2026, 1, 1) + timedelta(days=i // 25)).isoformat(), "hour": i % 24, "visits": random.randint(10, 90)} for i in range(2100)]))


def lists_of_lists(random):
    """Tokens of sentences: lists of any length in a list."""
    return Input(compact([[word(random) for _ in range(random.randint(2, 30))] for _ in range(900)]))


def coordinates_calm(random):
    """Points in objects, some with a height, and numbers by twos and threes that are no points."""
    rows = [{"at": [round(random.uniform(5, 15), 5), round(random.uniform(47, 55), 5), *[random.randint(0, 900)] * (i % 3 == 1)], "bought": [random.randint(1, 99) for _ in range(random.randint(1, 5))]} for i in range(1500)]
    rows[0]["bought"] = [4, 17]
    return Input(compact(rows))
