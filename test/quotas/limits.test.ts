/** Rate limits on expensive operations apply per person, whichever credentials are used. */
import { beforeEach, expect, test } from "vitest";
import { zip } from "../transfer/archives.ts";
import { callWith, signIn } from "../flows/sign-in.ts";
import { entriesOf } from "../security/audit.ts";
import { makePage, ORIGIN, type World, freshId, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

let w: World;
beforeEach(async () => {
  w = await world();
});

/** One twentieth of every limit: six pages, one bulk edit, one import. */
const SCALED = { RATE_LIMIT_SCALE: "0.05" };

type Loose = { code?: string };

async function send(token: string, path: string, body: unknown, variables: object = SCALED) {
  const isForm = body instanceof FormData;
  const response = await callWith(
    variables,
    new Request(ORIGIN + path, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "CF-Connecting-IP": "192.0.2.1",
        ...(!isForm && { "Content-Type": "application/json" }),
      },
      body: isForm ? body : JSON.stringify(body),
    }),
  );
  const policy = response.headers.get("RateLimit-Policy")?.split(";")[0];
  return { status: response.status, policy, body: await response.json<Loose>() };
}

test("limits page creation per user across sessions and tools, without affecting others", async () => {
  const { raw } = await w.token("olivia");
  const page = { driveId: w.drive, title: "A", type: "FOLDER" };
  const answers = [];
  for (let i = 0; i < 7; i += 1) answers.push(await send(i % 2 ? raw : w.session("olivia"), "/api/pages", page));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201, 429]);
  expect(answers[6]).toMatchObject({ policy: '"pages/create"', body: { code: "rate_limited" } });
  expect((await send(w.session("adam"), "/api/pages", page)).status).toBe(201);
});

test("counts all bulk operations together", async () => {
  const olivia = w.as("olivia");
  const one = await makePage(w, { title: "A" });
  const bulk = {
    "update-content": { updates: [{ pageId: one, operation: "replace", content: "x" }] },
    rename: { pageIds: [one], pattern: { type: "prefix", text: "B" } },
    move: { pageIds: [one], targetDriveId: w.drive },
    "create-structure": { driveId: w.drive, structure: [{ title: "C", type: "FOLDER" }] },
    delete: { pageIds: [one] },
  };
  const answers = [];
  for (const [name, body] of Object.entries(bulk))
    answers.push(await send(w.session("olivia"), `/api/pages/bulk/${name}`, body));
  expect(answers.map(({ status, policy }) => [status, policy])).toEqual([
    [200, undefined],
    ...Array.from({ length: 4 }, () => [429, '"pages/bulk"']),
  ]);
  const { body: after } = await olivia.get(`/api/pages/${one}`);
  expect([after.content, after.title, after.isTrashed]).toEqual(["x", "A", false]);
});

test("limits imports separately", async () => {
  const form = (): FormData => {
    const data = new FormData();
    data.append("file", new File([new Uint8Array(zip({ "a.md": "x" }))], "a.zip"));
    return data;
  };
  const path = `/api/drives/${w.drive}/import`;
  const answers = [await send(w.session("olivia"), path, form()), await send(w.session("olivia"), path, form())];
  expect(answers.map(({ status, policy }) => [status, policy])).toEqual([
    [201, undefined],
    [429, '"import"'],
  ]);
});

/** A coarse per-person rate limiter that allows `most` calls and records its keys. */
function gate(most: number): { asked: string[]; variables: object } {
  const asked: string[] = [];
  const limit = ({ key }: { key: string }) => Promise.resolve({ success: asked.push(key) <= most });
  return { asked, variables: { RATE_LIMIT_SCALE: "1", FLOOD_USER: { limit } } };
}

const get = (token: string, path: string, variables: object): Promise<Response> =>
  callWith(
    variables,
    new Request(ORIGIN + path, { headers: { Authorization: `Bearer ${token}`, "CF-Connecting-IP": "192.0.2.1" } }),
  );

test("counts a user once per request at the coarse limit, for any credential", async () => {
  const tools = await Promise.all([w.token("olivia"), w.token("olivia")]);
  const { asked, variables } = gate(4);
  const statuses = [];
  for (const token of [w.session("olivia"), ...tools.map(({ raw }) => raw), w.session("adam"), w.session("olivia")])
    statuses.push((await get(token, `/api/drives/${w.drive}`, variables)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  const { olivia, adam } = w.ids;
  expect(asked).toEqual([olivia, olivia, olivia, adam, olivia]);
  const refused = await get(w.session("olivia"), "/api/auth/me", variables);
  expect(refused.headers.get("RateLimit-Policy")).toBe('"flood/user";q=600;w=60');
});

test("counts one request for a page with many queries, and for an edit with cached access", async () => {
  const { cookie } = await signIn();
  const { asked, variables } = gate(1_000);
  const settings = await callWith(
    variables,
    new Request(`${ORIGIN}/settings`, { headers: { Cookie: cookie, "CF-Connecting-IP": "192.0.2.1" } }),
  );
  expect([settings.status, asked.length]).toEqual([200, 1]);
  const page = await makePage(w, { title: "A" });
  await w.as("olivia").patch(`/api/pages/${page}`, { content: "one" });
  const edit = (most: number, content: string) => {
    const one = gate(most);
    const request = new Request(`${ORIGIN}/api/pages/${page}`, {
      method: "PATCH",
      headers: {
        Authorization: `Bearer ${w.session("olivia")}`,
        "CF-Connecting-IP": "192.0.2.1",
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ content }),
    });
    return callWith(one.variables, request).then(({ status }) => [status, one.asked.length]);
  };
  expect(await edit(1, "two")).toEqual([200, 1]);
  expect(await edit(0, "three")).toEqual([429, 1]);
  expect((await w.as("olivia").get(`/api/pages/${page}`)).body.content).toBe("two");
});

test("counts nobody for an invalid credential", async () => {
  const { asked, variables } = gate(1_000);
  expect((await get(`ses_${"x".repeat(43)}`, "/api/drives", variables)).status).toBe(401);
  expect(asked).toEqual([]);
});

test("replaces the least recently used of 200 sessions", async () => {
  const { email, id } = await signIn();
  const prefix = freshId("session");
  await d1`with recursive n (i) as (select 1 union all select i + 1 from n where i < 199)
     insert into sessions (token_hash, id, user_id, epoch, created_at, expires_at, last_seen_at, auth_time, method, ip, user_agent)
     select ${prefix} || i, ${prefix} || i, ${id}, 0, 1, ${Date.now() + 86_400_000}, 1000 + i, 1, 'test', '', '' from n`.run();
  const held = async (): Promise<string[]> =>
    (await d1`select id from sessions where user_id = ${id}`.all<{ id: string }>()).results.map((row) => row.id);
  expect(await held()).toHaveLength(200);
  await signIn(email);
  const left = await held();
  expect([left.length, left.includes(`${prefix}1`), left.includes(`${prefix}2`)]).toEqual([200, false, true]);
  const told = await entriesOf("session.revoke");
  expect(told.filter(({ entry }) => entry.d["reason"] === "too_many")).toHaveLength(1);
});
