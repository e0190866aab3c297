/** Converting files to documents: permissions, and what callers learn about a document converted earlier. */
import { beforeAll, expect, test } from "vitest";
import { grant, makePage, type World, world, makeDrive } from "../support/world.ts";
import { call, upload } from "./client.ts";
import { deliver } from "./parser.ts";
import { d1 } from "../support/d1.ts";

let w: World;
let token: string;
beforeAll(async () => {
  w = await world();
  token = w.session("olivia");
});

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers field by field
type Loose = Record<string, any>;

const bring = async (content: string, fields: Record<string, string> = {}): Promise<Loose> => {
  const { body } = await upload(token, { content, filename: "plan.txt", fields: { driveId: w.drive, ...fields } });
  await deliver(body["id"]);
  return body;
};
const convert = async (as: string, id: string) => {
  const response = await call(as, `/api/files/${id}/convert-to-document`, { method: "POST" });
  return { status: response.status, body: await response.json<Loose>() };
};
const rename = (pageId: string, title: string, driveId: string) =>
  d1`update pages set title = ${title}, drive_id = ${driveId} where id = ${pageId}`.run();

test("replaces a document hidden from its maker with a new one, and reveals nothing about it", async () => {
  const edna = w.session("edna");
  const { id } = await bring("for edna");
  const { body: made } = await convert(edna, id);
  await grant(made["pageId"], w.ids.edna, 0);
  await rename(made["pageId"], "Secret", w.drive);
  expect((await call(edna, `/api/pages/${made["pageId"]}`)).status).toBe(404);
  const again = await convert(edna, id);
  expect([again.status, again.body["title"], again.body["pageId"] === made["pageId"]]).toEqual([201, "plan", false]);
  expect(await convert(edna, id)).toEqual({ status: 200, body: again.body });
});

test("creates a new document when the earlier one has moved out of the token's scope", async () => {
  const { id } = await bring("for a token");
  const { body: made } = await convert(token, id);
  await rename(made["pageId"], "Secret", await makeDrive(w));
  const scoped = await w.token("olivia", { drives: [w.drive] });
  expect(await convert(scoped.raw, id)).toMatchObject({ status: 201, body: { title: "plan", driveId: w.drive } });
});

test("returns the same new document to two concurrent requests when the old one is hidden from the caller", async () => {
  const edna = w.session("edna");
  const { id } = await bring("for edna twice");
  const { body: made } = await convert(edna, id);
  await grant(made["pageId"], w.ids.edna, 0);
  const [one, two] = await Promise.all([convert(edna, id), convert(edna, id)]);
  expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 201]);
  expect([one.body["pageId"], made["pageId"] === one.body["pageId"]]).toEqual([two.body["pageId"], false]);
});

test.each([
  ["alone", ({ pageId }: Loose) => pageId],
  ["with its parent page", (_: Loose, folder: string) => folder],
])("converts no file that was trashed %s", async (_, thrownAway) => {
  const pageId = await makePage(w, { title: "Folder", type: "FOLDER" });
  const file = await bring("thrown away", { parentId: pageId });
  await call(token, `/api/pages/${thrownAway(file, pageId)}`, { method: "DELETE" });
  expect(await convert(token, file["id"])).toMatchObject({ status: 409, body: { code: "conflict" } });
});

const documents = async (): Promise<unknown> => d1`select count(*) as n from pages where type = 'DOCUMENT'`.first("n");

test("ignores conversion requests by images, frames, other sites and prefetch", async () => {
  const { id } = await bring("not by accident");
  const path = `/api/files/${id}/convert-to-document`;
  const before = await documents();
  for (const headers of [
    { "Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "same-origin" },
    { "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "same-origin" },
    { "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "same-origin", "Sec-Purpose": "prefetch" },
    { "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "none", "Sec-Purpose": "prefetch;prerender" },
    { Purpose: "prefetch" },
  ]) {
    const response = await call(token, path, { headers });
    expect([response.status, await response.json()]).toMatchObject([403, { code: "cross_site" }]);
  }
  const head = await call(token, path, { method: "HEAD" });
  expect([head.status, head.headers.get("Allow"), await documents()]).toEqual([405, "GET, POST", before]);
  expect((await call(token, path)).status).toBe(201);
});
