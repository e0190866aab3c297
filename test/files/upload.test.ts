/** Uploads: bytes are stored unchanged, locations are authorized, and refused uploads leave nothing behind. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { MAX_FILE_BYTES, UPLOAD_PART_BYTES } from "../../src/features/files/contract.ts";
import { makePage, freshId, type World, world } from "../support/world.ts";
import { entriesOf } from "../security/audit.ts";
import {
  asSent,
  call,
  collect,
  collectStage,
  keysUnder,
  promote,
  randomBytes,
  sha256,
  upload,
  uploadRaw,
} from "./client.ts";
import { isNight, nightly } from "../support/nightly.ts";
import { d1 } from "../support/d1.ts";

const DAY = 86_400_000;

let w: World;
let token: string;
beforeAll(async () => {
  w = await world();
  token = w.session("olivia");
});

const inDrive = () => ({ driveId: w.drive });
const countFiles = async (): Promise<number> =>
  (await d1`select count(*) as n from files`.first<{ n: number }>())?.n ?? 0;
const bytesOf = async (id: string): Promise<Uint8Array> =>
  new Uint8Array(await (await call(token, `/api/files/${id}/download`)).arrayBuffer());
async function blobOf(hash: string): Promise<{ generation: string; staged: number }> {
  const query = d1`select generation, staged from blobs where sha256 = ${hash}`;
  return (await query.first<{ generation: string; staged: number }>()) ?? expect.unreachable();
}

test("creates a FILE page for a file without a page, and returns its record", async () => {
  const content = "first words";
  const { status, body } = await upload(token, { content, filename: "plan.txt", fields: inDrive() });
  expect([status, body]).toEqual([
    201,
    {
      id: body["id"],
      filename: "plan.txt",
      mimeType: "text/plain",
      size: content.length,
      processingStatus: "pending",
      pageId: body["pageId"],
      sha256: await sha256(content),
      deduplicated: false,
    },
  ]);
  expect(await (await call(token, `/api/pages/${body["pageId"]}`)).json()).toMatchObject({
    type: "FILE",
    title: "plan.txt",
  });
  expect(new TextDecoder().decode(await bytesOf(body["id"]))).toBe(content);
  const told = () => entriesOf("file.upload", ({ entry }) => entry.res?.id === body["id"]);
  await expect.poll(told).toMatchObject([{ userId: w.ids.olivia, entry: { outcome: "ok", risk: 0 } }]);
});

const SIZES = [
  ["one byte", 1],
  ["one byte less than a part", UPLOAD_PART_BYTES - 1],
  ["exactly a part", UPLOAD_PART_BYTES],
  ["one byte more than a part", UPLOAD_PART_BYTES + 1],
  ["two parts and a remainder", 2 * UPLOAD_PART_BYTES + 4_321],
] as const;
const WAYS = [
  ["fields first", {}],
  ["fields last", { fieldsLast: true }],
  ["of unknown length", { ofUnknownLength: true }],
] as const;

test.each(
  SIZES.flatMap(([name, size], at) =>
    (isNight || at === SIZES.length - 1 ? WAYS : WAYS.slice(0, 1)).map(
      ([way, how], n) => [`${name}, ${way},`, size, how, size + n] as const,
    ),
  ),
)("returns %s byte for byte, before and after promotion", async (_, size, how, seed) => {
  const content = randomBytes(size, seed);
  const hash = await sha256(content);
  const { status, body } = await upload(token, { content, filename: "data.bin", fields: inDrive(), ...how });
  expect([status, body["size"], body["sha256"]]).toEqual([201, size, hash]);
  expect(await sha256(await bytesOf(body["id"]))).toBe(hash);
  const { generation, staged } = await blobOf(hash);
  // Later parts of the request count as file bytes until they arrive. Large files stay in staging until the queue moves them.
  if (size < UPLOAD_PART_BYTES - 65_536) expect(staged).toBe(0);
  const end = { headers: { Range: "bytes=-3" } };
  const tail = new Uint8Array(await (await call(token, `/api/files/${body["id"]}/download`, end)).arrayBuffer());
  expect(tail).toEqual(content.slice(-3));
  for (let again = 0; again < 2; again += 1) await promote(generation, hash);
  expect(await keysUnder(`sha256/${hash}/`)).toEqual([`sha256/${hash}/${generation}`]);
  expect(await keysUnder("stage/")).toEqual([]);
  expect(await sha256(await bytesOf(body["id"]))).toBe(hash);
});

test("ignores unknown fields before and after the file", async () => {
  for (const fieldsLast of [false, true]) {
    const { status } = await upload(token, { fields: { ...inDrive(), colour: "blue" }, fieldsLast });
    expect(status).toBe(201);
  }
});

test("stores a file as an attachment on other pages, and as new contents on a FILE page", async () => {
  const page = (
    await (
      await call(token, "/api/pages", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ driveId: w.drive, title: "Doc", type: "DOCUMENT", content: "mine" }),
      })
    ).json<{ id: string }>()
  ).id;
  expect((await upload(token, { fields: { pageId: page } })).body["pageId"]).toBe(page);
  expect(await (await call(token, `/api/pages/${page}`)).json()).toMatchObject({ type: "DOCUMENT", content: "mine" });

  const first = (await upload(token, { content: "one", fields: inDrive() })).body;
  const second = (await upload(token, { content: "two", filename: "later.txt", fields: { pageId: first["pageId"] } }))
    .body;
  expect(second["pageId"]).toBe(first["pageId"]);
  const status = await (await call(token, `/api/pages/${first["pageId"]}/processing-status`)).json();
  expect(status).toMatchObject({ fileId: second["id"] });
  // The previous file is still available at its own address.
  expect(new TextDecoder().decode(await bytesOf(first["id"]))).toBe("one");
});

test("stores identical bytes once, and reveals duplicates only to their uploader", async () => {
  const content = `shared ${freshId("x")}`;
  const hash = await sha256(content);
  const mine = await upload(token, { content, fields: inDrive() });
  const again = await upload(token, { content, fields: inDrive() });
  const theirs = await upload(w.session("oscar"), { content, fields: { driveId: w.otherDrive } });
  expect([mine, again, theirs].map(({ body }) => body["deduplicated"])).toEqual([false, true, false]);
  await expect.poll(() => keysUnder(`sha256/${hash}/`)).toHaveLength(1);
  expect(
    new TextDecoder().decode(
      new Uint8Array(await (await call(w.session("oscar"), `/api/files/${theirs.body["id"]}/view`)).arrayBuffer()),
    ),
  ).toBe(content);
});

test("stores one object and 50 files for 50 concurrent uploads of the same new bytes", async () => {
  const content = `rush ${freshId("x")}`;
  const hash = await sha256(content);
  const replies = await Promise.all(Array.from({ length: 50 }, () => upload(token, { content, fields: inDrive() })));
  expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(201));
  const live = await d1`select count(*) as n from blobs where sha256 = ${hash}`.first();
  expect(live).toEqual({ n: 1 });
  await expect.poll(() => keysUnder(`sha256/${hash}/`)).toHaveLength(1);
  for (const { body } of replies.slice(0, 5)) expect(new TextDecoder().decode(await bytesOf(body["id"]))).toBe(content);
});

const part = (head: string, content: string): string => `--b\r\n${head}\r\n\r\n${content}\r\n`;
const file = (content = "x", name = "file"): string =>
  part(`Content-Disposition: form-data; name="${name}"; filename="a.txt"`, content);
const field = (name: string, value: string): string => part(`Content-Disposition: form-data; name="${name}"`, value);
const END = "--b--\r\n";

test.each([
  ["no file", () => field("driveId", w.drive) + END],
  ["a file under another field name", () => field("driveId", w.drive) + file("x", "upload") + END],
  ["two files", () => field("driveId", w.drive) + file() + file("y") + END],
  ["an empty file", () => field("driveId", w.drive) + file("") + END],
  ["a duplicate field", () => field("driveId", w.drive) + field("driveId", w.drive) + file() + END],
  [
    "a body truncated in the file",
    () => `${field("driveId", w.drive)}--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf`,
  ],
  ["a body truncated before its end", () => field("driveId", w.drive) + file()],
  ["unterminated part headers", () => `--b\r\nContent-Disposition: form-data; name="file"; x="${"y".repeat(100_000)}`],
  ["10,000 parts", () => field("f", "").repeat(10_000) + END],
  ["an oversized field", () => field("driveId", "d".repeat(60_000)) + file() + END],
  ["nothing", () => ""],
  ["a body that is not multipart", () => "hello"],
])("returns 400 invalid_multipart for %s, and stores nothing", async (_, body) => {
  const before = await countFiles();
  const { status, body: answer } = await uploadRaw(token, body());
  expect([status, answer["code"]]).toEqual([400, "invalid_multipart"]);
  expect([await countFiles(), await keysUnder("stage/")]).toEqual([before, []]);
});

test("accepts a final boundary alone or followed by a short epilogue", async () => {
  for (const [n, end] of ["--b--", END, `${END}${"after it ".repeat(5_000)}`].entries()) {
    const content = String(n).repeat(UPLOAD_PART_BYTES + 16);
    const sent = field("driveId", w.drive) + file(content) + end;
    const { status, body } = await uploadRaw(token, sent, undefined, sent.length);
    expect([status, body["size"], body["sha256"]]).toEqual([201, content.length, await sha256(content)]);
    const { generation } = await blobOf(body["sha256"]);
    await promote(generation, body["sha256"]);
    expect((await bytesOf(body["id"])).length).toBe(content.length);
  }
});

test.each([
  ["truncated in the file", (sent: string) => sent.slice(0, UPLOAD_PART_BYTES + 5)],
  ["truncated before its end", (sent: string) => sent.slice(0, -END.length)],
  ["truncated a dash before its end", (sent: string) => sent.slice(0, -3)],
  ["followed by too many bytes", (sent: string) => sent + "x".repeat(70_000)],
])("rejects a large file in a body that is %s, and stores nothing", async (_, spoil) => {
  const sent = spoil(field("driveId", w.drive) + file("x".repeat(UPLOAD_PART_BYTES + 10)) + END);
  const { status, body } = await uploadRaw(token, sent, undefined, sent.length);
  expect([status, body["code"]]).toEqual([400, "invalid_multipart"]);
  await expect.poll(() => keysUnder("stage/")).toEqual([]);
});

test("returns 400 for a missing or mismatched boundary, and 415 for another media type", async () => {
  expect((await uploadRaw(token, file() + END, "multipart/form-data")).body["code"]).toBe("invalid_multipart");
  expect((await uploadRaw(token, file() + END, "multipart/form-data; boundary=c")).body["code"]).toBe(
    "invalid_multipart",
  );
  expect((await uploadRaw(token, "{}", "application/json")).status).toBe(415);
});

/** A stream that records how much of it was read. */
function endless(head: string, most: number) {
  const chunk = new Uint8Array(1_000_000);
  const state = { sent: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
    pull(controller) {
      if (state.sent >= most) controller.close();
      else controller.enqueue(chunk);
      state.sent += chunk.length;
    },
    cancel: () => {
      state.cancelled = true;
    },
  });
  return { stream, state };
}

const openFile = '--b\r\nContent-Disposition: form-data; name="file"; filename="big.bin"\r\n\r\n';

nightly("returns 413 beyond 100,000,000 bytes without reading the rest", async () => {
  const { stream, state } = endless(openFile, 300_000_000);
  const { status, body } = await uploadRaw(token, stream);
  expect([status, body["code"]]).toEqual([413, "payload_too_large"]);
  expect(state.sent).toBeLessThan(MAX_FILE_BYTES + 20_000_000);
  expect(await keysUnder("stage/")).toEqual([]);
});

test("ignores a Content-Length that is not a number", async () => {
  const content = "n".repeat(UPLOAD_PART_BYTES + 1);
  const { status, body } = await uploadRaw(
    token,
    field("driveId", w.drive) + file(content) + END,
    undefined,
    Number.NaN,
  );
  expect([status, body["size"]]).toEqual([201, content.length]);
});

test("rejects an invalid target given before the file, without reading the file", async () => {
  for (const [target, status] of [
    [field("driveId", "nowhere"), 404],
    [field("driveId", w.otherDrive), 404],
    [field("driveId", w.drive) + field("parentId", "nowhere"), 400],
  ] as const) {
    const { stream, state } = endless(target + openFile, 300_000_000);
    expect((await uploadRaw(token, stream)).status).toBe(status);
    expect(state.sent).toBeLessThan(5_000_000);
  }
});

test("returns 401 to unauthenticated callers, whatever they send", async () => {
  for (const body of ["hello", file() + END, field("driveId", w.drive) + END]) {
    const answer = await uploadRaw("session_of_nobody", body);
    expect([answer.status, answer.body["code"]]).toEqual([401, "unauthenticated"]);
  }
});

test("rejects an upload when the right is revoked while the file arrives", async () => {
  const own = await world();
  const form = new FormData();
  form.append("driveId", own.drive);
  form.append("file", new File([randomBytes(UPLOAD_PART_BYTES + 3, 78)], "a.bin"));
  const sent = await asSent(form);
  const bytes = new Uint8Array(sent.body);
  const pieces = [bytes.slice(0, 1_000_000), bytes.slice(1_000_000)].values();
  const before = await countFiles();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = pieces.next();
      if (done) return controller.close();
      if (value.length > 1_000_000) {
        await d1`delete from drive_members where drive_id = ${own.drive} and user_id = ${own.ids.edna}`.run();
      }
      controller.enqueue(value);
    },
  });
  const answer = await call(own.session("edna"), "/api/upload", { method: "POST", body, headers: sent.headers });
  expect(answer.status).toBe(409);
  expect(await countFiles()).toBe(before);
  await expect.poll(() => keysUnder("stage/")).toEqual([]);
});

test("rejects an oversized Content-Length before it reads the body, and does not trust a false one", async () => {
  const answer = await call(token, "/api/upload", {
    method: "POST",
    body: "x",
    headers: {
      "Content-Type": "multipart/form-data; boundary=b",
      "Content-Length": String(MAX_FILE_BYTES + 1_000_000),
    },
  });
  expect([400, 413]).toContain(answer.status);
});

test.each([
  ["nobody", null, 401],
  ["a member who can only view", "vera", 403],
  ["an editor of the drive", "edna", 201],
  ["a user outside the drive", "oscar", 404],
] as const)("returns the expected status when %s uploads into the drive", async (_, person, status) => {
  const before = await keysUnder("sha256/");
  const content = `by ${person} ${freshId("x")}`;
  const answer = await upload(person && w.session(person), { content, fields: inDrive() });
  expect(answer.status).toBe(status);
  if (status !== 201) await expect.poll(() => keysUnder("sha256/")).toEqual(before);
});

test.each([
  ["neither page nor drive", () => ({}), 400, "invalid_request"],
  ["a missing page", () => ({ pageId: "nowhere" }), 404, "not_found"],
  ["a missing drive", () => ({ driveId: "nowhere" }), 404, "not_found"],
  ["another user's drive", () => ({ driveId: w.otherDrive }), 404, "not_found"],
  ["a parent that is not a page", () => ({ driveId: w.drive, parentId: "nowhere" }), 400, "parent_invalid"],
  ["an invalid ID", () => ({ driveId: "../../etc" }), 400, "invalid_request"],
])("rejects %s, and stores nothing", async (_, fields, status, code) => {
  const content = randomBytes(UPLOAD_PART_BYTES + 10, status);
  const answer = await upload(token, { content, fields: fields() });
  expect([answer.status, answer.body["code"]]).toEqual([status, code]);
  await expect.poll(() => keysUnder("stage/")).toEqual([]);
});

test("returns the same error for another user's drive and a missing one when a user names their own page as parent", async () => {
  const pageId = await makePage(w, { title: "Mine", type: "FOLDER" });
  const answers = [];
  for (const driveId of [w.otherDrive, "nowhere"]) {
    const fields = { driveId, parentId: pageId };
    const begun = await w.as("olivia").post("/api/uploads", { filename: "a.txt", size: 5, ...fields });
    const { status, body } = await upload(token, { fields });
    answers.push([begun.status, begun.body.error, status, body["error"]]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject([404, expect.any(String), 404, expect.any(String)]);
});

test("limits uploads to the drives of the token, and rejects a read-only token", async () => {
  const scoped = await w.token("olivia", { drives: [w.drive] });
  expect((await upload(scoped.raw, { fields: inDrive() })).status).toBe(201);
  const elsewhere = await w.token("oscar", { drives: [w.otherDrive] });
  expect((await upload(elsewhere.raw, { fields: inDrive() })).status).toBe(404);
  const readOnly = await w.token("olivia", { readOnly: true });
  expect((await upload(readOnly.raw, { fields: inDrive() })).status).toBe(403);
});

test.each([
  ["plain.txt", "plain.txt"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\me\\cv.pdf", "cv.pdf"],
  ["naïve 文書.md", "naïve 文書.md"],
  ["evil\u202egnp.exe", "evilgnp.exe"],
  ['quo"te.txt', "quo_te.txt"],
  ["...", "file"],
])("stores the name %j as %j", async (filename, kept) => {
  expect((await upload(token, { filename, fields: inDrive() })).body["filename"]).toBe(kept);
});

test("detects the type from the bytes, not from the declared type", async () => {
  const png = new Uint8Array([
    0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0,
  ]);
  const types = [
    await upload(token, { content: png, filename: "page.html", type: "text/html", fields: inDrive() }),
    await upload(token, { content: "<script>1</script>", filename: "x.png", type: "image/png", fields: inDrive() }),
    await upload(token, { content: "<p>", filename: "x.html", fields: inDrive() }),
    await upload(token, {
      content: new Uint8Array([1, 2, 3, 0]),
      filename: "x.txt",
      type: "text/plain",
      fields: inDrive(),
    }),
  ].map(({ body }) => body["mimeType"]);
  expect(types).toEqual(["image/png", "text/plain", "text/html", "application/octet-stream"]);
});

test("counts a user's file sizes, and rejects uploads beyond the quota", async () => {
  const usage = async (): Promise<unknown> =>
    (await d1`select bytes, files from storage_usage where user_id = ${w.ids.edna}`.first()) ?? {
      bytes: 0,
      files: 0,
    };
  await d1`delete from files where created_by = ${w.ids.edna}`.run();
  const edna = w.session("edna");
  const one = await upload(edna, { content: "12345", fields: inDrive() });
  expect(await usage()).toMatchObject({ bytes: 5, files: 1 });
  await d1`update storage_usage set bytes = 10000000000 - 3 where user_id = ${w.ids.edna}`.run();
  const full = await upload(edna, { content: "1234", fields: inDrive() });
  expect([full.status, full.body["code"]]).toEqual([413, "storage_full"]);
  expect((await upload(edna, { content: "123", fields: inDrive() })).status).toBe(201);
  await d1`delete from files where id = ${one.body["id"]}`.run();
  expect(await usage()).toMatchObject({ files: 1 });
});

test("deletes bytes a day after their last file, and no earlier", async () => {
  const content = `short-lived ${freshId("x")}`;
  const hash = await sha256(content);
  const { body } = await upload(token, { content, fields: inDrive() });
  await d1`delete from files where id = ${body["id"]}`.run();
  const now = Date.now();
  await collect(now);
  await collect(now + DAY - 3_600_000);
  expect(await keysUnder(`sha256/${hash}/`)).toHaveLength(1);
  await collect(now + DAY + 1_000);
  expect(await keysUnder(`sha256/${hash}/`)).toEqual([]);
  expect(await d1`select * from blobs where sha256 = ${hash}`.first()).toBe(null);
  // Stored again under another key, so that a late deletion does not affect it.
  const again = await upload(token, { content, fields: inDrive() });
  expect(new TextDecoder().decode(await bytesOf(again.body["id"]))).toBe(content);
});

test("keeps bytes that are referenced again within the grace period of a day", async () => {
  const content = `kept ${freshId("x")}`;
  const hash = await sha256(content);
  const { body } = await upload(token, { content, fields: inDrive() });
  await d1`delete from files where id = ${body["id"]}`.run();
  const now = Date.now();
  await collect(now);
  const again = await upload(token, { content, fields: inDrive() });
  await collect(now + 2 * DAY);
  expect(await keysUnder(`sha256/${hash}/`)).toHaveLength(1);
  expect(new TextDecoder().decode(await bytesOf(again.body["id"]))).toBe(content);
});

nightly("keeps the bytes of every file under concurrent uploads, deletions and collections", async () => {
  const content = `race ${freshId("x")}`;
  const later = Date.now() + 3 * DAY;
  const kept: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    const replies = await Promise.all([
      ...Array.from({ length: 8 }, () => upload(token, { content, fields: inDrive() })),
      collect(later + round * DAY),
      collect(later + round * DAY),
    ]);
    const ids = replies.flatMap((reply) => (reply ? [String(reply.body["id"])] : []));
    const [stays, ...go] = round === 5 ? [ids[0], ...ids.slice(1)] : [undefined, ...ids];
    if (stays) kept.push(stays);
    await Promise.all([
      d1`delete from files where id in (select value from json_each(${JSON.stringify(go)}))`.run(),
      collect(later + round * DAY + 1),
      upload(token, { content, fields: inDrive() }).then(({ body }) => kept.push(body["id"])),
    ]);
  }
  await collect(later + 30 * DAY);
  await collect(later + 60 * DAY);
  for (const id of kept) expect(new TextDecoder().decode(await bytesOf(id)), id).toBe(content);
});

test("removes staged leftovers of failed requests after two days, and keeps staged bytes in use", async () => {
  await env.FILES.put("stage/00000000-left-over", "x");
  const { body } = await upload(token, { content: randomBytes(UPLOAD_PART_BYTES + 1, 77), fields: inDrive() });
  await collectStage(Date.now() + 3 * DAY);
  expect(await keysUnder("stage/")).not.toContain("stage/00000000-left-over");
  expect((await bytesOf(body["id"])).length).toBe(UPLOAD_PART_BYTES + 1);
});

test("deletes an announced but never referenced object after a day", async () => {
  await env.FILES.put("sha256/ab/0000-lost", "x");
  await d1`insert into blob_candidates values ('0000-lost', 'ab', 1)`.run();
  await collect(Date.now());
  expect(await keysUnder("sha256/ab/")).toEqual([]);
  expect(await d1`select * from blob_candidates where generation = '0000-lost'`.first()).toBe(null);
});
