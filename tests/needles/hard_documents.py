"""JSON objects, envelopes and the answers of well-known interfaces, with one needle each."""

from case import Input, compact, grep, hexadecimal, indented, sentence, spaced, stamp, table, word


def items_in_object(random):
    """The rows are at data.items, beside paging and meta data."""
    items = [{"id": i, "plan": random.choice(["free", "team"]), "seats": random.randint(1, 40)} for i in range(2000)]
    items[1544]["plan"] = "sponsored"
    document = {"meta": {"request": hexadecimal(random, 16), "took": 41}, "data": {"items": items, "next": "p2"}, "warnings": []}
    return Input(compact(document), ('"sponsored"',), '"sponsored"')


def needle_in_smaller_array(random):
    """Two arrays; the odd row is in the one with fewer rows."""
    users = [{"user": f"u{i}", "role": random.choice(["reader", "writer"])} for i in range(300)]
    users[211]["role"] = "owner"
    events = [{"event": i, "by": f"u{random.randint(0, 299)}", "at": stamp(30 * i)} for i in range(2500)]
    return Input(compact({"users": users, "events": events}), ('"owner"',), '"owner"', grep('"role":"owner"'))


def needle_beside_items(random):
    """The rows are calm; a member behind them is not."""
    items = [{"id": i, "name": word(random)} for i in range(2500)]
    document = {"items": items, "partial": True, "skipped_shards": ["eu-7"]}
    return Input(compact(document), ('"skipped_shards"', '"eu-7"'), '"eu-7"')


def totals_contradict(random):
    """1,200 slugs and a total of 1,250."""
    slugs = [f"{word(random)}-{word(random)}-{i}" for i in range(1200)]
    return Input(compact({"slugs": slugs, "total": 1250}), ("1,200", '"total":1250'), '"total":1250', grep('"total"'), ("1250",))


def wide_object(random):
    """3,000 services by name; one value is unlike the rest."""
    services = {f"svc-{i:04}": {"state": "up", "replicas": random.randint(2, 4)} for i in range(3000)}
    services["svc-1987"]["state"] = "draining"
    return Input(compact(services), ("draining",), "draining")


def wide_object_number(random):
    """3,000 counters by name, one of them a thousand times the others."""
    counters = {f"{word(random)}.{i}": random.randint(100, 900) for i in range(3000)}
    counters["cache.spill.bytes"] = 640_000
    return Input(compact(counters), ("640000",), "640000")


def wide_object_type(random):
    """3,000 strings by name, and one null."""
    strings = {f"label.{word(random)}.{i}": sentence(random, 1, 4) for i in range(3000)}
    strings["label.checkout.2001"] = None
    return Input(indented(dict(sorted(strings.items()))), ("label.checkout.2001",), "label.checkout.2001")


def wide_object_key(random):
    """3,000 keys of one form, and one of another."""
    flags = {f"{hexadecimal(random, 16)}": random.randint(1, 5) for _ in range(3000)}
    entries = list(flags.items())
    entries.insert(1700, ("__override__", 3))
    return Input(compact(dict(entries)), ("__override__",), "__override__")


def lock_file(random):
    """Packages by name, one from another host."""
    packages = packages_of(random)
    packages[list(packages)[455]]["resolved"] = "http://files.mirror.example/left-pad.tgz"
    return Input(indented({"name": "shop", "lockfileVersion": 3, "packages": packages}), ("files.mirror",), "files.mirror")


def deep_tree(random):
    """Folders within folders, 12 levels; one file is open to all."""
    def folder(depth):
        node = {"name": word(random), "mode": "rwxr-x---", "children": []}
        if depth < 12:
            node["children"] = [folder(depth + 1) for _ in range(2 if depth < 7 else 1)]
        return node

    root = folder(0)
    at = root
    for step in [1, 0, 1, 1, 0, 1, 0, 0, 0, 0]:
        at = at["children"][step]
    at["mode"] = "rwxrwxrwx"
    return Input(compact(root), ("rwxrwxrwx",), "rwxrwxrwx", grep("rwxrwxrwx"))


def deep_single(random):
    """An array of rows below 30 levels of objects with one member each."""
    rows = [{"id": i, "unit": random.choice(["kg", "g"])} for i in range(1500)]
    rows[1212]["unit"] = "stone"
    document = {"rows": rows}
    for level in range(30):
        document = {f"level{level}": document}
    return Input(compact(document), ("stone",), "stone")


def mcp_text(random):
    """A content list whose text is JSON."""
    rows = [{"page": i, "status": random.choice([200, 200, 200, 304]), "bytes": random.randint(900, 9000)} for i in range(1800)]
    rows[1630]["status"] = 418
    text = compact(rows)
    return Input(spaced([{"type": "text", "text": text}]), ("418",), '"status":418', inner=text)


def mcp_structured(random):
    """The same rows as text and as structured content: no duplicate in the view."""
    rows = [{"city": word(random), "zone": random.choice(["CET", "EET"]), "people": int(random.lognormvariate(10, 0.7))} for _ in range(1500)]
    rows[921]["zone"] = "UTC+20"
    text = compact({"cities": rows})
    envelope = {"content": [{"type": "text", "text": text}], "structuredContent": {"cities": rows}, "isError": False}
    return Input(spaced(envelope), ("UTC+20",), "UTC+20", inner=text)


def text_in_json_in_text(random):
    """A content list with JSON with one text, which is a table of JSON lines."""
    rows = [{"worker": i % 9, "took": round(random.gauss(12, 1.5), 2)} for i in range(2000)]
    rows[1499]["took"] = 777.5
    text = "\n".join(map(compact, rows))
    return Input(spaced([{"type": "text", "text": compact({"output": text})}]), ("777.5",), "777.5", inner=text)


def json_rpc(random):
    """The answer of a JSON-RPC server with rows in it."""
    rows = [{"block": 19_000_000 + i, "miner": "0x" + hexadecimal(random, 8), "gas": random.randint(14_000_000, 15_000_000)} for i in range(1500)]
    rows[1010]["gas"] = 21_000
    text = compact(rows)
    return Input(compact({"jsonrpc": "2.0", "id": 7, "result": rows}), ('"gas":21000',), '"gas":21000', inner=text)


def kubernetes(random):
    """A list of 150 pods as kubectl prints it; one in a phase of its own."""
    pods = pods_of(random)
    pods[104]["status"]["phase"] = "Evicted"
    return Input(indented({"apiVersion": "v1", "kind": "List", "items": pods}), ("Evicted",), "Evicted", grep("Evicted"))


def kubernetes_restarts(random):
    """The same list; one container has restarted 214 times."""
    pods = pods_of(random)
    pods[61]["status"]["containerStatuses"][0]["restartCount"] = 214
    return Input(spaced({"apiVersion": "v1", "kind": "List", "items": pods}), ("214",), '"restartCount": 214', grep('"restartCount": 214'))


def search_results(random):
    """The answer of a web search; one hit of another scheme."""
    results = [
        {"title": sentence(random, 3, 6), "url": f"https://{word(random)}.example/{word(random)}/{i}", "snippet": sentence(random, 15, 30),
         "score": round(1 / (1 + i / 50) + random.uniform(0, 0.01), 4)}
        for i in range(250)
    ]
    results[137]["url"] = "ftp://archive.example/pub/137"
    return Input(compact({"query": "quiet keyboards", "results": results}), ("ftp://",), "ftp://")


def metricsvector_of(random):
    """Prometheus' instant vector: numbers as strings, one far outside."""
    result = vector_of(random)
    result[616]["value"][1] = "88214.000"
    return Input(compact({"status": "success", "data": {"resultType": "vector", "result": result}}), ("88214",), "88214")


def metrics_not_a_number(random):
    """Prometheus' instant vector; one value is NaN."""
    result = [
        {"metric": {"instance": f"n{i}", "job": "disk"}, "value": [1772366400.5, f"{random.uniform(0.2, 0.8):.4f}"]} for i in range(900)
    ]
    result[333]["value"][1] = "NaN"
    return Input(compact({"status": "success", "data": {"resultType": "vector", "result": result}}), ('"NaN"',), '"NaN"')


def metrics_matrix(random):
    """Prometheus' range query, 60 samples a series; one sample far outside."""
    result = [
        {"metric": {"instance": f"db-{i}", "job": "sql"}, "values": [[1772366400 + 15 * t, f"{random.gauss(0.5, 0.05):.3f}"] for t in range(60)]}
        for i in range(120)
    ]
    result[81]["values"][33][1] = "973.410"
    return Input(compact({"status": "success", "data": {"resultType": "matrix", "result": result}}), ("973.41",), "973.41", grep("973"))


def geojson(random):
    """1,500 places in the middle of Europe, and one at 0, 0."""
    features = places_of(random)
    features[1096]["geometry"]["coordinates"] = [0, 0]
    return Input(compact({"type": "FeatureCollection", "features": features}), ("[0,0]",), "[0,0]")


def geojson_shape(random):
    """Points, and one polygon."""
    features = [
        {"type": "Feature", "properties": {"id": i}, "geometry": {"type": "Point", "coordinates": [round(random.uniform(5, 15), 5), 50.5]}}
        for i in range(1500)
    ]
    features[420]["geometry"] = {"type": "Polygon", "coordinates": [[[6, 48], [7, 48], [7, 49], [6, 48]]]}
    return Input(compact({"type": "FeatureCollection", "features": features}), ("Polygon",), "Polygon")


def rows_by_group(random):
    """Forty arrays by team; the odd row is in one of them."""
    teams = {f"team-{word(random)}-{k}": [{"day": i, "points": random.randint(1, 20)} for i in range(40)] for k in range(40)}
    teams[list(teams)[23]][31]["points"] = 9050
    return Input(compact({"season": 2026, "teams": teams}), ("9050",), "9050", grep("9050"))


def rows_within_rows(random):
    """Orders with their items; one item costs a thousand times the others."""
    orders = [{"order": i, "items": [{"sku": hexadecimal(random, 6), "cents": random.randint(100, 5000)} for _ in range(random.randint(1, 4))]} for i in range(900)]
    orders[617]["items"][0]["cents"] = 4_100_000
    return Input(compact(orders), ("4100000",), "4100000")


def strings_by_key(random):
    """3,000 translations by key; one is the key itself, in capitals."""
    texts = {f"app.{word(random)}.{k}": sentence(random, 2, 5) for k in range(3000)}
    texts[list(texts)[2210]] = "TODO_TRANSLATE"
    return Input(compact(texts), ("TODO_TRANSLATE",), "TODO_TRANSLATE")


def graphql(random):
    """Edges and nodes, as GraphQL answers; one node is null."""
    edges = [{"cursor": hexadecimal(random, 12), "node": {"id": hexadecimal(random, 10), "stars": int(random.lognormvariate(3, 1))}} for _ in range(900)]
    edges[512]["node"] = None
    document = {"data": {"viewer": {"repositories": {"totalCount": 900, "edges": edges, "pageInfo": {"hasNextPage": False}}}}}
    return Input(compact(document), ('"node":null',), '"node":null')


def columns_as_arrays(random):
    """A table by columns: arrays of the same length but for one."""
    table_ = {name: [random.randint(0, 99) for _ in range(1500)] for name in ["open", "high", "low", "close", "volume"]}
    table_["close"].pop(700)
    return Input(compact(table_), ("1,499",), '"close"', hope=True)


def table_in_text(random):
    """A content list whose text is CSV."""
    rows = [["host", "kernel", "uptime"]] + [[f"h{i}", random.choice(["6.1", "6.6"]), random.randint(1, 400)] for i in range(1500)]
    rows[1201][1] = "2.4"
    text = table(rows, end="\n")
    return Input(compact([{"type": "text", "text": text}]), ("h1200,2.4",), "h1200,2.4", inner=text)


# --- what some of them have in common with calm ones ---


def pods_of(random):
    def pod(i):
        name = f"web-{hexadecimal(random, 10)}-{hexadecimal(random, 5)}"
        return {
            "apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": name, "namespace": random.choice(["shop", "mail"]), "uid": hexadecimal(random, 32),
                         "creationTimestamp": stamp(911 * i), "labels": {"app": "web", "pod-template-hash": hexadecimal(random, 10)}},
            "spec": {"nodeName": f"node-{random.randint(1, 9)}", "restartPolicy": "Always", "serviceAccountName": "default",
                     "containers": [{"name": "web", "image": f"registry.example/web:{random.choice(['1.4', '1.5'])}",
                                     "resources": {"limits": {"cpu": "500m", "memory": "256Mi"}}, "ports": [{"containerPort": 8080}]}],
                     "tolerations": [{"key": f"node.kubernetes.io/{what}", "operator": "Exists", "tolerationSeconds": 300}
                                     for what in ["not-ready", "unreachable"]]},
            "status": {"phase": "Running", "podIP": f"10.2.{random.randint(0, 9)}.{i}", "qosClass": "Burstable",
                       "conditions": [{"type": what, "status": "True", "lastTransitionTime": stamp(911 * i + 9)} for what in ["Initialized", "Ready"]],
                       "containerStatuses": [{"name": "web", "ready": True, "restartCount": random.randint(0, 2), "imageID": hexadecimal(random, 64)}]},
        }

    return [pod(i) for i in range(150)]


def packages_of(random):
    packages = {}
    for i in range(700):
        name = f"{word(random)}-{i}"
        version = f"{random.randint(0, 9)}.{random.randint(0, 20)}.{random.randint(0, 9)}"
        packages[f"node_modules/{name}"] = {
            "version": version, "resolved": f"https://registry.example.org/{name}/-/{name}-{version}.tgz",
            "integrity": f"sha512-{hexadecimal(random, 64)}==", "license": random.choice(["MIT", "ISC", "Apache-2.0"]),
        }
    return packages


def vector_of(random):
    return [
        {"metric": {"__name__": "queue_depth", "instance": f"10.1.{i // 200}.{i % 200}:9100", "job": "worker"},
         "value": [1772366400.123, f"{random.lognormvariate(2, 0.5):.3f}"]}
        for i in range(900)
    ]


def places_of(random):
    return [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [round(random.uniform(5, 15), 5), round(random.uniform(47, 55), 5)]},
         "properties": {"name": word(random), "class": random.choice(["village", "town"])}}
        for _ in range(1500)
    ]
