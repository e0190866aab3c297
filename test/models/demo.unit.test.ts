/** The demo: it understands a few sentences, calls the tools on offer, and cites the lines that it read. */
import { expect, test } from "vitest";
import { PREFIX } from "../../src/models/demo/answers.ts";
import { streamDemo } from "../../src/models/demo/demo.ts";
import { TOOL_NAMES } from "../../src/features/mcp/contract.ts";
import { TOOLS } from "../../src/features/mcp/tools/catalogue.ts";
import { MARK } from "../../src/models/demo/suggestions.ts";
import { promptFor } from "../../src/features/suggestions/prompt.ts";
import type { ModelEvent, ModelMessage } from "../../src/models/model.ts";
import { ask, requestOf } from "./model-calls.ts";

const PAGE = "0191f1a0-7d1f-7e3a-9c55-1f2d3c4b5a69";
const DRIVE = "0191f1a0-7d1f-7e3a-9c55-1f2d3c4b5a70";
const SETTING: ModelMessage = {
  role: "system",
  content: `This conversation is on page ${PAGE}.\nIts drive is ${DRIVE}.`,
};

const FETCHED = {
  id: PAGE,
  title: "Launch [plan]",
  revision: 7,
  text: ["   1 | # Goals", "   2 | ", "   3 | Ship in “May”.", "   4 | # Risks", "   5 | # People", "   6 | Ann"].join(
    "\n",
  ),
};
const FOUND = { results: [{ id: PAGE, title: "Launch [plan]", snippet: "Ship" }], nextCursor: null };

const RESULTS: Readonly<Record<string, object>> = {
  fetch: FETCHED,
  search: FOUND,
  list_drives: { drives: [{ id: DRIVE, name: "Home" }] },
  create_pages: { pages: [{ id: PAGE, title: "Bees" }], warnings: [] },
  update_tasks: { revision: 8 },
  trash_pages: { trashed: [{ id: PAGE, title: "Launch [plan]", pages: 1 }] },
};

type Converse = { readonly tools?: readonly string[]; readonly setting?: ModelMessage[]; readonly fails?: string };
type Called = { name: string; args: unknown };

/** Answers calls until the demo is done. Every call must have arguments that its tool accepts. */
async function converse(question: string, { tools = TOOL_NAMES, setting = [SETTING], fails }: Converse = {}) {
  const messages: ModelMessage[] = [...setting, ask(question)];
  const offered = tools.map((name) => ({ name, description: "", inputSchema: {} }));
  const calls: Called[] = [];
  for (;;) {
    const events: ModelEvent[] = [];
    for await (const event of streamDemo(requestOf(messages, { tools: offered }), 0)) events.push(event);
    const call = events.find((event) => event.kind === "call");
    if (!call) {
      expect(events.at(-1)).toEqual({ kind: "end", reason: "stop" });
      return { text: events.map((event) => (event.kind === "text" ? event.text : "")).join(""), calls };
    }
    expect(events.map(({ kind }) => kind)).toEqual(["call", "usage", "end"]);
    const { id, name, args } = call;
    expect(() => TOOLS.find((each) => each.name === name)?.parse(JSON.parse(args))).not.toThrow();
    calls.push({ name, args: JSON.parse(args) });
    const isError = name === fails;
    const content = isError ? "not_found: No such page." : `<<<\n${JSON.stringify(RESULTS[name])}\n>>>`;
    messages.push({ role: "assistant", content: "", calls: [{ id, name, args }] });
    messages.push({ role: "tool", callId: id, name, content, isError });
  }
}

const namesOf = (calls: readonly Called[]): string[] => calls.map(({ name }) => name);

test("says what it is, and what it understands", async () => {
  for (const question of ["help", "What is the meaning of life?", "", "Ann Lee\nhello"]) {
    const { text, calls } = await converse(question);
    expect(text).toMatch(new RegExp(`^${PREFIX} I understand a few sentences`));
    expect(calls).toEqual([]);
  }
});

test("outlines the page of the conversation, and cites its lines", async () => {
  const { text, calls } = await converse("Ann Lee\nOutline this page.");
  expect(calls).toEqual([{ name: "fetch", args: { id: PAGE } }]);
  expect(text).toBe(
    [
      `${PREFIX} [Launch \\[plan\\]](/pages/${PAGE}) has these parts:`,
      "",
      `- **Goals** [Launch \\[plan\\]](/pages/${PAGE}#L1-L3 "Goals Ship in “May”.")`,
      `- **Risks** [Launch \\[plan\\]](/pages/${PAGE}#L4 "Risks")`,
      `- **People** [Launch \\[plan\\]](/pages/${PAGE}#L5-L6 "People Ann")`,
    ].join("\n"),
  );
});

test.each([
  ["summarize Launch [plan]", ["search", "fetch"]],
  [`Ann: please summarise @[Launch](page:${PAGE})!`, ["fetch"]],
  [`@[Planner](page:abc) outline /pages/${PAGE}`, ["fetch"]],
  ["outline /home/Launch", ["fetch"]],
])("finds the page that “%s” names", async (question, tools) => {
  expect(namesOf((await converse(question)).calls)).toEqual(tools);
});

test("finds pages, and cites the line with the words", async () => {
  for (const question of ["find ship", "Search for “ship”.", "Ann Lee: search ship"]) {
    const { text, calls } = await converse(question);
    expect(calls).toEqual([
      { name: "search", args: { query: "ship" } },
      { name: "fetch", args: { id: PAGE } },
    ]);
    expect(text).toContain(`- “Ship in “May”.” [Launch \\[plan\\]](/pages/${PAGE}#L3 "Ship in “May”.")`);
  }
});

test("adds a task at the revision that it read", async () => {
  for (const question of ['add a task "Call Bob" to Launch [plan]', "add task to this page: Call Bob"]) {
    const { text, calls } = await converse(question);
    expect(calls.at(-1)).toEqual({
      name: "update_tasks",
      args: { page: PAGE, baseRevision: 7, add: [{ title: "Call Bob" }] },
    });
    expect(text).toBe(`${PREFIX} I added the task “Call Bob” to [Launch \\[plan\\]](/pages/${PAGE}).`);
  }
});

test("creates a page in the drive of the conversation, else in the first drive", async () => {
  const { text, calls } = await converse("Create a page about Bees");
  expect(calls).toMatchObject([{ name: "create_pages", args: { driveId: DRIVE, pages: [{ title: "Bees" }] } }]);
  expect(text).toBe(`${PREFIX} I created [Bees](/pages/${PAGE}).`);
  const elsewhere = await converse("create a page called Bees", { setting: [] });
  expect(namesOf(elsewhere.calls)).toEqual(["list_drives", "create_pages"]);
});

test("moves a page to the trash", async () => {
  const { text, calls } = await converse("trash the page Launch [plan]");
  expect(calls.at(-1)).toEqual({ name: "trash_pages", args: { pageIds: [PAGE] } });
  expect(text).toContain("to the trash");
});

test("says so if a tool is missing or fails, or if it does not know the page", async () => {
  expect((await converse("find ship", { tools: ["fetch"] })).text).toContain("`search`, which is not enabled");
  expect((await converse("find ship", { tools: ["search"] })).text).toContain(`[Launch \\[plan\\]](/pages/${PAGE})`);
  expect((await converse("trash this page", { fails: "trash_pages" })).text).toContain("No such page.");
  expect((await converse("outline this page", { setting: [] })).text).toContain("which page you mean");
});

test("stops when it is cancelled", async () => {
  const controller = new AbortController();
  const request = requestOf([ask("help")], { signal: controller.signal });
  const reading = (async () => {
    for await (const event of streamDemo(request, 20)) if (event.kind === "text") controller.abort();
  })();
  await expect(reading).rejects.toMatchObject({ code: "cancelled" });
});

test.each([
  ["rewrite", "one.  two   words. three", "One. Two words. Three"],
  ["shorten", "One. Two. Three.", "One. Two."],
  ["shorten", "no end", "no end"],
  ["outline", "- one\n\n> two", "## one\n\n## two"],
  ["outline", "", "## Introduction\n\n## Conclusion"],
  ["continue", "One.", "This sentence continues the text."],
  ["translate", "One.", "This demo cannot translate."],
  ["instruct", "One.", "This demo can only rewrite, shorten, continue and outline."],
] as const)("suggests text by rule and says so: %s %j", async (action, text, suggested) => {
  const request = { action, text, before: "", after: "Other." };
  const messages = promptFor(request, { title: "Page", format: "Markdown" }, "0123456789abcdef");
  let written = "";
  for await (const event of streamDemo(requestOf(messages), 0)) if (event.kind === "text") written += event.text;
  expect(written).toBe(`${suggested} ${MARK}`);
});
