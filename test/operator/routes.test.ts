/** The operator's routes: whom they answer, and in which portions. */
import { exports } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { api } from "../../src/app.ts";
import { openApiDocument } from "../../src/http/openapi.ts";
import { entriesOf, type Entry } from "../security/audit.ts";
import { d1 } from "../support/d1.ts";
import { makePage, ORIGIN, world } from "../support/world.ts";
import { BACKUP, linesOf, operate, RESTORE, signedRequest } from "./operator.ts";

const OVERVIEW = JSON.stringify({ read: "overview", chainAt: null });
const statusOf = async (request: Request): Promise<number> => (await exports.default.fetch(request)).status;

test("answers a signed request once", async () => {
  const request = signedRequest(BACKUP, OVERVIEW);
  const again = new Request(request.url, { method: "POST", headers: request.headers, body: OVERVIEW });
  expect(await statusOf(request)).toBe(200);
  expect(await statusOf(again)).toBe(404);
});

test.each([
  ["another secret", { secret: "another secret of more than 32 characters" }],
  ["a time six minutes ago", { at: Date.now() - 6 * 60_000 }],
  ["a time in six minutes", { at: Date.now() + 6 * 60_000 }],
  ["another instance", { origin: "https://staging.example.com" }],
  ["another method", { method: "PUT" }],
  ["another path", { target: RESTORE }],
  ["a query", { target: `${BACKUP}?a=1` }],
  ["another body", { body: `${OVERVIEW} ` }],
])("responds 404 to a signature for %s", async (_what, signing) => {
  expect(await statusOf(signedRequest(BACKUP, OVERVIEW, signing))).toBe(404);
});

test("does not read the body of a request without a valid signature", async () => {
  let pieces = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pieces += 1;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const { headers } = signedRequest(RESTORE, "{}", { secret: "another secret of more than 32 characters" });
  expect(await statusOf(new Request(ORIGIN + RESTORE, { method: "POST", headers, body }))).toBe(404);
  expect(pieces).toBeLessThan(5);
});

test("responds 404 without a signature or with a user's credential", async () => {
  const w = await world();
  const send = (Authorization: string): Promise<number> =>
    statusOf(
      new Request(signedRequest(BACKUP, OVERVIEW), {
        headers: { Authorization, "Content-Type": "application/octet-stream" },
      }),
    );
  expect(await send("")).toBe(404);
  expect(await send(`Bearer ${w.session("rupert")}`)).toBe(404);
});

test("rejects a signed command that it does not know, or that is not JSON", async () => {
  expect((await operate(BACKUP, { read: "everything" })).status).toBe(400);
  expect((await operate(BACKUP, { read: "rows", table: "sessions", after: null })).status).toBe(400);
  expect((await operate(BACKUP, { read: "rows", table: 'users" --', after: null })).status).toBe(400);
  expect(await statusOf(signedRequest(BACKUP, "{"))).toBe(400);
});

test("changes nothing unless a restore has begun", async () => {
  const commands = [
    { step: "clear" },
    { step: "rows", table: "users", columns: ["id"], rows: [["x"]] },
    { step: "chain", piece: { text: "", isFirst: true, isLast: true } },
    { step: "purge", pageIds: ["any"] },
    { step: "end", summary: {} },
  ];
  for (const command of commands) expect((await operate(RESTORE, command)).status).toBe(409);
  expect(await statusOf(signedRequest(`${RESTORE}/file?key=a&sha256=${"0".repeat(64)}`, "x", {}, "PUT"))).toBe(409);
});

test("reads every row once, whatever the sizes of the rows", async () => {
  const w = await world();
  const pages: string[] = [];
  // Together they exceed the megabyte that one statement reads.
  for (const length of [700_000, 10, 400_000, 900_000]) {
    const page = await makePage(w, { title: "Long", content: "short" });
    await d1`update page_contents set content = ${"x".repeat(length)} where page_id = ${page}`.run();
    pages.push(page);
  }
  const seen: unknown[] = [];
  let after: unknown = null;
  do {
    const lines = await linesOf({ read: "rows", table: "page_contents", after });
    for (const line of lines) if (Array.isArray(line)) seen.push(line[0]);
    ({ next: after } = lines.at(-1) as { next: unknown });
  } while (after !== null);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(pages));
});

test("neither logs a signature nor describes the routes in the public API", async () => {
  const lines = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const request = signedRequest(BACKUP, "{");
  const signature = request.headers.get("Authorization")?.split(".").at(-1) ?? "";
  await statusOf(request);
  expect(JSON.stringify(lines.mock.calls)).not.toContain(signature);
  lines.mockRestore();
  expect(JSON.stringify(openApiDocument(api.list, ""))).not.toContain("/api/operator");
});

test("records the use of the routes, and what a backup contains, in the audit log", async () => {
  // The use is recorded once an hour for an address, and a restore in another file may have replaced that entry.
  const ip = "192.0.2.8";
  await operate(BACKUP, { read: "done", summary: { pages: 3 } }, { ip });
  const recorded = (): Promise<Entry[]> => entriesOf("operator.backup", (entry) => entry.ip === ip);
  await expect.poll(async () => (await recorded()).length).toBe(2);
  const details = (await recorded()).map(({ entry }) => entry.d);
  expect(details).toContainEqual({ pages: 3 });
  expect(details).toContainEqual({ used: true });
});
