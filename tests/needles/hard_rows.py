"""JSON arrays of rows, and other arrays, with one needle each. Hardly any says in words that something is wrong."""

import math

from case import Input, compact, grep, hexadecimal, indented, sentence, spaced, stamp, uuid, word


def rare_status(random):
    """One state among 3,000 tickets that no other has."""
    rows = [
        {"id": i, "title": sentence(random), "state": random.choice(["open", "closed", "merged"]), "votes": random.randint(0, 90)}
        for i in range(3000)
    ]
    rows[1717]["state"] = "quarantined"
    return Input(compact(rows), ("quarantined",), '"quarantined"')


def rare_twice(random):
    """A state that two rows have, far apart."""
    rows = [{"account": 10_000 + i, "state": random.choices(["active", "idle"], [3, 1])[0]} for i in range(4000)]
    rows[911]["state"] = rows[2740]["state"] = "paused"
    return Input(spaced(rows), ("paused",), '"paused"', grep("paused"))


def rare_boolean(random):
    """A switch that is off in one of 1,500 rows."""
    rows = [{"flag": f"{word(random)}_{i}", "enabled": True, "share": random.randint(1, 100)} for i in range(1500)]
    rows[1033]["enabled"] = False
    return Input(compact(rows), ('"enabled":false',), '"enabled":false', grep('"enabled":false'))


def extreme_number(random):
    """One latency that is far beyond a heavy tail."""
    rows = [{"route": f"/v1/{word(random)}", "ms": round(random.lognormvariate(3, 0.8), 1)} for _ in range(2500)]
    rows[812]["ms"] = 98_412.7
    return Input(compact(rows), ("98412.7",), "98412.7")


def extreme_beside_large_ids(random):
    """A quantity of 4,000 where others are single digits, beside columns of ids of 19 digits."""
    rows = [
        {"id": 1_790_000_000_000_000_000 + random.getrandbits(50), "parent": random.getrandbits(60), "quantity": random.randint(1, 9)}
        for _ in range(2000)
    ]
    rows[655]["quantity"] = 4000
    return Input(compact(rows), ('"quantity":4000',), '"quantity":4000')


def extreme_small(random):
    """A price of 12 among prices near a million."""
    rows = [{"lot": f"L{i:05}", "price": round(random.gauss(1_000_000, 9_000), 2)} for i in range(1800)]
    rows[1204]["price"] = 12.0
    return Input(indented(rows), ('"price":12.0',), '"price":12.0')


def negative_among_positive(random):
    """A balance below zero, not far from the others in size."""
    rows = [{"wallet": hexadecimal(random, 12), "balance": random.randint(40, 900)} for _ in range(2600)]
    rows[2001]["balance"] = -35
    return Input(compact(rows), ("-35",), '"balance":-35')


def extreme_late_in_wide_rows(random):
    """The 30th of 40 columns has one value of its own."""
    rows = [{} for _ in range(700)]
    names = [f"{word(random)}_{c:02}" for c in range(40)]
    for row in rows:
        for column, name in enumerate(names):
            row[name] = random.choice(["low", "mid", "high"]) if column % 5 == 4 else random.randint(0, 999)
    rows[431][names[29]] = "void"
    return Input(compact(rows), ('"void"',), '"void"', grep(f'.{{0,40}}"void".{{0,40}}'), ("void",))


def extreme_number_late_in_wide_rows(random):
    """The 37th of 40 numeric columns has one number far outside."""
    names = [f"{word(random)}_{c:02}" for c in range(40)]
    rows = [{name: round(random.gauss(50, 4), 2) for name in names} for _ in range(600)]
    rows[222][names[36]] = 5170.25
    return Input(compact(rows), ("5170.25",), "5170.25", grep(f'"{names[36]}":5170'))


def other_shape(random):
    """One row has a member that no other has, and lacks one that all have."""
    rows = [{"slug": f"{word(random)}-{i}", "body": sentence(random), "lang": random.choice(["de", "en", "fr"])} for i in range(1800)]
    rows[1399] = {"slug": rows[1399]["slug"], "moved_to": "/archive/1399", "lang": "de"}
    return Input(compact(rows), ("moved_to",), "moved_to")


def missing_member(random):
    """One row lacks the address that all others have."""
    rows = [{"user": f"u{i}", "mail": f"{word(random)}@example.org", "seats": random.randint(1, 50)} for i in range(1900)]
    del rows[1111]["mail"]
    return Input(compact(rows), ('"user":"u1111"',), '"user":"u1111"')


def third_shape(random):
    """Two shapes come equally often, a third once."""
    shapes = [lambda i: {"kind": "move", "from": i, "to": i + 3}, lambda i: {"kind": "say", "text": word(random), "room": i % 7}]
    rows = [random.choice(shapes)(i) for i in range(2400)]
    rows[1510] = {"kind": "say", "text": word(random), "room": 3, "whisper": True}
    return Input(compact(rows), ("whisper",), "whisper")


def other_type(random):
    """A price that is a string with a decimal comma."""
    rows = [{"sku": hexadecimal(random, 8), "price": round(random.uniform(3, 80), 2)} for _ in range(2000)]
    rows[1502]["price"] = "12,50"
    return Input(spaced(rows), ("12,50",), "12,50")


def fraction_among_integers(random):
    """A count of 3.5 among whole numbers."""
    rows = [{"box": f"B-{i:04}", "pieces": random.randint(1, 12)} for i in range(2000)]
    rows[987]["pieces"] = 3.5
    return Input(compact(rows), ('"pieces":3.5',), '"pieces":3.5')


def object_among_strings(random):
    """An owner that is an object where others are names."""
    rows = [{"repository": f"{word(random)}/{word(random)}", "owner": word(random)} for _ in range(1700)]
    rows[1290]["owner"] = {"team": "vault"}
    return Input(compact(rows), ('"team":"vault"',), '"team":"vault"')


def null_where_none(random):
    """One owner is null."""
    rows = [{"id": i, "owner": word(random), "host": f"10.0.{random.randint(0, 255)}.{random.randint(1, 254)}"} for i in range(2200)]
    rows[733]["owner"] = None
    return Input(compact(rows), ('"owner":null',), '"owner":null', grep('"owner":null'))


def empty_where_none(random):
    """One assignee is the empty string, among names that are all different."""
    rows = [{"case": 50_000 + i, "assignee": f"{word(random)} {word(random)} {i}"} for i in range(2000)]
    rows[1875]["assignee"] = ""
    return Input(compact(rows), ('"assignee":""',), '"assignee":""')


def long_text(random):
    """One comment of 600 characters where others have up to 30."""
    rows = [{"id": i, "comment": sentence(random, 1, 3)[:30]} for i in range(2000)]
    rows[1666]["comment"] = "please call back, " + sentence(random, 90, 90)[:580]
    return Input(compact(rows), ("please call back",), "please call back")


def short_text(random):
    """One summary of one letter where others have hundreds of characters."""
    rows = [{"id": i, "summary": sentence(random, 30, 45)} for i in range(600)]
    rows[377]["summary"] = "k"
    return Input(compact(rows), ('"summary":"k"',), '"summary":"k"')


def broken_id(random):
    """An order number in another form."""
    rows = [{"order": f"ORD-2026-{random.randint(0, 999_999):06}", "total": round(random.uniform(5, 300), 2)} for _ in range(2100)]
    rows[1432]["order"] = "ord_881"
    return Input(compact(rows), ("ord_881",), "ord_881")


def broken_id_of_same_length(random):
    """An order number with a letter in place of a digit."""
    rows = [{"order": f"ORD-2026-{random.randint(0, 999_999):06}", "total": round(random.uniform(5, 300), 2)} for _ in range(2100)]
    rows[640]["order"] = "ORD-2026-7O4421"
    return Input(compact(rows), ("ORD-2026-7O4421",), "ORD-2026-7O4421")


def broken_date(random):
    """A date written with slashes, as long as the others."""
    rows = [
        {"day": f"2026-{random.randint(1, 12):02}-{random.randint(1, 28):02}", "visits": random.randint(100, 900)} for _ in range(2300)
    ]
    rows[1999]["day"] = "03/14/2026"
    return Input(compact(rows), ("03/14/2026",), "03/14/2026")


def broken_mail(random):
    """An address without an @."""
    rows = [{"name": word(random), "mail": f"{word(random)}.{word(random)}@{word(random)}.example"} for _ in range(2000)]
    rows[808]["mail"] = "karin.holm(at)mail.example"
    return Input(compact(rows), ("(at)",), "(at)")


def old_date(random):
    """One record of 1970 among those of one month."""
    rows = [{"seen": stamp(random.randint(0, 2_400_000)), "node": hexadecimal(random, 6)} for _ in range(2000)]
    rows[1321]["seen"] = "1970-01-01T00:00:00Z"
    return Input(compact(rows), ("1970-01-01",), "1970-01-01")


def needle_in_first_row(random):
    """The odd row is the first."""
    rows = [{"id": i, "tier": random.choice(["gold", "silver"]), "points": random.randint(0, 999)} for i in range(2000)]
    rows[0]["tier"] = "revoked"
    return Input(compact(rows), ('"revoked"',), '"revoked"')


def needle_behind_head(random):
    """The odd row is the first that the head does not show."""
    rows = [{"id": i, "tier": random.choice(["gold", "silver"]), "points": random.randint(0, 999)} for i in range(2000)]
    rows[5]["points"] = 4_000_000
    return Input(compact(rows), ("4000000",), "4000000")


def needle_in_last_row(random):
    """The odd row is the last."""
    rows = [{"id": i, "tier": random.choice(["gold", "silver"]), "points": random.randint(0, 999)} for i in range(2000)]
    rows[-1]["tier"] = "revoked"
    return Input(compact(rows), ('"revoked"',), '"revoked"')


def few_rows_rare_value(random):
    """60 rows of 400 characters; one state of its own."""
    rows = [{"ticket": 900 + i, "state": random.choice(["open", "closed"]), "text": sentence(random, 45, 60)} for i in range(60)]
    rows[37]["state"] = "escalated"
    return Input(compact(rows), ("escalated",), "escalated", grep('"escalated"'))


def few_rows_extreme(random):
    """50 rows; one duration far beyond."""
    rows = [{"step": word(random), "seconds": round(random.lognormvariate(1, 0.5), 2), "output": sentence(random, 40, 55)} for _ in range(50)]
    rows[21]["seconds"] = 5400.75
    return Input(indented(rows), ("5400.75",), "5400.75", grep("5400"))


def few_rows_null(random):
    """40 rows; one commit has no author."""
    rows = [{"sha": hexadecimal(random, 40), "author": word(random), "message": sentence(random, 40, 60)} for _ in range(40)]
    rows[26]["author"] = None
    return Input(compact(rows), ('"author":null',), '"author":null', grep('"author":null'))


def few_rows_other_shape(random):
    """45 rows; one has a member that no other has."""
    rows = [{"id": i, "name": word(random), "about": sentence(random, 45, 60)} for i in range(45)]
    rows[30]["superseded_by"] = 41
    return Input(compact(rows), ("superseded_by",), "superseded_by", grep("superseded_by"))


def nested_value(random):
    """A rare value three levels down."""
    rows = [
        {"pod": f"p{i}", "spec": {"limits": {"cpu": random.choice(["1", "2"]), "tier": random.choice(["web", "job"])}}} for i in range(1600)
    ]
    rows[1201]["spec"]["limits"]["tier"] = "root"
    return Input(compact(rows), ('"tier":"root"',), '"tier":"root"')


def nested_number(random):
    """An extreme number in an array within each row."""
    rows = [{"sensor": f"s{i}", "samples": [round(random.gauss(20, 1), 1) for _ in range(8)]} for i in range(1500)]
    rows[1003]["samples"][5] = 900.5
    return Input(compact(rows), ("900.5",), "900.5")


def long_inner_array(random):
    """One row has 60 tags, others up to three."""
    rows = [{"post": i, "tags": [word(random) for _ in range(random.randint(1, 3))]} for i in range(1500)]
    rows[1442]["tags"] = [f"spam{t}" for t in range(60)]
    return Input(compact(rows), ("spam0",), "spam0")


def empty_inner_array(random):
    """One row has no reviewers, others have some."""
    rows = [{"change": i, "reviewers": [word(random) for _ in range(random.randint(1, 4))]} for i in range(1500)]
    rows[901]["reviewers"] = []
    return Input(compact(rows), ('"reviewers":[]',), '"reviewers":[]')


def constant_but_one(random):
    """A port that is the same in all rows but one: there is no spread to judge by."""
    rows = [{"host": f"h{hexadecimal(random, 6)}", "port": 443} for _ in range(1900)]
    rows[1150]["port"] = 444
    return Input(compact(rows), ('"port":444',), '"port":444')


def other_currency(random):
    """Amounts in dollars, one in euros, of the same length."""
    rows = [{"receipt": i, "paid": f"${random.uniform(10, 99):.2f}"} for i in range(2000)]
    rows[1313]["paid"] = "€31.10"
    return Input(compact(rows), ("€31.10",), "€31.10")


def number_in_text(random):
    """Numbers written as strings, one far outside."""
    rows = [{"meter": hexadecimal(random, 8), "reading": f"{random.gauss(400, 20):.1f}"} for _ in range(2000)]
    rows[1771]["reading"] = "99120.5"
    return Input(compact(rows), ("99120.5",), "99120.5")


def zero_among_counts(random):
    """A count of zero where others are in the hundreds."""
    rows = [{"shop": f"S{i:04}", "visitors": random.randint(300, 900)} for i in range(1900)]
    rows[1412]["visitors"] = 0
    return Input(compact(rows), ('"visitors":0',), '"visitors":0')


def time_in_other_zone(random):
    """One time with an offset where all others end in Z."""
    rows = [{"at": stamp(71 * i), "door": random.randint(1, 9)} for i in range(2000)]
    rows[1188]["at"] = rows[1188]["at"][:-1] + "+05:30"
    return Input(compact(rows), ("+05:30",), "+05:30")


def blank_at_end(random):
    """One code with a blank behind it."""
    rows = [{"code": random.choice(["AMS", "BER", "CDG", "DUB"]), "seats": random.randint(50, 300)} for _ in range(2000)]
    rows[1551]["code"] = "BER "
    return Input(compact(rows), ('"BER "',), '"BER "')


def milliseconds_among_seconds(random):
    """One time in milliseconds, others in seconds since 1970."""
    rows = [{"created": 1_772_000_000 + 60 * i, "size": random.randint(10, 99)} for i in range(2000)]
    rows[977]["created"] *= 1000
    return Input(compact(rows), ('"created":1772058620000',), '"created":1772058620000')


def escape_in_text(random):
    """One name with a NUL and a quotation mark in it, as escapes."""
    rows = [{"id": i, "name": word(random)} for i in range(2000)]
    rows[1620]["name"] = 'x\0" y'
    return Input(compact(rows), ('"id":1620',), '"id":1620,')


def beyond_float(random):
    """Numbers in many forms, one beyond all floats."""
    forms = ["{}.0", "{}e2", "{}E+02", "-{}.50", "{}"]
    rows = ",".join('{"n":%d,"value":%s}' % (i, random.choice(forms).format(random.randint(1, 9))) for i in range(2500))
    before, after = rows.split('"n":1700,"value":')
    return Input(f'[{before}"n":1700,"value":1e400{after[after.index("}"):]}]', ("1e400",), "1e400")


def unicode_rows(random):
    """Chinese, Arabic and emoji in each row, one status of its own."""
    names = ["李小龙", "王芳", "محمد علي", "שרה לוי", "Zoë 🦊", "佐藤花子"]
    rows = [
        {"番号": i, "名前": random.choice(names), "状態": random.choice(["完了", "進行中"]), "メモ": "👍🏽" * random.randint(1, 3)}
        for i in range(2000)
    ]
    rows[1357]["状態"] = "保留"
    return Input(compact(rows), ("保留",), "保留")


def matrix_ragged(random):
    """A matrix of 12 columns in which one row has 11."""
    rows = [[round(random.gauss(0, 1), 3) for _ in range(12)] for _ in range(1500)]
    del rows[1070][4]
    mark = compact(rows[1070])
    return Input(compact(rows), (mark,), mark)


def matrix_extreme(random):
    """A matrix in which one cell is far outside."""
    rows = [[round(random.gauss(0, 1), 3) for _ in range(12)] for _ in range(1500)]
    rows[444][7] = -71.25
    return Input(compact(rows), ("-71.25",), "-71.25")


def matrix_column_extreme(random):
    """A matrix of columns of different sizes; one cell is usual in another column."""
    sizes = [1, 1000, 1, 1000, 1, 1000]
    rows = [[round(random.gauss(5, 1) * size, 2) for size in sizes] for _ in range(1800)]
    rows[1300][2] = 5012.75
    return Input(compact(rows), ("5012.75",), "5012.75")


def scalars_type(random):
    """5,000 numbers and one string."""
    values = [random.randint(100, 999) for _ in range(5000)]
    values[3210] = "n/a"
    return Input(compact(values), ('"n/a"',), '"n/a"')


def scalars_form(random):
    """Hashes of 40 digits, one of 39."""
    values = [hexadecimal(random, 40) for _ in range(900)]
    values[577] = values[577][:39]
    return Input(compact(values), (values[577] + '"',), values[577] + '"')


def series_spike(random):
    """A daily curve with one spike."""
    rows = [
        {"at": stamp(600 * i), "load": round(50 + 25 * math.sin(i / 23) + random.gauss(0, 2), 2)} for i in range(2500)
    ]
    rows[1845]["load"] = 611.4
    return Input(compact(rows), ("611.4",), "611.4")


def series_gap(random):
    """One sample a minute, but for 47 minutes."""
    times = [60 * i + (47 * 60 if i >= 1456 else 0) for i in range(2500)]
    rows = [{"at": stamp(at), "celsius": round(random.gauss(21, 0.5), 2)} for at in times]
    return Input(compact(rows), (stamp(times[1456]),), stamp(times[1456]))


def long_rows(random):
    """Issues as GitHub's API lists them, 2,000 characters each; one is locked."""
    rows = issues_of(random)
    rows[188]["locked"] = True
    return Input(compact(rows), ('"locked":true',), '"locked":true', grep('"locked":true'))


def five_megabytes(random):
    """One line of 5 MB; one country code of its own."""
    rows = [
        {"id": i, "ref": hexadecimal(random, 16), "country": random.choice(["DE", "FR", "PL", "ES"]), "amount": round(random.uniform(1, 500), 2),
         "memo": "monthly subscription renewal", "batch": i // 500}
        for i in range(44_000)
    ]
    rows[31_337]["country"] = "XK"
    return Input(compact(rows), ('"XK"',), '"XK"')


def needles_by_the_dozen(random):
    """Forty rows are odd, each in its own way: some are shown and the rest is counted."""
    rows = [{"id": i, "state": random.choice(["on", "off"]), "volts": round(random.gauss(230, 1), 1)} for i in range(3000)]
    for k in range(40):
        rows[50 + 70 * k].update([{"state": f"odd{k}"}, {"volts": 9000 + k}, {"volts": None}, {f"extra{k}": 1}][k % 4])
    return Input(compact(rows), ('"odd0"',), '"odd0"', many_odd=True)


def odd_combination(random):
    """Two columns with few values each, one combination of which occurs once."""
    pairs = [("prod", "eu"), ("test", "us")]
    rows = [dict(zip(("stage", "region"), random.choice(pairs)), build=i) for i in range(2000)]
    rows[1440].update(stage="test", region="eu")
    return Input(compact(rows), ('"stage":"test","region":"eu"',), '"stage":"test","region":"eu"', hope=True)


def twice_the_same_id(random):
    """An id that comes twice where each is unique."""
    rows = [{"invoice": uuid(random), "cents": random.randint(100, 9999)} for _ in range(1500)]
    rows[1333]["invoice"] = rows[210]["invoice"]
    return Input(compact(rows), (rows[210]["invoice"],), rows[210]["invoice"])


def between_two_clusters(random):
    """A number between two clusters, far from both and from no extreme."""
    rows = [{"run": i, "score": round(random.choice([10, 90]) + random.gauss(0, 1), 2)} for i in range(2000)]
    rows[1234]["score"] = 50.01
    return Input(compact(rows), ("50.01",), "50.01", hope=True)


def out_of_order(random):
    """Sequence numbers that rise, but for one."""
    rows = [{"sequence": 5 * i, "checksum": hexadecimal(random, 8)} for i in range(2000)]
    rows[1500]["sequence"] = 2503
    return Input(compact(rows), ('"sequence":2503',), '"sequence":2503')


def issues_of(random):
    def user():
        login = word(random)
        urls = {f"{what}_url": f"https://api.github.example/users/{login}/{what}" for what in ["followers", "gists", "repos", "events"]}
        return {"login": login, "id": random.getrandbits(24), "type": "User", "site_admin": False, **urls}

    return [
        {"id": random.getrandbits(31), "number": 4000 - i, "title": sentence(random), "user": user(), "state": random.choice(["open", "closed"]),
         "locked": False, "assignee": None, "comments": min(int(random.expovariate(0.3)), 30), "created_at": stamp(700 * i),
         "body": "\n".join(sentence(random, 8, 20) for _ in range(random.randint(4, 10))),
         "reactions": {"+1": random.randint(0, 9), "-1": 0, "heart": random.randint(0, 3)}}
        for i in range(300)
    ]
