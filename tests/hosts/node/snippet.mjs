import { Toolaria } from "./host.mjs";

const toolaria = await Toolaria.load({ store: "store" });
const result = Array.from({ length: 5000 }, (_, n) => `row ${n}: some of the output`).join("\n");

const outcome = toolaria.rescue({ tool: "web_extract", session: "chat-1" }, result);
if (outcome.tag === "stored") {
  console.log(outcome.val.text); // for the model, in place of the result
  const query = { tag: "grep", val: { pattern: "row 4321" } };
  console.log(toolaria.fetch(outcome.val.id, query, { session: "chat-1" }).data.val);
}
