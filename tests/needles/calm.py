"""Inputs in which nothing is odd. Whatever a handle points out in one of them is a false alarm."""

from datetime import date, timedelta

import hard_documents
import hard_rows
from case import Input, compact, hexadecimal, indented, sentence, spaced, stamp, table, uuid, word


def uniform_rows(random):
    """Rows that differ in their number only."""
    return Input(compact([{"id": i, "status": "ok", "note": "routine entry", "size": 100} for i in range(2000)]))


def random_words(random):
    return Input(compact([{"a": word(random), "b": word(random), "c": sentence(random)} for _ in range(1500)]))


def random_characters(random):
    letters = "abcdefghijklmnopqrstuvwxyz0123456789 -_"
    return Input(compact([{"x": "".join(random.choice(letters) for _ in range(random.randint(5, 40)))} for _ in range(1500)]))


def uniform_numbers(random):
    return Input(compact([{"u": round(random.uniform(0, 1), 6), "v": random.randint(-500, 500)} for _ in range(3000)]))


def normal_numbers(random):
    return Input(compact([{"n": round(random.gauss(0, 1), 5), "m": round(random.gauss(1000, 30), 2)} for _ in range(3000)]))


def lognormal_numbers(random):
    """A tail that is heavy by nature."""
    return Input(compact([{"ms": round(random.lognormvariate(3, 1), 3)} for _ in range(3000)]))


def exponential_numbers(random):
    return Input(compact([{"wait": round(random.expovariate(0.2), 4), "k": int(random.expovariate(0.05))} for _ in range(3000)]))


def pareto_numbers(random):
    """File sizes: the largest is a multiple of the next."""
    return Input(compact([{"path": f"/srv/{word(random)}/{i}", "bytes": int(900 * random.paretovariate(1.2))} for i in range(2500)]))


def all_distinct(random):
    return Input(compact([{"key": hexadecimal(random, 24), "value": random.getrandbits(40)} for _ in range(2000)]))


def sorted_ids(random):
    ids = sorted(random.sample(range(10_000_000), 3000))
    return Input(compact([{"id": i, "parent": ids[n // 2]} for n, i in enumerate(ids)]))


def constant_columns(random):
    return Input(compact([{"version": 3, "ok": True, "none": None, "unit": "kg", "ratio": 0.5} for _ in range(1500)]))


def alternating_states(random):
    return Input(compact([{"n": i, "state": ["ok", "pending", "done"][i % 3], "flag": i % 2 == 0} for i in range(2400)]))


def zipf_names(random):
    """Names as often as words in a text: many come once."""
    names = [f"{word(random)}{k}" for k in range(2000)]
    weights = [1 / (k + 1) for k in range(2000)]
    return Input(compact([{"name": name} for name in random.choices(names, weights, k=4000)]))


def few_zipf_names(random):
    """Twenty names, the rarest dozens of times."""
    names = [word(random, 3, 3) + str(k) for k in range(20)]
    return Input(compact([{"n": i, "name": name} for i, name in enumerate(random.choices(names, [1 / (k + 1) for k in range(20)], k=4000))]))


def times_in_order(random):
    at, rows = 0, []
    for i in range(2000):
        at += random.randint(30, 90)
        rows.append({"at": stamp(at), "user": f"user{random.randint(1, 300)}"})
    return Input(compact(rows))


def random_walk(random):
    """A price that wanders."""
    price, rows = 100.0, []
    for i in range(2500):
        price += random.gauss(0, 0.3)
        rows.append({"t": i, "price": round(price, 2)})
    return Input(compact(rows))


def two_shapes(random):
    """Two shapes, equally often."""
    return Input(compact([{"kind": "a", "x": i} if random.random() < 0.5 else {"kind": "b", "y": word(random), "z": [1, 2]} for i in range(2000)]))


def optional_members(random):
    """Members that are missing or null in a fifth of the rows."""
    rows = []
    for i in range(2000):
        row = {"id": i, "nick": random.choice([None, *["x" + word(random)] * 4])}
        if random.random() < 0.8:
            row["phone"] = f"+49{random.getrandbits(32)}"
        rows.append(row)
    return Input(compact(rows))


def uuids(random):
    return Input(compact([{"id": uuid(random), "trace": uuid(random)} for _ in range(900)]))


def uuid_scalars(random):
    return Input(compact([uuid(random) for _ in range(1500)]))


def small_integers(random):
    """Throws of two dice, and counts around four."""
    rows = [{"throw": random.randint(1, 6) + random.randint(1, 6), "events": sum(random.random() < 0.04 for _ in range(100))} for _ in range(2500)]
    return Input(compact(rows))


def mixed_integers_and_fractions(random):
    """A third of the numbers have a fraction."""
    return Input(compact([{"v": random.choice([random.randint(1, 9), random.randint(1, 9), random.randint(2, 19) / 2])} for _ in range(3000)]))


def text_lengths(random):
    """Texts from a word to a page."""
    return Input(compact([{"comment": sentence(random, 1, 1 + int(random.lognormvariate(2, 0.8)))} for _ in range(1500)]))


def nested_calm(random):
    rows = [{"a": {"b": {"c": random.choice("xyz"), "n": random.randint(0, 50)}}, "tags": [word(random) for _ in range(random.randint(0, 5))]} for _ in range(1500)]
    return Input(compact(rows))


def matrix_calm(random):
    return Input(compact([[round(random.gauss(0, 1), 3) for _ in range(10)] for _ in range(1500)]))


def wide_object_calm(random):
    return Input(compact({f"{word(random)}.{i}": {"hits": random.randint(0, 900), "state": random.choice(["up", "idle"])} for i in range(3000)}))


def wide_object_distinct(random):
    return Input(indented({f"{word(random)}.{i}": sentence(random, 1, 6) for i in range(3000)}))


def object_of_configuration(random):
    """Every member is of its own kind, as in a configuration: no one is the odd one."""
    sections = {}
    for k in range(60):
        sections[f"{word(random)}{k}"] = {
            word(random): random.choice([True, 8080, "info", None, 0.25, ["a", "b"], {"x": 1}, sentence(random)]) for _ in range(12)
        }
    return Input(indented(sections))


def json_lines_calm(random):
    return Input("\n".join(spaced({"at": stamp(13 * i), "level": random.choice(["debug", "info"]), "msg": sentence(random)}) for i in range(1500)) + "\n")


def csv_calm(random):
    rows = [["id", "name", "amount", "state"]] + [[i, word(random), f"{random.lognormvariate(4, 0.9):.2f}", random.choice(["paid", "open"])] for i in range(2000)]
    return Input(table(rows, end="\n"), header=True)


def csv_quoted_calm(random):
    rows = [["id", "text"]] + [[i, f"{sentence(random)},\n{sentence(random)}"] for i in range(800)]
    return Input(table(rows), header=True)


def tsv_calm(random):
    return Input(table([[hexadecimal(random, 8), random.randint(1, 99), word(random)] for _ in range(1500)], "\t", "\n"), header=False)


def items_calm(random):
    """Rows in an object, with a total that agrees."""
    items = [{"id": i, "name": word(random), "score": round(random.gauss(50, 10), 1)} for i in range(1800)]
    return Input(compact({"items": items, "total": 1800, "page": 1}))


def tree_calm(random):
    def folder(depth):
        children = [folder(depth + 1) for _ in range(3)] if depth < 6 else []
        return {"name": word(random), "size": random.randint(10, 9000), "children": children}

    return Input(compact(folder(0)))


def zero_inflated(random):
    """A count that is nearly always 0: there is no spread to judge by."""
    return Input(compact([{"id": i, "retries": random.randint(1, 9) if random.random() < 0.04 else 0} for i in range(2500)]))


def geometric_counts(random):
    """Each further retry is a fifth as likely: the largest comes once."""
    def retries():
        count = 0
        while random.random() < 0.2:
            count += 1
        return count

    return Input(compact([{"job": hexadecimal(random, 8), "retries": retries()} for _ in range(2500)]))


def many_optional_members(random):
    """Twelve members that a third of the rows have: most shapes come once or twice."""
    names = [word(random) + str(k) for k in range(12)]
    return Input(compact([{"id": i, **{name: random.randint(0, 9) for name in names if random.random() < 0.35}} for i in range(1200)]))


def names_of_people(random):
    """Some have a hyphen, an apostrophe, an initial: combinations come once."""
    def name():
        first, last = word(random).title(), word(random).title()
        first += f"-{word(random, 1, 2).title()}" if random.random() < 0.05 else ""
        first += f" {random.choice('ABCDEFG')}." if random.random() < 0.06 else ""
        last = f"O'{last}" if random.random() < 0.02 else last
        return f"{first} {last}" + (" Jr." if random.random() < 0.01 else "")

    return Input(compact([{"id": 100 + i, "name": name()} for i in range(2200)]))


def addresses_of_pages(random):
    """Paths of different depth, some with a query or a fragment."""
    def url():
        path = "/".join(word(random) for _ in range(random.randint(0, 5)))
        query = f"?{word(random)}={random.randint(1, 999)}" if random.random() < 0.15 else ""
        return f"https://{random.choice(['www', 'docs', 'api'])}.{word(random)}.example/{path}{query}" + ("#top" if random.random() < 0.03 else "")

    return Input(compact([{"url": url(), "hits": int(random.paretovariate(0.9))} for _ in range(1500)]))


def versions(random):
    def version():
        plain = f"{random.randint(0, 12)}.{random.randint(0, 30)}.{random.randint(0, 15)}"
        return plain + (f"-{random.choice(['alpha', 'beta', 'rc'])}.{random.randint(1, 12)}" if random.random() < 0.06 else "")

    return Input(compact([{"package": word(random), "version": version()} for _ in range(2000)]))


def numbers_of_javascript(random):
    """3.0 is written 3, 0.5 as 0.5: a few of a thousand fractions look whole."""
    numbers = [round(random.gauss(50, 9), 2) for _ in range(2500)]
    return Input(compact([{"i": i, "x": int(x) if x == int(x) else x} for i, x in enumerate(numbers)]))


def times_of_go(random):
    """Nanoseconds without the zeros at their end."""
    def at(i):
        fraction = f"{random.getrandbits(30) % 1_000_000_000:09}".rstrip("0")
        return stamp(31 * i)[:-1] + (f".{fraction}Z" if fraction else "Z")

    return Input(compact([{"time": at(i), "n": random.randint(0, 99)} for i in range(2000)]))


def word_counts(random):
    """Words of a text by their number: a power law, largest first."""
    return Input(compact({f"{word(random)}{k}": int(60_000 / (k + 1) ** 1.05) + random.randint(0, 3) for k in range(2500)}))


def sizes_largest_first(random):
    sizes = sorted((int(random.lognormvariate(9, 2)) for _ in range(2000)), reverse=True)
    return Input(compact([{"path": f"/var/{word(random)}/{k}", "bytes": size} for k, size in enumerate(sizes)]))


def lists_of_any_length(random):
    """Tags: none to some, the most in one row."""
    return Input(compact([{"id": i, "tags": [word(random) for _ in range(int(random.expovariate(0.6)))]} for i in range(1500)]))


def issues_calm(random):
    """As GitHub's API lists them."""
    return Input(compact(hard_rows.issues_of(random)))


def kubernetes_calm(random):
    return Input(indented({"apiVersion": "v1", "kind": "List", "items": hard_documents.pods_of(random)}))


def lock_file_calm(random):
    return Input(indented({"name": "shop", "lockfileVersion": 3, "packages": hard_documents.packages_of(random)}))


def metrics_calm(random):
    document = {"status": "success", "data": {"resultType": "vector", "result": hard_documents.vector_of(random)}}
    return Input(compact(document))


def geojson_calm(random):
    return Input(compact({"type": "FeatureCollection", "features": hard_documents.places_of(random)}))


def csv_free_text(random):
    """Remarks, empty in a third of the records."""
    rows = [["ref", "remark", "score"]]
    rows += [[f"R{i:05}", sentence(random, 1, 12) if random.random() < 0.66 else "", random.choice(["", 1, 2, 3, 4, 5])] for i in range(1500)]
    return Input(table(rows, end="\n"), header=True)


def json_lines_of_events(random):
    """Three kinds of event with members of their own, in unequal parts."""
    def event(i):
        kind = random.choices(["view", "click", "buy"], [70, 25, 5])[0]
        more = {"view": {"page": f"/{word(random)}"}, "click": {"x": random.randint(0, 1900), "y": random.randint(0, 1000)},
                "buy": {"cart": [random.randint(1, 99) for _ in range(random.randint(1, 4))], "total": round(random.lognormvariate(3, 1), 2)}}
        return {"at": stamp(11 * i), "event": kind, "user": hexadecimal(random, 8), **more[kind]}

    return Input("\n".join(compact(event(i)) for i in range(2000)))


def few_rows(random):
    """Thirty rows: whatever comes once is no exception among so few."""
    rows = [
        {"id": i, "state": random.choices(["open", "closed", "draft"], [6, 3, 1])[0], "labels": [word(random) for _ in range(random.randint(0, 3))],
         "milestone": random.choice([None, None, word(random)]), "comments": int(random.expovariate(0.3)), "body": sentence(random, 40, 120)}
        for i in range(30)
    ]
    return Input(compact(rows))


def measurements_with_pauses(random):
    """Times in bursts: gaps of all sizes."""
    at, rows = 0, []
    for _ in range(2000):
        at += int(random.lognormvariate(3, 1.3)) + 1
        rows.append({"at": stamp(at), "lux": random.randint(0, 900)})
    return Input(compact(rows))


def every_day_but_weekends(random):
    """One row a working day: every fifth step is of three days."""
    days = [date(2015, 1, 5) + timedelta(days=7 * (i // 5) + i % 5) for i in range(2000)]
    return Input(compact([{"day": day.isoformat(), "close": round(random.gauss(40, 3), 2)} for day in days]))
