from host import Toolaria

toolaria = Toolaria("store", {"max_result_chars": "2000"}, component="toolaria.wasm")
result = "\n".join(f"line {n}: {'needle' if n == 4711 else 'hay'}" for n in range(10_000))

handle = toolaria.rescue(result, tool="web_extract", session="s1")
print(handle.text)  # What the model sees in place of the result.

answer = toolaria.fetch(handle.id, "grep", pattern="needle", session="s1")
print(answer.data)  # 4711: line 4711: needle
