/**
 * A complete editing task with the Model Context Protocol reference clients of the current and the
 * previous version.
 */
import {
  Client as PresentClient,
  StreamableHTTPClientTransport as PresentTransport,
} from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as z from "zod";
import { ensure } from "../report.ts";
import { withDrive } from "../with-drive.ts";
import type { Smoke } from "../world.ts";

/** The operations that both clients support. */
type Caller = {
  readonly listTools: () => Promise<string[]>;
  readonly call: (name: string, args: Record<string, unknown>) => Promise<unknown>;
  readonly read: (uri: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/** Structured results; a tool's error is thrown with its text. */
const Answer = z.looseObject({
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ text: z.string().optional() })),
  structuredContent: z.unknown().optional(),
});

function structured(answer: unknown): unknown {
  const { isError, content, structuredContent } = Answer.parse(answer);
  if (isError === true) throw new Error(content[0]?.text ?? "A tool failed.");
  return structuredContent;
}

const SELF = { name: "octavo-smoke", version: "1.0.0" };
const headersOf = (token: string) => ({ requestInit: { headers: { Authorization: `Bearer ${token}` } } });

async function connectPresent(address: URL, token: string): Promise<Caller> {
  const client = new PresentClient(SELF, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new PresentTransport(address, headersOf(token)));
  return {
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => structured(await client.callTool({ name, arguments: args })),
    read: (uri) => client.readResource({ uri }),
    close: () => client.close(),
  };
}

async function connectOlder(address: URL, token: string): Promise<Caller> {
  const client = new OlderClient(SELF);
  const transport = new OlderTransport(address, headersOf(token));
  await client.connect(transport);
  return {
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => structured(await client.callTool({ name, arguments: args })),
    read: (uri) => client.readResource({ uri }),
    close: () => client.close(),
  };
}

const Made = z.object({ pages: z.array(z.looseObject({ id: z.string() })).min(2) });
const Fetched = z.looseObject({ revision: z.int(), text: z.string(), totalLines: z.int() });
const Edited = z.looseObject({ revision: z.int(), changed: z.boolean(), text: z.string() });

/** Finds its drive, creates pages, edits one based on a stale revision, ticks a task, and undoes everything. */
async function doTask(tool: Caller, driveId: string, say: (detail: string) => void): Promise<void> {
  const tools = await tool.listTools();
  say(`${tools.length} tools`);
  const { drives } = z
    .object({ drives: z.array(z.looseObject({ id: z.string() })) })
    .parse(await tool.call("list_drives", {}));
  ensure(drives.length === 1 && drives[0]?.id === driveId, "A scoped token does not see exactly its drive.");
  const pages = [
    { title: "Launch", content: "# Launch\nDate: open\nOwner: open" },
    { title: "Tasks", type: "TASK_LIST", content: "- [ ] Write\n- [ ] Send", parent: 0 },
  ];
  const [page, tasks] = Made.parse(await tool.call("create_pages", { driveId, pages })).pages.map(({ id }) => id);
  ensure(page !== undefined && tasks !== undefined, "Pages were not created.");
  const read = Fetched.parse(await tool.call("fetch", { id: page }));
  const top = { op: "insert", startLine: 1, content: "> Draft\n" };
  await tool.call("edit_page", { page, baseRevision: read.revision, edits: [top] });
  // Based on the revision before the line was inserted.
  const edits = [
    { op: "replace", startLine: 2, content: "Date: 1 December" },
    { op: "replace_text", oldText: "Owner: open", newText: "Owner: Ann" },
  ];
  const dry = Edited.parse(await tool.call("edit_page", { page, baseRevision: read.revision, edits, dryRun: true }));
  ensure(dry.text.includes("1 December"), "A dry run does not show its effect.");
  const edited = Edited.parse(await tool.call("edit_page", { page, baseRevision: read.revision, edits }));
  ensure(edited.changed, "The edit changed nothing.");
  const now = Fetched.parse(await tool.call("fetch", { id: page }));
  const wanted = ["> Draft", "", "# Launch", "Date: 1 December", "Owner: Ann"];
  const lines = now.text.split("\n").map((line) => line.slice(7));
  ensure(lines.join("\n") === wanted.join("\n"), `The page contains ${JSON.stringify(lines)}.`);
  const ticked = { page: tasks, baseRevision: 1, set: [{ text: "Write", done: true }], add: [{ title: "Rest" }] };
  ensure(
    Edited.parse(await tool.call("update_tasks", ticked)).text.includes("- [x] Write"),
    "The task is not checked off.",
  );
  ensure(
    JSON.stringify(await tool.read(`page://${page}`)).includes("1 December"),
    "The resource has different content.",
  );
  const fault = await tool
    .call("edit_page", { page, baseRevision: 1, edits: [{ op: "delete", startLine: 99 }] })
    .then(() => "", String);
  ensure(fault.includes("line_out_of_range"), `A line that does not exist returned: ${fault.slice(0, 300)}`);
  await tool.call("history", { page });
  await tool.call("trash_pages", { pageIds: [page] });
  await tool.call("restore_pages", { pageIds: [page] });
  await tool.call("revert", { dryRun: true });
}

export const run = (smoke: Smoke): Promise<void> =>
  withDrive(smoke, "Tools", async ({ drive, token }) => {
    const address = new URL("/mcp", smoke.options.origin);
    for (const [name, connect] of [
      ["the present client", connectPresent],
      ["the client before it", connectOlder],
    ] as const) {
      await smoke.report.check(`${name} does an editing task`, async (say) => {
        const tool = await connect(address, token);
        await doTask(tool, drive.id, say);
        await tool.close();
      });
    }
  });
