/** A full instance refuses new content and accounts, and everything else goes on. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import { measureInstance } from "../../src/features/instance/index.ts";
import { STORE_LIMIT } from "../../src/kernel/instance.ts";
import { upload } from "../files/client.ts";
import { callWith, cookiesOf, freshEmail, mailedLink, requestTo, signIn } from "../flows/sign-in.ts";
import { admin } from "../security/audit.ts";
import { d1 } from "../support/d1.ts";
import { makePage, world, type Client, type World } from "../support/world.ts";

let w: World;
let olivia: Client;

beforeEach(async () => {
  w = await world();
  olivia = w.as("olivia");
});

/** Runs the sweep's step with these variables. */
async function measure(variables: object = {}, storeLimit = STORE_LIMIT): Promise<void> {
  const context = createExecutionContext();
  await d1`update instance_usage set sized_at = 0`.run();
  await measureInstance(createDeps({ ...env, ...variables }, context), storeLimit);
  await waitOnExecutionContext(context);
}

afterEach(() => measure());

type Usage = { text_bytes: number; pages: number; file_bytes: number; users: number };

async function usage(): Promise<Usage> {
  await measure();
  const row = await d1`select * from instance_usage`.first<Usage>();
  if (!row) throw new Error("There is no row of usage.");
  return row;
}

const LONG = "w".repeat(1_000);

const newPage = (content: string, title = "New") =>
  olivia.post("/api/pages", { driveId: w.drive, title, type: "DOCUMENT", content });

test("refuses growth beyond the limit of text with its numbers, and accepts everything that does not grow", async () => {
  const page = await makePage(olivia, { driveId: w.drive, title: "Long", content: LONG });
  const channel = await makePage(olivia, { driveId: w.drive, title: "Talk", type: "CHANNEL" });
  await olivia.patch(`/api/pages/${page}`, { content: `${LONG}!` });
  const { text_bytes: used } = await usage();
  await measure({ INSTANCE_TEXT_BYTES: String(used + 10) });
  const full = { status: 413, body: { code: "quota_exceeded", quota: "database" } };
  for (const refused of [
    await newPage(LONG),
    await olivia.patch(`/api/pages/${page}`, { content: `${LONG}${LONG}` }),
    await olivia.post(`/api/pages/${channel}/messages`, { content: LONG }),
    await olivia.post("/api/pages/bulk/update-content", {
      updates: [{ pageId: page, operation: "append", content: LONG }],
    }),
    await olivia.post("/api/pages/bulk/create-structure", {
      driveId: w.drive,
      structure: [{ title: "A", type: "DOCUMENT", content: LONG }],
    }),
  ])
    expect(refused).toMatchObject(full);
  const accepted = [
    await newPage("0123456789"),
    await olivia.patch(`/api/pages/${page}`, { content: LONG.replace("w", "v") }),
    await olivia.patch(`/api/pages/${page}`, { content: "less" }),
    await olivia.patch(`/api/pages/${page}`, { title: "Renamed" }),
    await olivia.delete(`/api/pages/${page}`),
    await olivia.post(`/api/pages/${page}/restore`),
  ];
  expect(accepted.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200]);
});

test("names the limit of the instance in the error, where the Worker that answers knows it", async () => {
  const { text_bytes: used, pages } = await usage();
  const variables = { INSTANCE_TEXT_BYTES: String(used + 10), INSTANCE_PAGES: String(pages + 1) };
  await measure(variables);
  const post = async (body: object) => {
    const response = await callWith(
      variables,
      requestTo("/api/pages", {
        method: "POST",
        headers: { Authorization: `Bearer ${w.session("olivia")}`, "Content-Type": "application/json" },
        body: JSON.stringify({ driveId: w.drive, title: "P", type: "DOCUMENT", ...body }),
      }),
    );
    return { status: response.status, body: await response.json<Record<string, unknown>>() };
  };
  expect(await post({ content: LONG })).toMatchObject({
    status: 413,
    body: { code: "quota_exceeded", quota: "instance_text", limit: used + 10, used },
  });
  expect((await post({})).status).toBe(201);
  await measure(variables);
  expect(await post({})).toMatchObject({
    status: 413,
    body: { code: "quota_exceeded", quota: "instance_pages", limit: pages + 1, used: pages + 1 },
  });
});

test("a full main database refuses all new content and accounts; sign-in, reading, deleting and audit go on", async () => {
  const { email } = await signIn();
  const page = await makePage(olivia, { driveId: w.drive, title: "Read me", content: LONG });
  const fresh = await mailedLink(freshEmail());
  // The database is larger than 95 % of this.
  await measure({}, 10_000);
  expect(await newPage("x")).toMatchObject({ status: 413, body: { quota: "database", limit: STORE_LIMIT } });
  expect(await olivia.patch(`/api/pages/${page}`, { content: `${LONG}more` })).toMatchObject({ status: 413 });
  const sent = await upload(w.session("olivia"), { content: "a", filename: "a.txt", fields: { driveId: w.drive } });
  expect(sent).toMatchObject({ status: 413, body: { code: "quota_exceeded" } });
  const opened = await callWith({}, requestTo(fresh.url.pathname + fresh.url.search));
  expect(opened.headers.get("Location")).toBe("/signin?error=sign_ups_full");

  expect((await signIn(email)).cookie).not.toBe("");
  expect((await olivia.get(`/api/pages/${page}`)).body).toMatchObject({ content: LONG });
  expect((await olivia.patch(`/api/pages/${page}`, { content: "short" })).status).toBe(200);
  expect((await olivia.delete(`/api/pages/${page}`)).status).toBe(200);
  expect((await olivia.delete(`/api/trash/${page}`)).status).toBe(200);
  expect((await (await admin()).get("/api/admin/audit?limit=1")).status).toBe(200);
  expect((await (await admin()).get("/api/admin/audit/verify")).body).toMatchObject({ valid: true });

  await measure();
  expect((await newPage("x")).status).toBe(201);
});

test("refuses files beyond the limit, before they are read if nothing fits", async () => {
  const { file_bytes: used } = await usage();
  const send = (content: string) =>
    upload(w.session("olivia"), { content, filename: "a.txt", fields: { driveId: w.drive } });
  await measure({ INSTANCE_FILE_BYTES: String(used + 100) });
  expect(await send(LONG)).toMatchObject({ status: 413, body: { code: "quota_exceeded" } });
  expect((await send("ten bytes.")).status).toBe(201);
  const { file_bytes: filled } = await usage();
  await measure({ INSTANCE_FILE_BYTES: String(filled) });
  expect(await send("a")).toMatchObject({ status: 413, body: { code: "quota_exceeded" } });
});

test("a limit of one more user lets exactly one of many in who arrive at once", async () => {
  const { users } = await usage();
  const emails = Array.from({ length: 6 }, () => freshEmail());
  const links = [];
  for (const email of emails) links.push(await mailedLink(email));
  await measure({ INSTANCE_USERS: String(users + 1) });
  const opened = await Promise.all(links.map(({ url }) => callWith({}, requestTo(url.pathname + url.search))));
  const arrived = opened.filter((response) => cookiesOf(response, "session") !== "");
  expect(arrived).toHaveLength(1);
  const places = new Set(opened.filter((each) => !arrived.includes(each)).map((each) => each.headers.get("Location")));
  expect(places).toEqual(new Set(["/signin?error=sign_ups_full"]));
  // The measurement agrees with what the sign-up counted.
  expect(await d1`select users from instance_usage`.first("users")).toBe(users + 1);
  expect((await usage()).users).toBe(users + 1);
  // A configured administrator is never locked out.
  await measure({ INSTANCE_USERS: String(users + 1) });
  const boss = await mailedLink(freshEmail("boss"));
  const email = await d1`select email from magic_links where id = ${boss.linkId}`.first<string>("email");
  const admitted = await callWith({ ADMIN_EMAILS: email }, requestTo(boss.url.pathname + boss.url.search));
  expect(cookiesOf(admitted, "session")).not.toBe("");
});
