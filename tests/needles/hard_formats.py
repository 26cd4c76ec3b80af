"""Shapes that well-known programs and interfaces write, with one needle each."""

from case import Input, compact, grep, hexadecimal, indented, table, word


def graphql_edges(random):
    """Edges and nodes with cursors; one node is null, as where the caller may not see it."""
    edges = [
        {"cursor": hexadecimal(random, 16), "node": {"id": f"U_{hexadecimal(random, 10)}", "login": word(random), "repositories": {"totalCount": int(random.expovariate(0.05))}}}
        for _ in range(600)
    ]
    edges[411]["node"] = None
    page = {"hasNextPage": True, "endCursor": edges[-1]["cursor"]}
    return Input(compact({"data": {"search": {"userCount": 4711, "edges": edges, "pageInfo": page}}}), ('"node":null',), '"node":null', grep('"node":null'))


def kubernetes_image(random):
    """Deployments as kubectl prints them as JSON; one image is from another registry."""
    def deployment(i):
        name = f"{word(random)}-{i}"
        container = {"name": name, "image": f"registry.corp.example/{name}:1.{random.randint(0, 30)}.{random.randint(0, 9)}", "resources": {"limits": {"memory": "512Mi"}}}
        return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name, "namespace": random.choice(["shop", "data", "ops"])},
                "spec": {"replicas": random.randint(1, 5), "template": {"spec": {"containers": [container]}}}}

    items = [deployment(i) for i in range(140)]
    items[93]["spec"]["template"]["spec"]["containers"][0]["image"] = "docker.io/miner:latest"
    return Input(indented({"apiVersion": "v1", "kind": "List", "items": items}), ("docker.io/miner",), "docker.io/miner")


def lock_file_script(random):
    """Packages by path, one of which has a script that runs at its installation."""
    packages = {
        f"node_modules/{word(random)}{i}": {"version": f"{random.randint(0, 9)}.{random.randint(0, 20)}.{random.randint(0, 9)}",
                                           "integrity": f"sha512-{hexadecimal(random, 40)}", "dev": True}
        for i in range(800)
    }
    packages[list(packages)[512]]["hasInstallScript"] = True
    return Input(indented({"name": "shop", "lockfileVersion": 3, "packages": packages}), ("hasInstallScript",), "hasInstallScript")


def not_a_number_in_csv(random):
    """A column of numbers in which one cell says NaN."""
    rows = [["step", "loss", "rate"]] + [[i, f"{3 / (1 + i / 90) + random.gauss(0, 0.02):.4f}", "3e-4"] for i in range(1500)]
    rows[1101][1] = "NaN"
    return Input(table(rows, end="\n"), ("NaN",), "NaN", header=True)


def negative_zero(random):
    """One offset is written -0.0."""
    rows = [{"channel": i, "offset": round(random.uniform(0.5, 9.5), 1)} for i in range(1200)]
    rows[903]["offset"] = -0.0
    return Input(compact(rows), ('"offset":-0.0',), '"offset":-0.0', hope=True)


def number_twice(random):
    """Running numbers, one of which was given twice."""
    rows = [{"ticket": 4000 + i - (1 if i >= 900 else 0), "counter": random.randint(1, 9)} for i in range(1600)]
    return Input(compact(rows), ('"ticket":4899',), '"ticket":4899', lines=(899, 900))
