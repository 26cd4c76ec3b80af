"""An MCP server for tests: what its tools answer is in their arguments. Speaks JSON-RPC by lines on stdin and stdout."""

import json
import os
import sys

CAPABILITIES = json.loads(os.environ.get("CAPABILITIES", '{"tools": {}, "resources": {}, "logging": {}}'))
TOOLS = [
    {"name": "rows", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object"}, "x-unknown": 1.0},
    {"name": "echo", "inputSchema": {"type": "object"}},
] + [{"name": name, "inputSchema": {"type": "object"}} for name in os.environ.get("MORE_TOOLS", "").split()]


def rows(count):
    return json.dumps([{"id": n, "state": "odd" if n == count // 2 else "even"} for n in range(count)])


def text(text, **more):
    return {"content": [{"type": "text", "text": text}], **more}


def ask(token):
    """Tells of progress, asks the client for a sample, and answers with what it says."""
    if token is not None:
        notice = {"method": "notifications/progress", "params": {"progressToken": token, "progress": 0.5}}
        print(json.dumps({"jsonrpc": "2.0", **notice}), flush=True)
    print(json.dumps({"jsonrpc": "2.0", "id": "s1", "method": "sampling/createMessage", "params": {}}), flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("id") == "s1":
            return text(json.dumps(message.get("result", message.get("error"))))
    sys.exit(4)


def call(name, arguments):
    if name == "rows":
        return text(rows(arguments["count"]))
    if name == "echo":
        return text(json.dumps(arguments, ensure_ascii=False))
    if name == "twice":
        value = json.loads(rows(arguments["count"]))
        return text(json.dumps({"rows": value}, indent=1), structuredContent={"rows": value})
    if name == "fail":
        return text("no such table: orders\n" + rows(arguments["count"]), isError=True)
    if name == "blocks":
        return {
            "content": [
                {"type": "text", "text": "first"},
                {"type": "resource", "resource": {"uri": "file:///a", "text": rows(arguments["count"])}},
                {"type": "text", "text": "last", "annotations": {"priority": 0.5}},
            ]
        }
    if name == "ask":
        return ask(arguments.get("token"))
    if name == "environment":
        return text(os.environ.get(arguments["name"], "unset"))
    if name == "die":
        sys.exit(3)
    return text("unknown", isError=True)


def answer(message):
    method, params = message.get("method"), message.get("params", {})
    if method == "initialize":
        version = os.environ.get("VERSION", params["protocolVersion"])
        return {"protocolVersion": version, "capabilities": CAPABILITIES, "serverInfo": {"name": "fake", "version": "1"}}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        return call(params["name"], params.get("arguments", {}))
    return {"asked": method, "params": params}


for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "say":
        # As it stands, whatever it is.
        sys.stdout.write(message["params"]["line"] + "\n")
    elif "id" in message and "method" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": answer(message)}))
    else:
        print(json.dumps({"jsonrpc": "2.0", "method": "notifications/heard", "params": message}))
    sys.stdout.flush()
print("the server ends", file=sys.stderr)
