/** What administrators see: users with their counts, and the database schema with row counts. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test, vi } from "vitest";
import { consume } from "../flows/sign-in.ts";
import { makePage, type World, freshId, world, makeDrive } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

let w: World;
beforeAll(async () => {
  w = await world();
});

type Row = {
  id: string;
  name: string;
  email: string;
  driveCount: number;
  pageCount: number;
  messageCount: number;
  storedPages: number;
  textBytes: number;
  aiProvider: string;
  role: string;
  suspended: boolean;
};

const find = async (q: string): Promise<Row> =>
  (await w.as("rupert").get<Row[]>(`/api/admin/users?q=${encodeURIComponent(q)}`)).body[0] ?? expect.unreachable();

test("counts a user's drives, live pages and messages, and names the last sign-in provider", async () => {
  const olivia = w.as("olivia");
  const before = await find(w.ids.olivia);
  const channel = await makePage(w, { title: "Talk", type: "CHANNEL" });
  const gone = await makePage(w, { title: "Gone" });
  await olivia.delete(`/api/pages/${gone}`);
  await olivia.post(`/api/pages/${channel}/messages`, { content: "hello" });
  await makeDrive(w);
  await env.DB.batch(
    ["first", "second"].map(
      (provider, i) =>
        d1`insert into ai_calls (id, at, user_id, provider, model, input_tokens, output_tokens, cost) values (${`call-${i}`}, 1, ${w.ids.olivia}, ${provider}, 'm', 1, 1, 0)`,
    ),
  );
  expect(await find(w.ids.olivia)).toEqual({
    ...before,
    driveCount: before.driveCount + 1,
    pageCount: before.pageCount + 1,
    messageCount: before.messageCount + 1,
    // The page in the trash counts towards the quota.
    storedPages: before.storedPages + 2,
    textBytes: before.textBytes + "hello".length,
    aiProvider: "second",
  });
});

test("pages through all users without gaps or duplicates", async () => {
  const seen: string[] = [];
  let path: string | null = "/api/admin/users?limit=3";
  while (path !== null) {
    const { body, headers }: { body: Row[]; headers: Headers } = await w.as("rupert").get<Row[]>(path);
    expect(body.length).toBeLessThanOrEqual(3);
    seen.push(...body.map(({ id }) => id));
    path = /<([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1] ?? null;
    expect(headers.get("X-Next-Cursor")).toBe(path === null ? null : seen.at(-1));
  }
  const { results } = await d1`select id from users order by id desc`.all<{ id: string }>();
  expect(seen).toEqual(results.map(({ id }) => id));
});

test("finds users by part of an ID, name or email, and treats % as a literal character", async () => {
  expect((await find(w.ids.vera.toUpperCase())).id).toBe(w.ids.vera);
  expect((await w.as("rupert").get("/api/admin/users?q=%25")).body).toEqual([]);
  expect((await w.as("rupert").get("/api/admin/users?limit=0")).status).toBe(400);
});

test("lists every migrated table with its row count, columns, indexes and foreign keys", async () => {
  const { body } = await w
    .as("rupert")
    .get<{ tables: { name: string; rowCount: number; columns: object[]; indexes: object[]; foreignKeys: object[] }[] }>(
      "/api/admin/schema",
    );
  const { results } =
    await d1`select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_%' escape '\\' and name <> 'd1_migrations' order by name`.all<{
      name: string;
    }>();
  expect(body.tables.map(({ name }) => name)).toEqual(results.map(({ name }) => name));
  const table = (name: string) => body.tables.find((one) => one.name === name) ?? expect.unreachable();
  expect(table("users").rowCount).toBe((await d1`select count(*) as n from users`.first<{ n: number }>())?.n);
  expect(table("drives").columns).toContainEqual({
    name: "page_count",
    type: "INTEGER",
    nullable: false,
    default: "0",
    primaryKey: false,
  });
  expect(table("pages").indexes).toContainEqual({
    name: "pages_tree",
    unique: false,
    columns: ["drive_id", "parent_id", "position", "id"],
  });
  expect(table("drives").foreignKeys).toContainEqual({ column: "owner_id", references: "users(id)" });
});

test("refuses a former administrator from the next request on", async () => {
  const now = Date.now();
  const id = freshId("admin");
  await d1`insert into users (id, name, email, login_email, role, created_at, updated_at) values (${id}, 'Short', ${id}, ${id}, 'admin', ${now}, ${now})`.run();
  await d1`update sessions set user_id = ${id} where user_id = ${w.ids.dora}`.run();
  const client = w.as("dora");
  expect((await client.get("/api/admin/users")).status).toBe(200);
  await d1`update users set role = 'user' where id = ${id}`.run();
  for (const path of ["/api/admin/users", "/api/admin/schema", "/api/admin/audit", "/api/monitoring/performance"])
    expect((await client.get(path)).status).toBe(403);
});

test("stores a contact message, and emails it to each administrator once", async () => {
  const message = { name: "Vera", email: "vera@example.com", subject: "A question", message: "How do I share a page?" };
  const { status, body } = await w.as("vera").post("/api/contact", message);
  expect([status, body.success]).toEqual([201, true]);
  expect(
    await d1`select name, email, subject, message, user_id from contact_messages where id = ${body.id}`.first(),
  ).toEqual({ ...message, user_id: w.ids.vera });
  const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await d1`update contact_messages set mailed_at = null where id = ${body.id}`.run();
  for (let i = 0; i < 2; i += 1) await consume([{ id: "job", kind: "mail.contact", messageId: body.id }]);
  const lines = printed.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("A question"));
  printed.mockRestore();
  expect(lines).toEqual([`mail to=${w.ids.rupert}@example.com subject="Octavo: A question"`]);
  for (const wrong of [{ ...message, message: "short" }, { ...message, email: "nobody" }, { ...message, name: "" }, {}])
    expect((await w.as("vera").post("/api/contact", wrong)).status).toBe(400);
});
