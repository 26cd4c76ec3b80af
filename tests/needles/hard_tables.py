"""JSON lines and delimited text, with one needle each."""

from case import Input, compact, grep, hexadecimal, sentence, spaced, stamp, table, word


def lines_one_broken(random):
    """JSON lines, one of which ends in the middle."""
    lines = [compact({"seq": i, "topic": random.choice(["a", "b"]), "payload": sentence(random)}) for i in range(2000)]
    lines[1207] = lines[1207][:-9]
    return Input("\n".join(lines) + "\n", ('{"seq":1207,',), '{"seq":1207,')


def lines_one_odd(random):
    """JSON lines with blank ones among them; one row has a value of its own."""
    rows = [{"at": stamp(17 * i), "channel": random.choice(["web", "app"]), "cart": random.randint(1, 9)} for i in range(2500)]
    rows[2022]["channel"] = "fax"
    return Input("".join(spaced(row) + ("\n\n" if i % 400 == 399 else "\n") for i, row in enumerate(rows)), ('"fax"',), '"fax"')


def lines_one_of_other_kind(random):
    """JSON lines of objects, and one that is an array."""
    lines = [compact({"k": hexadecimal(random, 8), "v": random.randint(0, 99)}) for _ in range(2000)]
    lines[1313] = compact(["header", "again"])
    return Input("\n".join(lines), ('["header","again"]',), '["header","again"]')


def csv_header_again(random):
    """Two files, joined: the header comes again in the middle."""
    rows = [["device", "volts", "watts"]] + [[hexadecimal(random, 6), f"{random.gauss(230, 2):.1f}", random.randint(5, 90)] for _ in range(2000)]
    rows.insert(1210, rows[0])
    return Input(table(rows, end="\n"), ("line 1210",), "device,volts,watts", lines=(1210,), hope=True, header=True)


def lines_one_of_other_type(random):
    """JSON lines; one has a list where others have a number."""
    rows = [{"t": stamp(9 * i), "depth": random.randint(2, 40)} for i in range(2500)]
    rows[1919]["depth"] = [7, 9]
    return Input("\n".join(map(compact, rows)), ('"depth":[7,9]',), '"depth":[7,9]')


def lines_one_extreme(random):
    """JSON lines with CRLF; a number far outside in a nested member."""
    rows = [{"id": hexadecimal(random, 10), "stats": {"p50": round(random.gauss(8, 1), 2), "p99": round(random.gauss(40, 4), 2)}} for _ in range(1800)]
    rows[505]["stats"]["p99"] = 3817.5
    return Input("\r\n".join(map(compact, rows)) + "\r\n", ("3817.5",), "3817.5")


def lines_one_of_two_megabytes(random):
    """JSON lines, one of which has 2 MB; what is asked is in its middle."""
    rows = [{"doc": i, "verdict": "", "body": sentence(random)} for i in range(300)]
    lines = [compact({"doc": row["doc"], "body": row["body"]}) for row in rows]
    filler = [sentence(random, 2000, 2000) for _ in range(8)]
    halves = " ".join(filler[k % 8] for k in range(75))
    lines[222] = compact({"doc": 222, "body": halves, "verdict": "withdrawn", "appendix": halves})
    return Input("\n".join(lines), ("verdict",), '"doc":222,', grep('"verdict":"[^"]*"'), ("withdrawn",))


def csv_quoted(random):
    """Records with quoted line breaks, commas and quotes, after a BOM; one status of its own."""
    rows = [["id", "address", "remark", "status"]]
    for i in range(1500):
        address = f"{word(random)} {i % 90}\n{random.randint(10000, 99999)} {word(random)}"
        rows.append([i, address, f'{word(random)}, "{word(random)}"', random.choice(["sent", "paid"])])
    rows[1101][3] = "returned"
    return Input("\ufeff" + table(rows), ("returned",), "returned", header=True)


def csv_semicolon_ragged(random):
    """Decimal commas between semicolons; one record has a field more."""
    rows = [["Datum", "Konto", "Betrag"]]
    rows += [[f"{random.randint(1, 28):02}.03.2026", f"DE{random.randint(10, 99)}{hexadecimal(random, 6)}", f"{random.randint(1, 999)},{random.randint(0, 99):02}"] for _ in range(1800)]
    rows[1444].append("Storno")
    return Input(table(rows, ";"), ("Storno",), "Storno", header=True)


def csv_short_record(random):
    """One record lacks its last two fields."""
    rows = [["sku", "name", "stock", "shelf"]] + [[f"S{i:05}", word(random), random.randint(0, 60), f"R{i % 40}"] for i in range(2000)]
    del rows[1777][2:]
    return Input(table(rows, end="\n"), ("S01776",), "S01776", header=True)


def csv_odd_cell(random):
    """A word in a column of numbers."""
    rows = [["ticker", "open", "close"]] + [[word(random).upper()[:4], f"{random.uniform(9, 90):.2f}", f"{random.uniform(9, 90):.2f}"] for _ in range(2200)]
    rows[1618][2] = "halted"
    return Input(table(rows, end="\n"), ("halted",), "halted", header=True)


def csv_empty_cell(random):
    """One cell is empty in a column that is full."""
    rows = [["plate", "owner", "expires"]] + [[hexadecimal(random, 6).upper(), word(random), f"2027-{1 + i % 12:02}-01"] for i in range(2000)]
    rows[901][1] = ""
    return Input(table(rows, end="\n"), (f"{rows[901][0]},,",), f"{rows[901][0]},,", header=True)


def csv_wide(random):
    """60 columns, one of which has one value far outside."""
    names = [f"{word(random)}_{c}" for c in range(60)]
    rows = [names] + [[f"{random.gauss(10, 1):.2f}" for _ in names] for _ in range(400)]
    rows[250][47] = "6100.00"
    return Input(table(rows, end="\n"), ("6100.00",), "6100.00", header=True)


def csv_broken_pattern(random):
    """Postal codes of five digits, one with a letter."""
    rows = [["code", "place"]] + [[f"{random.randint(10000, 99999)}", word(random)] for _ in range(2500)]
    rows[1203][0] = "4O213"
    return Input(table(rows, end="\n"), ("4O213",), "4O213", header=True)


def tsv_without_header(random):
    """Tabs, no header; one number far outside."""
    rows = [[hexadecimal(random, 7), random.choice(["chr1", "chr2", "chrX"]), random.randint(10_000, 99_000), round(random.gauss(30, 3), 1)] for _ in range(2000)]
    rows[1290][3] = 2999.5
    return Input(table(rows, "\t", "\n"), ("2999.5",), "2999.5", header=False)


def tsv_rare_value(random):
    """Tabs with a header; a strand that is neither + nor -."""
    rows = [["name", "start", "end", "strand"]] + [[word(random), 100 * i, 100 * i + random.randint(20, 90), random.choice("+-")] for i in range(2000)]
    rows[777][3] = "."
    return Input(table(rows, "\t", "\n"), (f"{rows[777][2]}\t.",), f"{rows[777][2]}\t.", header=True)


def csv_unicode(random):
    """Names in several scripts; one unit of its own."""
    names = ["東京", "القاهرة", "Kraków", "Ζάκυνθος", "🏔️ Zermatt"]
    rows = [["都市", "値", "単位"]] + [[random.choice(names), random.randint(10, 99), random.choice(["円", "元"])] for _ in range(2000)]
    rows[1001][2] = "₿"
    return Input(table(rows, end="\n"), ("₿",), "₿", header=True)
