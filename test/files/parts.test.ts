/** Multipart uploads: parts in any order, repeated, or resumed; abandoned uploads leave nothing behind. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { MAX_FILE_BYTES, UPLOAD_PART_BYTES } from "../../src/features/files/contract.ts";
import { makePage, type World, world, makeDrive } from "../support/world.ts";
import { call, collect, collectStage, keysUnder, randomBytes, sha256 } from "./client.ts";
import { d1 } from "../support/d1.ts";

const DAY = 86_400_000;

let w: World;
let token: string;
beforeAll(async () => {
  w = await world();
  token = w.session("olivia");
});

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers field by field
type Answer = { status: number; body: Record<string, any> };

async function ask(method: string, path: string, body?: unknown, as = token): Promise<Answer> {
  const isBytes = body instanceof Uint8Array;
  const response = await call(as, path, {
    method,
    ...(body !== undefined && {
      body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
      headers: { "Content-Type": isBytes ? "application/octet-stream" : "application/json" },
    }),
  });
  return { status: response.status, body: await response.json() };
}

const begin = (size: number, more: object = {}, as = token): Promise<Answer> =>
  ask("POST", "/api/uploads", { filename: "large.bin", size, driveId: w.drive, ...more }, as);
const partOf = (content: Uint8Array, part: number): Uint8Array =>
  content.slice((part - 1) * UPLOAD_PART_BYTES, part * UPLOAD_PART_BYTES);
const send = (id: string, content: Uint8Array, part: number, as = token): Promise<Answer> =>
  ask("PUT", `/api/uploads/${id}/parts/${part}`, partOf(content, part), as);
const complete = (id: string, as = token): Promise<Answer> => ask("POST", `/api/uploads/${id}/complete`, undefined, as);

test("combines parts sent in any order, concurrently and repeatedly, and repeats completion with the same response", async () => {
  const content = randomBytes(2 * UPLOAD_PART_BYTES + 99, 5);
  const { status, body } = await begin(content.length);
  expect([status, body["partSize"], body["parts"], body["received"]]).toEqual([201, UPLOAD_PART_BYTES, 3, []]);
  const id = String(body["uploadId"]);
  await send(id, content, 3);
  expect(await complete(id)).toMatchObject({ status: 409, body: { code: "incomplete" } });
  await send(id, randomBytes(UPLOAD_PART_BYTES, 9), 1);
  await Promise.all([send(id, content, 2), send(id, content, 1)]);
  expect((await ask("GET", `/api/uploads/${id}`)).body["received"]).toEqual([1, 2, 3]);
  const answers = await Promise.all([complete(id), complete(id)]);
  const again = await complete(id);
  const made = answers.find((answer) => answer.status === 201) ?? expect.unreachable();
  expect(made.body).toMatchObject({ filename: "large.bin", size: content.length, sha256: await sha256(content) });
  expect([again.status, again.body["id"]]).toEqual([200, made.body["id"]]);
  const back = new Uint8Array(await (await call(token, `/api/files/${made.body["id"]}/download`)).arrayBuffer());
  expect(await sha256(back)).toBe(await sha256(content));
  expect((await d1`select count(*) as n from files where filename = 'large.bin'`.first())?.["n"]).toBe(1);
});

test.each([
  ["a file that is too large", MAX_FILE_BYTES + 1, {}, 413, "payload_too_large"],
  ["an empty file", 0, {}, 400, "invalid_request"],
  ["no target", 5, { driveId: undefined }, 400, "invalid_request"],
  ["a missing drive", 5, { driveId: "nowhere" }, 404, "not_found"],
])("rejects %s before the upload starts", async (_, size, more, status, code) => {
  expect(await begin(size, more)).toMatchObject({ status, body: { code } });
});

test("requires the correct size, number and owner for a part", async () => {
  const content = randomBytes(UPLOAD_PART_BYTES + 5, 6);
  const id = String((await begin(content.length)).body["uploadId"]);
  const put = (part: number | string, bytes: Uint8Array, as = token) =>
    ask("PUT", `/api/uploads/${id}/parts/${part}`, bytes, as);
  expect(await put(1, content.slice(0, 100))).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  expect((await put(1, content)).status).toBe(413);
  for (const part of [0, 3, 99, "x"]) expect((await put(part, content.slice(0, 5))).status).toBe(404);
  expect((await send(id, content, 2, w.session("edna"))).status).toBe(404);
  expect((await complete(id, w.session("edna"))).status).toBe(404);
  expect((await ask("GET", `/api/uploads/${id}`, undefined, w.session("edna"))).status).toBe(404);
});

test("returns 404 for an upload outside the token's scope, even if the same user started it", async () => {
  const content = randomBytes(UPLOAD_PART_BYTES + 5, 6);
  const mine = await makeDrive(w);
  const pageId = await makePage(w, { driveId: mine });
  const { raw: here } = await w.token("olivia", { drives: [mine] });
  const { raw: elsewhere } = await w.token("olivia", { drives: [w.drive] });
  for (const place of [{ driveId: mine }, { driveId: undefined, pageId }]) {
    const id = String((await begin(content.length, place)).body["uploadId"]);
    const nothing = await ask("GET", "/api/uploads/nothing", undefined, elsewhere);
    const hidden = await ask("GET", `/api/uploads/${id}`, undefined, elsewhere);
    expect([hidden.status, { ...hidden.body, requestId: "" }]).toEqual([404, { ...nothing.body, requestId: "" }]);
    expect((await send(id, content, 1, elsewhere)).status).toBe(404);
    expect((await complete(id, elsewhere)).status).toBe(404);
    expect((await ask("DELETE", `/api/uploads/${id}`, undefined, elsewhere)).status).toBe(404);
    expect((await ask("GET", `/api/uploads/${id}`, undefined, here)).body["received"]).toEqual([]);
    for (const part of [1, 2]) expect((await send(id, content, part, here)).status).toBe(200);
    expect((await complete(id, here)).status).toBe(201);
    // The resulting file is outside the token's scope, too.
    expect((await complete(id, elsewhere)).status).toBe(404);
    expect((await complete(id, here)).status).toBe(200);
  }
});

test("returns 404 for an upload whose page has moved out of the token's scope", async () => {
  const mine = await makeDrive(w);
  const pageId = await makePage(w, { driveId: mine });
  const { raw } = await w.token("olivia", { drives: [mine] });
  const id = String((await begin(5, { driveId: undefined, pageId }, raw)).body["uploadId"]);
  const look = async (as: string) => (await ask("GET", `/api/uploads/${id}`, undefined, as)).status;
  expect(await look(raw)).toBe(200);
  await w.as("olivia").post("/api/pages/bulk/move", { pageIds: [pageId], targetDriveId: w.drive });
  expect([await look(raw), await look(token)]).toEqual([404, 200]);
  // The target page is gone: the user can still see and cancel the upload, but a scoped token cannot.
  await d1`delete from pages where id = ${pageId}`.run();
  expect([await look(raw), await look(token)]).toEqual([404, 200]);
});

test("rejects completing an upload while the user has lost access to the target", async () => {
  const content = randomBytes(10, 7);
  const edna = w.session("edna");
  const id = String((await begin(content.length, {}, edna)).body["uploadId"]);
  await send(id, content, 1, edna);
  await d1`update drive_members set rights = 1 where user_id = ${w.ids.edna}`.run();
  expect((await complete(id, edna)).status).toBe(403);
  await d1`update drive_members set rights = 3 where user_id = ${w.ids.edna}`.run();
  expect((await complete(id, edna)).status).toBe(201);
});

test("deletes an upload that is cancelled or not completed within a day", async () => {
  const content = randomBytes(2 * UPLOAD_PART_BYTES, 8);
  const [cancelled, forgotten, assembled] = await Promise.all([begin(content.length), begin(content.length), begin(9)]);
  const [one, two, three] = [cancelled, forgotten, assembled].map(({ body }) => String(body["uploadId"]));
  await send(one ?? "", content, 1);
  await send(two ?? "", content, 1);
  expect((await ask("DELETE", `/api/uploads/${one}`)).status).toBe(200);
  expect((await send(one ?? "", content, 2)).status).toBe(404);
  expect((await ask("GET", `/api/uploads/${one}`)).status).toBe(404);
  // An upload that was assembled but whose file record was never created.
  await env.FILES.put(`stage/${three}`, "assembled");
  await d1`update uploads set assembled = 1 where id = ${three}`.run();
  const [before, after] = [Date.now() + DAY - 60_000, Date.now() + DAY + 60_000];
  await collect(before);
  expect((await ask("GET", `/api/uploads/${two}`)).status).toBe(200);
  await collect(after);
  await collectStage(after + 2 * DAY);
  expect(await d1`select count(*) as n from uploads where id in (${one}, ${two}, ${three})`.first()).toEqual({ n: 0 });
  expect((await keysUnder("stage/")).filter((key) => key.endsWith(three ?? "?"))).toEqual([]);
  expect((await send(two ?? "", content, 2)).status).toBe(404);
});

test("limits a user to 20 open uploads", async () => {
  const vera = w.session("adam");
  const begun = [];
  for (let i = 0; i < 21; i += 1) begun.push((await begin(5, {}, vera)).status);
  expect(begun).toEqual([...Array<number>(20).fill(201), 409]);
});
