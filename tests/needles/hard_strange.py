"""Shapes that other inputs do not have: nested groups, exports of spreadsheets, answers of more interfaces, one needle each."""

from datetime import date, timedelta

from case import Input, compact, grep, hexadecimal, indented, sentence, stamp, table, uuid, word


def nested_groups(random):
    """Orders by region and shop; one quantity is far beyond, two levels down."""
    regions = [
        {"region": f"r{r}", "shops": [{"shop": f"s{r}-{s}", "orders": [{"order": 1000 * r + 20 * s + o, "quantity": random.randint(1, 12)} for o in range(9)]} for s in range(15)]}
        for r in range(12)
    ]
    regions[7]["shops"][11]["orders"][4]["quantity"] = 8800
    return Input(compact(regions), ("8800",), '"quantity":8800', grep('"quantity":8800'))


def spreadsheet_with_totals(random):
    """An export of a spreadsheet, whose last row is the total."""
    rows = [["Date", "Branch", "Customers", "Revenue"]]
    rows += [[(date(2025, 1, 1) + timedelta(days=i)).isoformat(), random.choice(["North", "South"]), random.randint(40, 90), f"{random.uniform(400, 900):.2f}"] for i in range(700)]
    rows.append(["Total", "", sum(row[2] for row in rows[1:]), f"{sum(float(row[3]) for row in rows[1:]):.2f}"])
    return Input(table(rows, end="\n"), ("Total",), "Total", header=True)


def spreadsheet_error(random):
    """One cell that a spreadsheet could not compute."""
    rows = [["Part", "Cost", "Price", "Margin"]]
    rows += [[f"P-{i:05}", f"{random.uniform(2, 9):.2f}", f"{random.uniform(12, 30):.2f}", f"{random.uniform(20, 60):.1f}%"] for i in range(1400)]
    rows[903][3] = "#DIV/0!"
    return Input(table(rows, ";"), ("#DIV/0!",), "#DIV/0!", header=True)


def json_api(random):
    """A page as JSON:API writes it; one article links elsewhere."""
    def article(i):
        link = f"https://api.example.org/articles/{i}"
        return {"type": "articles", "id": str(i), "attributes": {"title": sentence(random), "created": stamp(400 * i)},
                "relationships": {"author": {"data": {"type": "people", "id": str(random.randint(1, 40))}}}, "links": {"self": link}}

    data = [article(i) for i in range(600)]
    data[418]["links"]["self"] = "https://staging.example.org/articles/418"
    return Input(compact({"links": {"self": "https://api.example.org/articles?page=1"}, "data": data}), ("staging.example.org",), "staging.example.org")


def graphql_of_other_type(random):
    """Edges and nodes; one node is of a type of its own."""
    edges = [{"cursor": hexadecimal(random, 12), "node": {"__typename": random.choice(["Issue", "PullRequest"]), "number": 90 + i, "title": sentence(random)}} for i in range(900)]
    edges[640]["node"]["__typename"] = "Discussion"
    page = {"totalCount": 900, "pageInfo": {"hasNextPage": False}, "edges": edges}
    return Input(compact({"data": {"repository": {"items": page}}}), ("Discussion",), "Discussion")


def geojson_swapped(random):
    """Longitude and latitude; one point has them the other way round."""
    features = [
        {"type": "Feature", "properties": {"stop": f"s{i}"}, "geometry": {"type": "Point", "coordinates": [round(random.uniform(11.2, 11.9), 5), round(random.uniform(48.0, 48.3), 5)]}}
        for i in range(1300)
    ]
    features[871]["geometry"]["coordinates"].reverse()
    mark = compact(features[871]["geometry"]["coordinates"])
    return Input(compact({"type": "FeatureCollection", "features": features}), ('"s871"',), mark)


def kubernetes_events(random):
    """A list of events; one is a warning."""
    def event(i):
        return {"kind": "Event", "metadata": {"name": f"web-{hexadecimal(random, 10)}", "namespace": random.choice(["shop", "mail"]), "uid": uuid(random)},
                "reason": random.choice(["Pulled", "Created", "Started"]), "type": "Normal", "count": random.randint(1, 4), "firstTimestamp": stamp(40 * i)}

    items = [event(i) for i in range(500)]
    items[333].update(type="Warning", reason="BackOff")
    return Input(indented({"kind": "List", "apiVersion": "v1", "items": items}), ('"Warning"',), '"Warning"', grep('"Warning"'))


def metrics_pairs_with_gap(random):
    """Pairs of a time and a number as text, every 15 seconds, for two instances; one of them was silent for 20 minutes."""
    def series(gap):
        times = [1_772_000_000 + 15 * i + (1200 if gap and i >= 700 else 0) for i in range(1200)]
        return [[at, f"{random.uniform(0.2, 0.7):.4f}"] for at in times]

    result = [{"metric": {"instance": f"10.0.0.{k}:9100"}, "values": series(k == 1)} for k in range(2)]
    mark = str(result[1]["values"][700][0])
    return Input(compact({"status": "success", "data": {"resultType": "matrix", "result": result}}), (mark,), mark, grep(mark))


def lines_of_two_events(random):
    """JSON lines of two kinds of event; one of the rarer kind has a code of its own."""
    def event(i):
        if i % 5 == 3:
            return {"event": "payment", "at": stamp(20 * i), "code": random.choice(["approved", "settled"]), "cents": random.randint(100, 9000)}
        return {"event": "view", "at": stamp(20 * i), "page": f"/{word(random)}"}

    rows = [event(i) for i in range(2200)]
    rows[1548]["code"] = "chargeback"
    return Input("\n".join(map(compact, rows)) + "\n", ("chargeback",), "chargeback")


def wide_lock_file(random):
    """A lock file of 900 packages, one of them without a checksum."""
    packages = {}
    for i in range(900):
        name = f"{word(random)}-{word(random)}-{i}"
        packages[name] = {"version": f"{random.randint(0, 6)}.{random.randint(0, 30)}.{random.randint(0, 9)}", "checksum": hexadecimal(random, 64), "optional": random.random() < 0.2}
    name = list(packages)[512]
    del packages[name]["checksum"]
    return Input(indented({"version": 4, "packages": packages}), (name,), f'"{name}"')


def switch_as_number(random):
    """Switches written as 0 and 1; one is 2."""
    rows = [{"door": f"D{i:04}", "locked": random.randint(0, 1), "armed": 1} for i in range(2000)]
    rows[1212]["locked"] = 2
    return Input(compact(rows), ('"locked":2',), '"locked":2')


def not_a_number_as_text(random):
    """Numbers as text with one NaN, and some negative zeros that mean nothing."""
    rows = [{"probe": i, "drift": random.choice(["0.0", "-0.0", f"{random.gauss(0, 0.3):.3f}"])} for i in range(2100)]
    rows[1044]["drift"] = "NaN"
    return Input(compact(rows), ('"NaN"',), '"NaN"')


def milliseconds_back(random):
    """Times in milliseconds, every half second; one comes from a clock that is a day behind."""
    rows = [{"ts": 1_772_400_000_000 + 500 * i, "rpm": random.randint(900, 1100)} for i in range(2000)]
    rows[1555]["ts"] -= 86_400_000
    mark = f'"ts":{rows[1555]["ts"]}'
    return Input(compact(rows), (mark,), mark)


def durations(random):
    """Durations as ISO 8601 writes them; one is in days, and no longer than the others."""
    rows = [{"video": hexadecimal(random, 11), "duration": f"PT{random.randint(1, 59)}M{random.randint(1, 59)}S"} for _ in range(1600)]
    rows[1133]["duration"] = "P3DT2H"
    return Input(compact(rows), ("P3DT2H",), "P3DT2H")


def uuid_and_one_name(random):
    """UUIDs, and one request that has a name."""
    rows = [{"request": uuid(random), "bytes": random.randint(200, 9000)} for _ in range(1400)]
    rows[909]["request"] = "healthcheck-probe"
    return Input(compact(rows), ("healthcheck-probe",), "healthcheck-probe")


def one_prerelease(random):
    """Versions, one of them a release candidate."""
    rows = [{"package": word(random), "version": f"{random.randint(0, 12)}.{random.randint(0, 30)}.{random.randint(0, 15)}"} for _ in range(1500)]
    rows[1221]["version"] = "4.0.0-rc.1"
    return Input(compact(rows), ("4.0.0-rc.1",), "4.0.0-rc.1")


def ids_with_a_hole(random):
    """Ids from a sequence; one is missing, which is seen at the next."""
    rows = [{"id": 70_000 + i, "name": word(random)} for i in range(2001)]
    del rows[1357]
    return Input(compact(rows), ('"id":71358',), '"id":71358')


def newest_first_with_gap(random):
    """Backups of each night, newest first; four nights are missing."""
    days = [date(2026, 3, 1) - timedelta(days=i + (4 if i >= 611 else 0)) for i in range(900)]
    rows = [["taken", "gigabytes", "seconds"]] + [[f"{day} 02:30:00", f"{random.gauss(80, 2):.1f}", random.randint(700, 900)] for day in days]
    return Input(table(rows, end="\n"), (str(days[611]),), str(days[611]), header=True)


def one_other_domain(random):
    """Addresses of one company, and one of another."""
    rows = [{"user": f"u{i}", "mail": f"{word(random)}.{word(random)}@company.example"} for i in range(1700)]
    rows[777]["mail"] = f"{word(random)}.{word(random)}@rival.example"
    return Input(compact(rows), ("@rival.example",), "@rival.example")


def one_other_extension(random):
    """Pictures, and one that is a program."""
    rows = [{"path": f"uploads/{word(random)}/{hexadecimal(random, 8)}.{random.choice(['png', 'jpg'])}", "bytes": int(random.lognormvariate(11, 0.7))} for _ in range(1800)]
    rows[1044]["path"] = f"uploads/{word(random)}/{hexadecimal(random, 8)}.exe"
    return Input(compact(rows), (".exe",), ".exe")


def not_encrypted(random):
    """Webhooks to a few hosts, one of them without encryption."""
    rows = [{"hook": i, "url": f"https://{random.choice(['hooks', 'events', 'ci'])}.example.com/{hexadecimal(random, 10)}"} for i in range(1200)]
    rows[432]["url"] = rows[432]["url"].replace("https", "http")
    return Input(compact(rows), (rows[432]["url"],), rows[432]["url"])


def list_among_records(random):
    """A row that is a list among rows that are objects, in one array."""
    rows = [{"lat": round(random.uniform(40, 50), 4), "lon": round(random.uniform(5, 15), 4)} for _ in range(1500)]
    rows[640] = [44.1234, 9.5]
    return Input(compact(rows), ("[44.1234,9.5]",), "[44.1234,9.5]")
