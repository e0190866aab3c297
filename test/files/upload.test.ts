/** Uploads: bytes are stored unchanged, locations are authorized, and refused uploads leave nothing behind. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { MAX_FILE_BYTES, UPLOAD_PART_BYTES } from "../../src/features/files/contract.ts";
import { freshId, type World, world } from "../support/world.ts";
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

const DAY = 86_400_000;

let w: World;
let token: string;
beforeAll(async () => {
  w = await world();
  token = w.session("olivia");
});

const inDrive = () => ({ driveId: w.drive });
const countFiles = async (): Promise<number> =>
  (await env.DB.prepare("select count(*) as n from files").first<{ n: number }>())?.n ?? 0;
const bytesOf = async (id: string): Promise<Uint8Array> =>
  new Uint8Array(await (await call(token, `/api/files/${id}/download`)).arrayBuffer());
async function blobOf(hash: string): Promise<{ generation: string; staged: number }> {
  const query = env.DB.prepare("select generation, staged from blobs where sha256 = ?").bind(hash);
  return (await query.first<{ generation: string; staged: number }>()) ?? expect.unreachable();
}

test("a file without a page becomes a FILE page with its name, and is answered as the record it is", async () => {
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
  ["two parts and a bit", 2 * UPLOAD_PART_BYTES + 4_321],
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
)("%s comes back byte for byte, before and after it has its place", async (_, size, how, seed) => {
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

test("unknown fields are ignored, wherever they stand", async () => {
  for (const fieldsLast of [false, true]) {
    const { status } = await upload(token, { fields: { ...inDrive(), colour: "blue" }, fieldsLast });
    expect(status).toBe(201);
  }
});

test("a file for a page that is no FILE page is an attachment; for a FILE page it is its new contents", async () => {
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

test("the same bytes are stored once, and who has them is told only to the person who brought them", async () => {
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

test("fifty people who bring the same new bytes at once have one object and fifty files", async () => {
  const content = `rush ${freshId("x")}`;
  const hash = await sha256(content);
  const replies = await Promise.all(Array.from({ length: 50 }, () => upload(token, { content, fields: inDrive() })));
  expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(201));
  const live = await env.DB.prepare("select count(*) as n from blobs where sha256 = ?").bind(hash).first();
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
  ["a file under another name", () => field("driveId", w.drive) + file("x", "upload") + END],
  ["two files", () => field("driveId", w.drive) + file() + file("y") + END],
  ["an empty file", () => field("driveId", w.drive) + file("") + END],
  ["a field twice", () => field("driveId", w.drive) + field("driveId", w.drive) + file() + END],
  [
    "a body that is cut off in the file",
    () => `${field("driveId", w.drive)}--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf`,
  ],
  ["a body that is cut off before its end", () => field("driveId", w.drive) + file()],
  ["a head without end", () => `--b\r\nContent-Disposition: form-data; name="file"; x="${"y".repeat(100_000)}`],
  ["ten thousand parts", () => field("f", "").repeat(10_000) + END],
  ["a field of a megabyte", () => field("driveId", "d".repeat(60_000)) + file() + END],
  ["nothing", () => ""],
  ["something else", () => "hello"],
])("%s is 400 invalid_multipart, and nothing stays behind", async (_, body) => {
  const before = await countFiles();
  const { status, body: answer } = await uploadRaw(token, body());
  expect([status, answer["code"]]).toEqual([400, "invalid_multipart"]);
  expect([await countFiles(), await keysUnder("stage/")]).toEqual([before, []]);
});

test("what ends the body may be the border alone, or be followed by anything short", async () => {
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
  ["cut off in the file", (sent: string) => sent.slice(0, UPLOAD_PART_BYTES + 5)],
  ["cut off before its end", (sent: string) => sent.slice(0, -END.length)],
  ["cut off a dash before its end", (sent: string) => sent.slice(0, -3)],
  ["followed by too much", (sent: string) => sent + "x".repeat(70_000)],
])("a large file in a body that is %s is refused, and nothing stays behind", async (_, spoil) => {
  const sent = spoil(field("driveId", w.drive) + file("x".repeat(UPLOAD_PART_BYTES + 10)) + END);
  const { status, body } = await uploadRaw(token, sent, undefined, sent.length);
  expect([status, body["code"]]).toEqual([400, "invalid_multipart"]);
  await expect.poll(() => keysUnder("stage/")).toEqual([]);
});

test("a boundary that is missing or not the body's is 400, another media type 415", async () => {
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

nightly("beyond 100,000,000 bytes it is 413, and the rest is not read", async () => {
  const { stream, state } = endless(openFile, 300_000_000);
  const { status, body } = await uploadRaw(token, stream);
  expect([status, body["code"]]).toEqual([413, "payload_too_large"]);
  expect(state.sent).toBeLessThan(MAX_FILE_BYTES + 20_000_000);
  expect(await keysUnder("stage/")).toEqual([]);
});

test("a Content-Length that is no number tells nothing", async () => {
  const content = "n".repeat(UPLOAD_PART_BYTES + 1);
  const { status, body } = await uploadRaw(
    token,
    field("driveId", w.drive) + file(content) + END,
    undefined,
    Number.NaN,
  );
  expect([status, body["size"]]).toEqual([201, content.length]);
});

test("a target that is named before the file is refused before the file is read", async () => {
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

test("anyone who may not upload at all is told so, whatever they send", async () => {
  for (const body of ["hello", file() + END, field("driveId", w.drive) + END]) {
    const answer = await uploadRaw("session_of_nobody", body);
    expect([answer.status, answer.body["code"]]).toEqual([401, "unauthenticated"]);
  }
});

test("a right that is taken away while the file comes in is gone when it is there", async () => {
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
        await env.DB.prepare("delete from drive_members where drive_id = ? and user_id = ?")
          .bind(own.drive, own.ids.edna)
          .run();
      }
      controller.enqueue(value);
    },
  });
  const answer = await call(own.session("edna"), "/api/upload", { method: "POST", body, headers: sent.headers });
  expect(answer.status).toBe(409);
  expect(await countFiles()).toBe(before);
  await expect.poll(() => keysUnder("stage/")).toEqual([]);
});

test("a Content-Length that is too large is refused before a byte is read; one that lies does not help", async () => {
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
  ["a member who may only look", "vera", 403],
  ["an editor of the drive", "edna", 201],
  ["somebody from elsewhere", "oscar", 404],
] as const)("%s who uploads into the drive is answered as they should be", async (_, person, status) => {
  const before = await keysUnder("sha256/");
  const content = `by ${person} ${freshId("x")}`;
  const answer = await upload(person && w.session(person), { content, fields: inDrive() });
  expect(answer.status).toBe(status);
  if (status !== 201) await expect.poll(() => keysUnder("sha256/")).toEqual(before);
});

test.each([
  ["neither page nor drive", () => ({}), 400, "invalid_request"],
  ["a page that does not exist", () => ({ pageId: "nowhere" }), 404, "not_found"],
  ["a drive that does not exist", () => ({ driveId: "nowhere" }), 404, "not_found"],
  ["another's drive", () => ({ driveId: w.otherDrive }), 404, "not_found"],
  ["a parent that is no page", () => ({ driveId: w.drive, parentId: "nowhere" }), 400, "parent_invalid"],
  ["an id that is none", () => ({ driveId: "../../etc" }), 400, "invalid_request"],
])("%s is refused, and nothing stays behind", async (_, fields, status, code) => {
  const content = randomBytes(UPLOAD_PART_BYTES + 10, status);
  const answer = await upload(token, { content, fields: fields() });
  expect([answer.status, answer.body["code"]]).toEqual([status, code]);
  await expect.poll(() => keysUnder("stage/")).toEqual([]);
});

test("whether a drive exists is not told to whoever names a page of their own under it", async () => {
  const own = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "Mine", type: "FOLDER" });
  const answers = [];
  for (const driveId of [w.otherDrive, "nowhere"]) {
    const fields = { driveId, parentId: own.body.id };
    const begun = await w.as("olivia").post("/api/uploads", { filename: "a.txt", size: 5, ...fields });
    const { status, body } = await upload(token, { fields });
    answers.push([begun.status, begun.body.error, status, body["error"]]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject([404, expect.any(String), 404, expect.any(String)]);
});

test("a token uploads where its drives are, and one for reading nowhere", async () => {
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
])("the name %j is kept as %j", async (filename, kept) => {
  expect((await upload(token, { filename, fields: inDrive() })).body["filename"]).toBe(kept);
});

test("what the bytes are decides the type, not what they are said to be", async () => {
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

test("what a person's files weigh is counted, and beyond the quota nothing comes in", async () => {
  const usage = async (): Promise<unknown> =>
    (await env.DB.prepare("select bytes, files from storage_usage where user_id = ?").bind(w.ids.edna).first()) ?? {
      bytes: 0,
      files: 0,
    };
  await env.DB.prepare("delete from files where created_by = ?").bind(w.ids.edna).run();
  const edna = w.session("edna");
  const one = await upload(edna, { content: "12345", fields: inDrive() });
  expect(await usage()).toMatchObject({ bytes: 5, files: 1 });
  await env.DB.prepare("update storage_usage set bytes = 10000000000 - 3 where user_id = ?").bind(w.ids.edna).run();
  const full = await upload(edna, { content: "1234", fields: inDrive() });
  expect([full.status, full.body["code"]]).toEqual([413, "storage_full"]);
  expect((await upload(edna, { content: "123", fields: inDrive() })).status).toBe(201);
  await env.DB.prepare("delete from files where id = ?").bind(one.body["id"]).run();
  expect(await usage()).toMatchObject({ files: 1 });
});

test("bytes go a day after the last file that had them, and not an hour sooner", async () => {
  const content = `short-lived ${freshId("x")}`;
  const hash = await sha256(content);
  const { body } = await upload(token, { content, fields: inDrive() });
  await env.DB.prepare("delete from files where id = ?").bind(body["id"]).run();
  const now = Date.now();
  await collect(now);
  await collect(now + DAY - 3_600_000);
  expect(await keysUnder(`sha256/${hash}/`)).toHaveLength(1);
  await collect(now + DAY + 1_000);
  expect(await keysUnder(`sha256/${hash}/`)).toEqual([]);
  expect(await env.DB.prepare("select * from blobs where sha256 = ?").bind(hash).first()).toBe(null);
  // Stored again under another key, so that a late deletion does not affect it.
  const again = await upload(token, { content, fields: inDrive() });
  expect(new TextDecoder().decode(await bytesOf(again.body["id"]))).toBe(content);
});

test("a new reference in the day of grace keeps the bytes", async () => {
  const content = `kept ${freshId("x")}`;
  const hash = await sha256(content);
  const { body } = await upload(token, { content, fields: inDrive() });
  await env.DB.prepare("delete from files where id = ?").bind(body["id"]).run();
  const now = Date.now();
  await collect(now);
  const again = await upload(token, { content, fields: inDrive() });
  await collect(now + 2 * DAY);
  expect(await keysUnder(`sha256/${hash}/`)).toHaveLength(1);
  expect(new TextDecoder().decode(await bytesOf(again.body["id"]))).toBe(content);
});

nightly("uploads, removals and collections of the same bytes at once never take a file's bytes away", async () => {
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
      env.DB.prepare("delete from files where id in (select value from json_each(?))").bind(JSON.stringify(go)).run(),
      collect(later + round * DAY + 1),
      upload(token, { content, fields: inDrive() }).then(({ body }) => kept.push(body["id"])),
    ]);
  }
  await collect(later + 30 * DAY);
  await collect(later + 60 * DAY);
  for (const id of kept) expect(new TextDecoder().decode(await bytesOf(id)), id).toBe(content);
});

test("what a broken request left in the staging area goes after two days; what is needed stays", async () => {
  await env.FILES.put("stage/00000000-left-over", "x");
  const { body } = await upload(token, { content: randomBytes(UPLOAD_PART_BYTES + 1, 77), fields: inDrive() });
  await collectStage(Date.now() + 3 * DAY);
  expect(await keysUnder("stage/")).not.toContain("stage/00000000-left-over");
  expect((await bytesOf(body["id"])).length).toBe(UPLOAD_PART_BYTES + 1);
});

test("an object that was announced and never named goes after a day", async () => {
  await env.FILES.put("sha256/ab/0000-lost", "x");
  await env.DB.prepare("insert into blob_candidates values ('0000-lost', 'ab', 1)").run();
  await collect(Date.now());
  expect(await keysUnder("sha256/ab/")).toEqual([]);
  expect(await env.DB.prepare("select * from blob_candidates where generation = '0000-lost'").first()).toBe(null);
});
