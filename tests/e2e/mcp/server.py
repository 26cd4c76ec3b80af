"""An MCP server for tests: what its tools answer is in their arguments. Speaks JSON-RPC by lines on stdin and stdout."""

import base64
import json
import os
import sys
import time

NAME = os.environ.get("NAME", "fake")
PAGE = int(os.environ.get("PAGE", 1000))
CAPABILITIES = json.loads(os.environ.get("CAPABILITIES", '{"tools": {}, "resources": {}, "logging": {}}'))
TOOLS = [
    {"name": "rows", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object"}, "x-unknown": 1.0},
    {"name": "echo", "inputSchema": {"type": "object"}},
] + [{"name": name, "inputSchema": {"type": "object"}} for name in os.environ.get("MORE_TOOLS", "").split()]
TOOLS += json.loads(os.environ.get("ODD_TOOLS", "[]"))


def rows(count):
    return json.dumps([{"id": n, "state": "odd" if n == count // 2 else "even"} for n in range(count)])


def text(text, **more):
    return {"content": [{"type": "text", "text": text}], **more}


def ask(token):
    """Tells of progress, asks the client for a sample, and answers with what it says, unless that is a cancellation."""
    if token is not None:
        notice = {"method": "notifications/progress", "params": {"progressToken": token, "progress": 0.5}}
        print(json.dumps({"jsonrpc": "2.0", **notice}), flush=True)
    print(json.dumps({"jsonrpc": "2.0", "id": "s1", "method": "sampling/createMessage", "params": {}}), flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("id") == "s1":
            return text(json.dumps(message.get("result", message.get("error"))))
        if message.get("method") == "notifications/cancelled":
            print(json.dumps({"jsonrpc": "2.0", "method": "notifications/heard", "params": message}), flush=True)
            return None
    sys.exit(4)


def call(name, arguments):
    if name == "rows":
        return text(rows(arguments["count"]))
    if name == "echo":
        return text(json.dumps(arguments, ensure_ascii=False))
    if name == "twice":
        value = json.loads(rows(arguments["count"]))
        return text(json.dumps({"rows": value}, indent=1), structuredContent={"rows": value})
    if name == "picture":
        data = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(arguments["bytes"])).decode()
        return {"content": [{"type": "image", "data": data, "mimeType": "image/png"}]}
    if name == "many":
        texts = [json.dumps({"id": n, "note": f"parcel {n} of the day \u2014 all is well"}) for n in range(arguments["count"])]
        blocks = [{"type": "text", "text": text} for text in texts]
        picture = {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
        value = {"result": [json.loads(text) for text in texts]}
        return {"content": [*blocks[:1], picture, *blocks[1:]], "structuredContent": value, "isError": arguments.get("failed", False)}
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
    if name == "say":
        print(arguments["line"])
    if name == "task":
        return {"task": {"taskId": f"{NAME}-1", "status": "working"}}
    if name == "hang":
        return None
    return text("unknown", isError=True)


def page(name, items, params):
    start = int(params.get("cursor", 0))
    more = {"nextCursor": str(start + PAGE)} if start + PAGE < len(items) else {}
    return {name: items[start : start + PAGE], **more}


def answer(message):
    method, params = message.get("method"), message.get("params", {})
    if method == "initialize":
        time.sleep(float(os.environ.get("SLOW", 0)))
        version = os.environ.get("VERSION", params["protocolVersion"])
        own = {"instructions": os.environ["INSTRUCTIONS"]} if "INSTRUCTIONS" in os.environ else {}
        return {"protocolVersion": version, "capabilities": CAPABILITIES, "serverInfo": {"name": NAME, "version": "1"}, **own}
    if method == os.environ.get("SILENT_ON"):
        return None
    if method == "tools/list":
        return page("tools", TOOLS, params)
    if method == "prompts/list":
        return page("prompts", [{"name": "ask", "x-unknown": 1.0}], params)
    if method == "resources/list":
        return page("resources", [{"uri": f"mem:///{NAME}", "name": "it"}], params)
    if method == "resources/templates/list":
        return page("resourceTemplates", [{"uriTemplate": f"mem:///{NAME}/{{x}}", "name": "them"}], params)
    if method == "resources/read" and NAME not in params["uri"]:
        return None
    if method.startswith("tasks/") and "taskId" in params:
        return None if NAME not in params["taskId"] else text(rows(2_000)) if method == "tasks/result" else params
    if method == "tools/call":
        return call(params.get("name"), params.get("arguments", {}))
    return {"asked": method, "params": params, **({"by": NAME} if "NAME" in os.environ else {})}


late = []  # answers of `hang`, which come when nobody wants them any more
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "say":
        # As it stands, whatever it is.
        sys.stdout.write(message["params"]["line"] + "\n")
    elif "id" in message and "method" in message:
        result = answer(message)
        if result is not None:
            print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}))
        elif message["method"] == os.environ.get("SILENT_ON"):
            pass
        elif message["method"] != "tools/call":
            error = {"code": -32002, "message": "no such resource", "data": 1.0}
            print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error}))
        else:
            late.append({"jsonrpc": "2.0", "id": message["id"], "result": text(rows(2_000))})
    else:
        print(json.dumps({"jsonrpc": "2.0", "method": "notifications/heard", "params": message, "by": NAME}))
        if message.get("method") == "notifications/cancelled":
            print(*map(json.dumps, late), sep="\n")
            late.clear()
    sys.stdout.flush()
print("the server ends", file=sys.stderr)
