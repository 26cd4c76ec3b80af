"""A session with an MCP server, as a client has it: recorded, played back, and compared with the same one through `toolaria mcp`.

    session.py differ PROGRAM -- COMMAND…  a server directly, then behind PROGRAM mcp, and the record of it behind PROGRAM mcp
    session.py replay FILE                 a server that answers as another did

Messages are compared as they are written, number by number and member by member in their order. What may differ is what the
relay is there for: capabilities that it adds (with no resources where the server knows none), its own tool, schemas of results, and
long parts of results, which must be stored as they came. Notices of no request are left out, since servers send them when they like.
"""

import base64
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

LONG = "row of a long table \u2014 \U0001f600\n" * 900
#: What is written differently each time: a time of day, a date with its time, a share that a random number decides.
VOLATILE = re.compile(r"\d{1,2}:\d{2}:\d{2}(\.\d+)?( [AP]M)?|\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{8}-[0-9a-f-]{27}")
BLOB = re.compile(r'"blob":"([A-Za-z0-9+/=]+)"')
INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"roots": {"listChanged": True}, "sampling": {}, "elicitation": {}, "experimental": {"x-unknown": {"n": 1.0}}},
    "clientInfo": {"name": "session", "version": "1.0"},
}
#: What the client says to what a server asks.
ANSWERS = {
    "roots/list": {"roots": [{"uri": "file:///srv/shop", "name": "shop"}]},
    "sampling/createMessage": {"role": "assistant", "model": "none", "content": {"type": "text", "text": "sampled"}, "stopReason": "endTurn"},
    "elicitation/create": {"action": "decline"},
}


def call(name, arguments=None, **more):
    return "tools/call", {"name": name, "arguments": arguments or {}, **more}


REQUESTS = [
    ("ping", None),
    ("tools/list", None),
    ("tools/list", {}),
    call("echo", {"message": "short \u2014 \U0001f600"}),
    call("echo", {"message": LONG}),
    call("echo", {"message": ""}, _meta={"x-unknown/number": 10000000000000000000001}),
    call("echo", {}),
    call("echo", {"message": 1.0}),
    call("get-sum", {"a": 1e3, "b": 0.1}),
    call("get-sum", {"a": "one"}),
    call("get-tiny-image"),
    call("get-annotated-message", {"messageType": "error", "includeImage": True}),
    call("get-resource-links", {"count": 3}),
    call("get-resource-reference", {"resourceType": "Text", "resourceId": 1}),
    call("get-resource-reference", {"resourceType": "Blob", "resourceId": 2}),
    call("get-structured-content", {"location": "Chicago"}),
    call("get-roots-list"),
    call("trigger-sampling-request", {"prompt": "say", "maxTokens": 5}),
    call("trigger-elicitation-request"),
    call("trigger-long-running-operation", {"duration": 0.2, "steps": 2}, _meta={"progressToken": "steps"}),
    call("no-such-tool"),
    ("tools/call", {}),
    ("prompts/list", {}),
    ("prompts/get", {"name": "simple-prompt"}),
    ("prompts/get", {"name": "args-prompt", "arguments": {"city": "Ulm", "state": "BW"}}),
    ("prompts/get", {"name": "args-prompt"}),
    ("prompts/get", {"name": "resource-prompt", "arguments": {"resourceType": "Text", "resourceId": "1"}}),
    ("completion/complete", {"ref": {"type": "ref/prompt", "name": "completable-prompt"}, "argument": {"name": "department", "value": "E"}}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "demo://resource/static/document/features.md"}),
    ("resources/read", {"uri": "demo://resource/dynamic/text/1"}),
    ("resources/read", {"uri": "demo://no/such"}),
    ("resources/subscribe", {"uri": "demo://resource/dynamic/text/1"}),
    ("resources/unsubscribe", {"uri": "demo://resource/dynamic/text/1"}),
    ("logging/setLevel", {"level": "error"}),
    ("logging/setLevel", {"level": "loud"}),
    ("tasks/list", {}),
    ("no/such", {"x": [None, True, 1e-7]}),
]
METHODS = ["initialize", *(method for method, _ in REQUESTS)]
#: What the relay says for a server without resources.
NONE = {"resources/list": {"resources": []}, "resources/templates/list": {"resourceTemplates": []}}
UNKNOWN_METHOD = -32601
IDS = [1, "two", 3, 9007199254740991, "five \u2014"]


class Peer:
    """A server that is spoken to by lines."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def receive(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit("the server has ended")
        return line.decode().rstrip("\n")

    def ask(self, number, method, params):
        """The lines up to the answer, which is the last; what the server asks meanwhile is answered."""
        wanted = number if method == "initialize" else request_id(number)
        self.send({"id": wanted, "method": method, **({} if params is None else {"params": params})})
        lines = []
        while True:
            lines.append(self.receive())
            message = json.loads(lines[-1])
            if "method" not in message and message.get("id") == wanted:
                return lines
            if "method" in message and "id" in message:
                self.send({"id": message["id"], "result": ANSWERS[message["method"]]})

    def session(self):
        """What it says to each request."""
        said = []
        for number, (method, params) in enumerate([("initialize", INITIALIZE), *REQUESTS]):
            said.append(list(filter(is_of_request, self.ask(number, method, params))))
            if number == 0:
                self.send({"method": "notifications/initialized"})
        return said

    def end(self):
        self.process.stdin.close()
        self.process.wait(20)


def request_id(number):
    return IDS[number] if 0 < number < len(IDS) else f"request {number}"


def is_of_request(line):
    """Notices come when the server likes, but for those of progress."""
    method = json.loads(line).get("method", "")
    return not method.startswith("notifications/") or method == "notifications/progress"


def parsed(line):
    """With members in their order and numbers as they are written."""
    return json.loads(line, object_pairs_hook=lambda pairs: ("object", pairs), parse_float=lambda digits: ("number", digits), parse_int=lambda digits: ("number", digits))


def steady(line):
    line = BLOB.sub(lambda blob: f'"blob":"{base64.b64decode(blob[1]).decode(errors="replace")}"', line)
    return VOLATILE.sub("~", line)


def replay(path):
    with open(path, encoding="utf-8") as recorded:
        said = iter(list(zip(METHODS, json.load(recorded))))
    for line in sys.stdin:
        message = json.loads(line)
        if "method" in message and "id" in message:
            # The relay answers some requests by itself.
            for answer in next(lines for method, lines in said if method == message["method"]):
                print(answer, flush=True)
                asked = json.loads(answer)
                while "method" in asked and "id" in asked and json.loads(sys.stdin.readline()).get("id") != asked["id"]:
                    pass


class Comparison:
    def __init__(self, through):
        self.through = through
        self.differences = []
        self.by_rule = []

    def session(self, said):
        for number, (method, params) in enumerate([("initialize", INITIALIZE), *REQUESTS]):
            got, expected = list(filter(is_of_request, self.through.ask(number, method, params))), said[number]
            name = f"{number} {method} {(params or {}).get('name', '')}".strip()
            if len(got) != len(expected):
                self.differences.append(f"{name}: {len(got)} messages for {len(expected)}")
                continue
            for ours, theirs in zip(got, expected):
                self.message(name, method, steady(theirs), steady(ours))
            if number == 0:
                self.through.send({"method": "notifications/initialized"})
        return self

    def message(self, name, method, theirs, ours):
        if parsed(theirs) == parsed(ours):
            return
        direct, through = json.loads(theirs), json.loads(ours)
        if method in NONE and direct.get("error", {}).get("code") == UNKNOWN_METHOD and through.get("result") == NONE[method]:
            return self.by_rule.append(name)
        rule = {"initialize": self.capabilities, "tools/list": self.tools, "tools/call": self.result}.get(method)
        if rule and "result" in through and rule(direct["result"], through["result"]):
            # All beside what the rule is about is the same.
            if {**direct, "result": None} == {**through, "result": None}:
                return self.by_rule.append(name)
        self.differences.append(f"{name}:\n  direct  {theirs[:600]}\n  through {ours[:600]}")

    def capabilities(self, direct, through):
        added = {key: value for key, value in through["capabilities"].items() if key not in direct["capabilities"]}
        same = {**through, "capabilities": {key: value for key, value in through["capabilities"].items() if key not in added}}
        return set(added) <= {"tools", "resources"} and same == direct

    def tools(self, direct, through):
        *tools, own = through["tools"]
        for before, after in zip(direct["tools"], tools):
            if "outputSchema" in before and "outputSchema" not in after:
                del before["outputSchema"]
                del after["_meta"]["toolaria/outputSchema"]
                if not after["_meta"] and "_meta" not in before:
                    del after["_meta"]
        return own["name"] == "rescuer_fetch" and {**direct, "tools": None} == {**through, "tools": None} and direct["tools"] == tools

    def result(self, direct, through):
        """What stands for a long text is its handle and a link, and the link leads to the text."""
        shown = iter(through.pop("content"))
        for block in direct.pop("content"):
            got = next(shown, None)
            if got == block:
                continue
            link = next(shown, None)
            if not (got and got.get("type") == "text" and "[Toolaria: PREVIEW" in got["text"] and link and link["type"] == "resource_link"):
                return False
            if self.read(link["uri"]) != block["text"]:
                return False
        return next(shown, None) is None and direct == through

    def read(self, uri):
        text = ""
        while uri:
            [page] = json.loads(self.through.ask(900, "resources/read", {"uri": uri})[-1])["result"]["contents"]
            text += page["text"]
            uri = page.get("_meta", {}).get("toolaria/next")
        return text

    def report(self):
        print(f"{len(REQUESTS) + 1} requests: {len(REQUESTS) + 1 - len(self.by_rule) - len(self.differences)} answered alike, "
              f"{len(self.by_rule)} as a rule says ({'; '.join(self.by_rule)}), {len(self.differences)} not")
        print("\n".join(self.differences), end="\n" if self.differences else "")
        return 1 if self.differences else 0


def compare(said, command):
    through = Peer(command)
    comparison = Comparison(through).session(said)
    through.end()
    return comparison.report()


def differ(program, command):
    with tempfile.TemporaryDirectory() as folder:
        path, store = (os.path.join(folder, name) for name in ["session.json", "store"])
        peer = Peer(command)
        said = peer.session()
        peer.end()
        with open(path, "w", encoding="utf-8") as out:
            json.dump(said, out)
        relay = [*shlex.split(program), "mcp", "--store", store, "--"]
        print("live: ", end="")
        live = compare(said, [*relay, *command])
        print("its record: ", end="")
        return live or compare(said, [*relay, sys.executable, "-B", __file__, "replay", path])


def main():
    what, argument, *command = sys.argv[1:]
    return replay(argument) if what == "replay" else differ(argument, command[1:])


if __name__ == "__main__":
    sys.exit(main())
