/** Undoing an answer that changed many pages, while people type on them. */
import { expect, test } from "vitest";
import { answers, say, tool } from "../support/model-script.ts";
import { makePage, world } from "../support/world.ts";
import { answerTo, approvalOf, ask, contentOf, decide, makeChat } from "./harness.ts";

const PAGES = 50;
const LINES = ["alpha one", "bravo two", "charlie three"];

test("undoes an answer on 50 pages byte for byte while people type there", async () => {
  const w = await world();
  const chat = await makeChat(w);
  const pages = await Promise.all(
    Array.from({ length: PAGES }, (_, n) => makePage(w, { title: `Page ${n}`, content: LINES.join("\n") })),
  );
  const replace = tool("replace_text", { pages, oldText: "bravo", newText: "CHANGED" });
  const { runId } = await ask(w.as("olivia"), chat, answers(replace, say("Done.")));
  const approval = await approvalOf(w.as("olivia"), chat, runId);
  expect(approval.reasons).toEqual(["many_pages"]);
  await decide(w.as("olivia"), chat, runId, approval, "once");
  await answerTo(w.as("olivia"), chat, runId);
  expect(await contentOf(w, pages[PAGES - 1] ?? "")).toBe("alpha one\nCHANGED two\ncharlie three");
  const { client } = await w.token("edna");
  const insert = async (pageId: string, n: number, when: string) => {
    await client.post("/api/mcp/documents", { operation: "read", pageId });
    const edit = { operation: "insert", pageId, startLine: 1, content: `${when} ${n}` };
    const { status, body } = await client.post("/api/mcp/documents", edit);
    expect(status, JSON.stringify(body)).toBe(200);
  };
  for (const [n, pageId] of pages.entries()) if (n % 2 === 0) await insert(pageId, n, "before");
  const typing = pages.map(async (pageId, n) => {
    if (n % 3 === 0) await insert(pageId, n, "meanwhile");
  });
  const { status, body } = await w.as("olivia").post(`/api/pages/${chat}/runs/${runId}/undo`);
  await Promise.all(typing);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.effects.map(({ outcome }: { outcome: string }) => outcome)).toEqual(pages.map(() => "undone"));
  for (const [n, pageId] of pages.entries()) {
    const own = [...(n % 3 === 0 ? [`meanwhile ${n}`] : []), ...(n % 2 === 0 ? [`before ${n}`] : [])];
    expect(await contentOf(w, pageId), `page ${n}`).toBe([...own, ...LINES].join("\n"));
  }
});
