/** Restores what was copied through the operator's routes, in one instance. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { sweep } from "../../queues/sweep.ts";
import { createDeps } from "../../src/composition.ts";
import { BACKED_UP, type BackedUpTable } from "../../src/features/operator/table-rules.ts";
import { mailedLink, call, freshEmail } from "../flows/sign-in.ts";
import { entriesOf, forgetAdmin } from "../security/audit.ts";
import { d1 } from "../support/d1.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { bearer, makePage, world, type World } from "../support/world.ts";
import { linesOf, restore } from "./operator.ts";

type Copy = { columns: string[]; rows: unknown[][] };
type Page = { id: string; type: string; revision: number };

async function copyTable(table: BackedUpTable): Promise<Copy> {
  const [header, ...rows] = (await linesOf({ read: "rows", table, after: null })).slice(0, -1);
  return { columns: (header as Copy).columns, rows: rows as unknown[][] };
}

async function copyRoom(pageId: string): Promise<{ revision: number | null; text: string }> {
  const lines = await linesOf({ read: "rooms", pageIds: [pageId] });
  const { revision } = lines[0] as { revision: number | null };
  const text = lines
    .slice(1, -1)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
  return { revision, text };
}

const send = (table: string, { columns, rows }: Copy): Promise<{ inserted: number }> =>
  restore({ step: "rows", table, columns, rows });

async function pageOf(id: string): Promise<Page> {
  const row = await d1`select id, type, revision from pages where id = ${id}`.first<Page>();
  return row ?? expect.unreachable();
}

const contentOf = async (w: World, page: string): Promise<unknown> => {
  // Sessions end with a restore.
  const token = `ses_${crypto.randomUUID().replaceAll("-", "")}00000000000`;
  const now = Date.now();
  await d1`insert into sessions (token_hash, id, user_id, epoch, created_at, expires_at, last_seen_at, auth_time, method, ip, user_agent)
    select ${hashToken("session", token)}, ${token.slice(-20)}, id, epoch, ${now}, ${now + 1e9}, ${now}, ${now}, 'test', '', '' from users where id = ${w.ids.olivia}`.run();
  return (await bearer(token).get(`/api/pages/${page}`)).body.content;
};

let w: World;
let page: string;
let copied: Partial<Record<BackedUpTable, Copy>>;
let room: Awaited<ReturnType<typeof copyRoom>>;
let before: Page;
let revoked: string;

beforeAll(async () => {
  w = await world();
  page = await makePage(w, { title: "Copied", content: "one" });
  for (const content of ["one two", "one two three"]) await w.as("olivia").patch(`/api/pages/${page}`, { content });
  ({ raw: revoked } = await w.token("olivia"));
  before = await pageOf(page);
  copied = {};
  for (const table of BACKED_UP) copied[table] = await copyTable(table);
  room = await copyRoom(page);
  await w.as("olivia").patch(`/api/pages/${page}`, { content: "one two three and what came later" });
});

const restorePage = (ifNewer: string): Promise<{ outcome: unknown }> =>
  restore({
    step: "room",
    pageId: page,
    type: before.type,
    piece: { text: room.text, isFirst: true, isLast: true },
    revision: room.revision,
    stored: before.revision,
    ifNewer,
  });

test("keeps users out while it runs, ends every credential, and can repeat each step", async () => {
  const email = freshEmail();
  const { url } = await mailedLink(email);
  await restore({ step: "begin", backup: "a test", run: "a-run" });
  expect((await w.as("olivia").get("/api/auth/me")).status).toBe(401);
  expect((await bearer(revoked).get("/api/mcp/drives")).status).toBe(401);
  const opened = await call(url.pathname + url.search);
  expect(opened.status).not.toBe(303);
  expect(await d1`select 1 from users where login_email = ${email}`.first()).toBeNull();

  while ((await restore<{ more: boolean }>({ step: "clear" })).more);
  expect(await d1`select count(*) as n from pages`.first("n")).toBe(0);
  for (const table of BACKED_UP) {
    const copy = copied[table] ?? expect.unreachable();
    const [first, again] = [await send(table, copy), await send(table, copy)];
    if (table !== "audit_outbox") expect([table, first.inserted]).toEqual([table, copy.rows.length]);
    expect([table, again.inserted]).toEqual([table, 0]);
  }
  // The sweep would act on half of the rows: it would remove this one.
  await d1`insert into magic_links (id, token_hash, email, next, created_at, expires_at) values ('old', 'old', '', '', 0, 0)`
    .run()
    .then(
      () => expect.unreachable(),
      (error: Error) => expect(error.message).toContain("a backup is being restored"),
    );
  await d1`insert into sent_notices (job_id, sent_at) values ('old', 0)`.run();
  const context = createExecutionContext();
  await sweep(createDeps(env, context));
  await waitOnExecutionContext(context);
  expect(await d1`select 1 from sent_notices where job_id = 'old'`.first()).not.toBeNull();

  let after: string | null = null;
  do ({ after } = await restore<{ after: string | null }>({ step: "recount", after }));
  while (after !== null);
  const drive = await d1`select d.page_count, d.total_pages, d.text_bytes,
      (select count(*) from pages where drive_id = d.id) as pages,
      (select sum(octet_length(content)) from page_contents c join pages p on p.id = c.page_id where p.drive_id = d.id) as bytes
    from drives d where id = ${w.drive}`.first<Record<string, number>>();
  expect(drive).toMatchObject({
    page_count: drive?.["pages"],
    total_pages: drive?.["pages"],
    text_bytes: drive?.["bytes"],
  });
  expect(await d1`select count(*) as n from mcp_tokens where revoked_at is null`.first("n")).toBe(0);
});

test("reports a room with newer text, keeps it or replaces it, and D1 gets the room's text", async () => {
  expect((await restorePage("report")).outcome).toMatchObject({ newer: { revision: before.revision + 1 } });
  expect((await restorePage("keep")).outcome).toBe("kept");
  expect(await d1`select content from page_contents where page_id = ${page}`.first("content")).toBe(
    "one two three and what came later",
  );
  for (let times = 0; times < 2; times += 1) expect((await restorePage("replace")).outcome).toBe("restored");
  expect(await pageOf(page)).toEqual(before);
  expect(await d1`select content from page_contents where page_id = ${page}`.first("content")).toBe("one two three");
  expect(await copyRoom(page)).toMatchObject({ revision: room.revision });
});

test("rejects a copy with tables or columns that this version does not know", async () => {
  const unknown = { columns: ["id", "later"], rows: [["x", 1]] };
  await expect(send("users", unknown)).rejects.toThrow();
});

test("replaces the audit log by the copied one, which verifies, and lets users in at the end", async () => {
  const log = env.AUDIT_LOG.getByName("0");
  await log.drain();
  await log.publish();
  const { text, next } = await log.copyStorage(null);
  expect(next).toBeNull();
  const { entries, head } = await log.tip(null);
  await restore({ step: "chain", piece: { text: "", isFirst: true, isLast: false } });
  expect((await log.drain()).halted).toBe(true);
  await restore({ step: "chain", piece: { text, isFirst: false, isLast: true } });
  expect(await log.tip(entries - 1)).toMatchObject({ entries, head, headAt: head });

  await restore({ step: "end", summary: { pages: 1 } });
  expect(await restore({ step: "verify", from: 0 })).toMatchObject({ valid: true, isSound: true });
  expect(await d1`select 1 from search_dirty where page_id = ${page}`.first()).not.toBeNull();
  expect((await w.as("olivia").get("/api/auth/me")).status).toBe(401);
  expect(await contentOf(w, page)).toBe("one two three");
  forgetAdmin();
  const [entry] = await entriesOf("operator.restore");
  expect(entry?.entry.d).toEqual({ state: "ended", pages: 1 });
});
