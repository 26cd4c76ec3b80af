"""Servers and a client that are none of ours: the Python SDK directly, and through `toolaria mcp` over stdio, over HTTP and with all servers in one.

    python real.py PROGRAM SERVERS

Needs the Python packages mcp, mcp-server-fetch and mcp-server-git beside this interpreter, and SERVERS, a folder in which
`npm install @modelcontextprotocol/server-everything @modelcontextprotocol/server-filesystem` was run. All data is local. Every server is
asked for something short, which must come as it does directly, and for something long, which must come as a handle, be found in by
`rescuer_fetch`, be read whole as a resource and, by `tla:`, be handed to a tool of another server. Prints a table; ends with an error where
anything differs.
"""

import asyncio
import contextlib
import functools
import http.server
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

BIN = pathlib.Path(sys.executable).parent
NEEDLE = "quokka"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def data(folder):
    """A large file, a page, and a repository, each with the needle once."""
    rows = [{"id": n, "user": f"user{n % 97}", "state": NEEDLE if n == 7_117 else "settled"} for n in range(9_000)]
    (folder / "rows.json").write_text(json.dumps(rows))
    (folder / "note.txt").write_text("short\n")
    items = "".join(f"<p>Parcel {n} of depot {n % 31} was {NEEDLE if n == 1_203 else 'weighed'} today.</p>" for n in range(2_500))
    (folder / "page.html").write_text(f"<html><body><h1>Parcels</h1>{items}</body></html>")
    (folder / "small.html").write_text("<html><body><p>short</p></body></html>")
    git = functools.partial(subprocess.run, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    git(["git", "init", "-q", "-b", "main"])
    commits = "".join(
        f"commit refs/heads/main\ncommitter A <a@example.org> {1_700_000_000 + n} +0000\ndata <<END\ndepot: {NEEDLE if n == 311 else 'weigh'} parcel {n}\nEND\n"
        for n in range(700)
    )
    git(["git", "fast-import", "--quiet"], input=commits.encode())


def servers(folder, packages, port):
    """Of each: its command, something short and something long to ask, as a tool and its arguments."""
    of_npm = lambda name: str(packages / "node_modules/.bin" / f"mcp-server-{name}")
    page = lambda name: {"url": f"http://127.0.0.1:{port}/{name}.html", "max_length": 900_000}
    long = "\n".join(f"{n} {NEEDLE if n == 1_500 else 'all is well'}" for n in range(3_000))
    return {
        "everything": ([of_npm("everything")], ("echo", {"message": "short"}), ("echo", {"message": long})),
        "filesystem": (
            [of_npm("filesystem"), str(folder)],
            ("read_text_file", {"path": str(folder / "note.txt")}),
            ("read_text_file", {"path": str(folder / "rows.json")}),
        ),
        "fetch": ([str(BIN / "mcp-server-fetch"), "--ignore-robots-txt", "--allow-private-ips"], ("fetch", page("small")), ("fetch", page("page"))),
        "git": (
            [str(BIN / "mcp-server-git"), "--repository", str(folder)],
            ("git_status", {"repo_path": str(folder)}),
            ("git_log", {"repo_path": str(folder), "max_count": 700}),
        ),
    }


@contextlib.asynccontextmanager
async def over_stdio(command):
    async with stdio_client(StdioServerParameters(command=command[0], args=command[1:]), errlog=open("/dev/null", "w")) as (read, write):
        async with ClientSession(read, write) as session:
            yield session, await session.initialize()


@contextlib.asynccontextmanager
async def over_http(command):
    """Through a relay that listens: the command has `--listen`."""
    relay = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        address = next(filter(None, (re.search(r"http://[\d.:]+/mcp", line) for line in relay.stderr)))[0]
        threading.Thread(target=relay.stderr.read, daemon=True).start()
        async with streamable_http_client(address) as (read, write, *_):
            async with ClientSession(read, write) as session:
                yield session, await session.initialize()
    finally:
        relay.terminate()
        relay.wait(20)


def said(result):
    return [block.model_dump(exclude_none=True) for block in result.content], result.is_error


async def direct(command, short, long):
    async with over_stdio(command) as (session, greeting):
        tools = [tool.name for tool in (await session.list_tools()).tools]
        return greeting.capabilities, tools, said(await session.call_tool(*short)), (await session.call_tool(*long)).content[0].text


async def whole(session, handle):
    """What is stored, by the pages of the resource."""
    uri, text = f"toolaria://blob/{handle}", ""
    while uri:
        [page] = (await session.read_resource(uri)).contents
        text += page.text
        uri = (page.meta or {}).get("toolaria/next")
    return text


async def check(session, before, short, long, name=lambda tool: tool):
    """What was exercised; raises where it is not as it should be."""
    capabilities, tools, plain, text = before
    listed = [tool.name for tool in (await session.list_tools()).tools]
    assert [name(tool) for tool in tools] == [tool for tool in listed if tool in map(name, tools)] and "rescuer_fetch" in listed, listed
    done = [f"{len(listed)} tools"]
    if capabilities.prompts:
        done.append(f"{len((await session.list_prompts()).prompts)} prompts")
    if capabilities.resources:
        done.append(f"{len((await session.list_resources()).resources)} resources")
    assert said(await session.call_tool(name(short[0]), short[1])) == plain
    result = await session.call_tool(name(long[0]), long[1])
    assert len(result.content) == 2, result
    shown, link = result.content[0].text, result.content[1]
    handle = re.search(r"id=([0-9a-f]{12})", shown)[1]
    assert shown.startswith("[Toolaria: PREVIEW") and link.type == "resource_link" and NEEDLE in shown, shown
    found = await session.call_tool("rescuer_fetch", {"id": handle, "mode": "grep", "pattern": NEEDLE})
    assert "1 of 1 match shown" in found.content[0].text, found
    assert await whole(session, handle) == text
    return handle, [*done, "short alike", f"{len(text):,} characters as {len(shown):,}", "needle in the handle and by one fetch", "resource whole"]


async def handed_on(session, tool, handle):
    echoed = (await session.call_tool(tool, {"message": f"tla:{handle}"})).content[0].text
    other = re.search(r"id=([0-9a-f]{12})", echoed)[1]
    found = await session.call_tool("rescuer_fetch", {"id": other, "mode": "grep", "pattern": NEEDLE})
    assert other != handle and "1 of 1 match shown" in found.content[0].text, found
    return "handed by tla: to echo, found in its answer"


async def main(program, packages):
    with tempfile.TemporaryDirectory() as place:
        folder, store = pathlib.Path(place, "data"), pathlib.Path(place, "store")
        folder.mkdir()
        data(folder)
        web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
        threading.Thread(target=web.serve_forever, daemon=True).start()
        all_servers = servers(folder, packages, web.server_port)
        before = {name: await direct(*asked) for name, asked in all_servers.items()}
        relay = [program, "mcp", "--store", str(store)]
        file = pathlib.Path(place, "servers.json")
        file.write_text(json.dumps({"mcpServers": {name: {"command": c[0], "args": c[1:]} for name, (c, _, _) in all_servers.items()}}))
        ways = [
            ("stdio", over_stdio, lambda command: [*relay, "--", *command]),
            ("HTTP", over_http, lambda command: [*relay, "--listen", "127.0.0.1:0", "--", *command]),
        ]
        print("| server | through | exercised |\n|---|---|---|")
        for name, (command, short, long) in all_servers.items():
            for way, connect, through in ways:
                async with connect(through(command)) as (session, _):
                    handle, done = await check(session, before[name], short, long)
                    if name == "everything":
                        done.append(await handed_on(session, "echo", handle))
                print(f"| {name} | {way} | {'; '.join(done)} |", flush=True)
        for way, connect, options in [("stdio, --servers", over_stdio, []), ("HTTP, --servers", over_http, ["--listen", "127.0.0.1:0"])]:
            async with connect([*relay, *options, "--servers", str(file)]) as (session, _):
                for name, (_, short, long) in all_servers.items():
                    handle, done = await check(session, before[name], short, long, f"{name}__{{}}".format)
                    done.append(await handed_on(session, "everything__echo", handle))
                    print(f"| {name} | {way} | {'; '.join(done)} |", flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], pathlib.Path(sys.argv[2])))
