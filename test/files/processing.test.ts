/** File processing: each state is reached once, in order, whatever the queue does; extracted text becomes page text. */
import { exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { callWith, consume } from "../flows/sign-in.ts";
import { type World, ORIGIN, freshId, world } from "../support/world.ts";
import { entriesOf } from "../security/audit.ts";
import { collect, call, jobsOf, keysUnder, upload } from "./client.ts";
import { deliver, deliverDead, parserEnv, type ParserEnv } from "./parser.ts";
import { d1 } from "../support/d1.ts";

let w: World;
let token: string;
beforeAll(async () => {
  w = await world();
  token = w.session("olivia");
});

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers field by field
type Loose = Record<string, any>;

const json = async (path: string, init: RequestInit = {}, as = token): Promise<Loose> =>
  (await call(as, path, init)).json();
const bring = async (
  content: string | Uint8Array,
  filename = "note.txt",
  fields: Record<string, string> = { driveId: w.drive },
) => (await upload(token, { content, filename, fields })).body;
const statusOf = (pageId: string): Promise<Loose> => json(`/api/pages/${pageId}/processing-status`);
const noticesOf = async (pageId: string): Promise<string[]> => {
  const { results } = await d1`select type, title, message from notifications where page_id = ${pageId}`.all<Loose>();
  return results.map(({ type, title, message }) => `${type}: ${title} ${message}`.trim());
};
const tokensLeft = async (): Promise<number> =>
  (await d1`select count(*) as n from service_tokens where used_at is null`.first<{ n: number }>())?.n ?? 0;

test("extracts a text into the page, and does not notify the uploader who is present", async () => {
  const phrase = `quokka${freshId("").replaceAll("-", "")}`;
  const { id, pageId } = await bring(`# Plan\n\nthe ${phrase} sleeps`, "plan.md");
  expect(await statusOf(pageId)).toMatchObject({
    pageId,
    fileId: id,
    processingStatus: "pending",
    error: null,
    attempts: 0,
    metadata: {},
  });
  expect(await deliver(id)).toBe("acknowledged");
  expect(await statusOf(pageId)).toMatchObject({
    processingStatus: "completed",
    error: null,
    attempts: 1,
    metadata: { characters: expect.any(Number) },
  });
  const page = await json(`/api/pages/${pageId}`);
  expect([page["content"], page["revision"]]).toEqual([`# Plan\n\nthe ${phrase} sleeps`, 2]);
  expect(await noticesOf(pageId)).toEqual([]);
  // An indexing run that started before the text existed leaves the page to the next run.
  await expect
    .poll(async () => {
      await consume([{ id: freshId(""), kind: "search.index" }]);
      return (await json(`/api/search?q=${phrase}`))["results"].map((hit: Loose) => hit["pageId"]);
    })
    .toEqual([pageId]);
  expect(await tokensLeft()).toBe(0);
});

test("notifies the uploader when a file becomes ready long after the upload", async () => {
  const { id, pageId } = await bring("# Late", "late.md");
  await d1`update files set created_at = created_at - 3600000 where id = ${id}`.run();
  await deliver(id);
  expect(await noticesOf(pageId)).toEqual(["FILE_PROCESSED: “late.md” is ready"]);
});

test("detects a CSV that starts with the letters of a bitmap signature", async () => {
  const { id, pageId, mimeType } = await bring("BMI,Weight\n22.1,70", "people.csv");
  await deliver(id);
  expect([mimeType, (await json(`/api/pages/${pageId}`))["content"]]).toEqual(["text/csv", "BMI,Weight\n22.1,70"]);
});

test("sends a job with every upload, containing only IDs", async () => {
  const { id } = await bring("x");
  const jobs = await jobsOf("file.process");
  for (const job of jobs) expect(Object.keys(job).toSorted()).toEqual(["fileId", "id", "kind", "run"]);
  // Jobs are sent after the answer; any left here are still being sent.
  expect(jobs.filter((job) => job["fileId"] !== id)).toEqual([]);
});

test("produces one result and one notification for five redeliveries, and never reverts", async () => {
  const { id, pageId } = await bring("once only");
  // Uploaded long enough ago that completion triggers a notification.
  await d1`update files set created_at = created_at - 3600000 where id = ${id}`.run();
  await Promise.all(Array.from({ length: 5 }, () => deliver(id)));
  const after = await statusOf(pageId);
  expect(after["processingStatus"]).toBe("completed");
  for (let i = 0; i < 5; i += 1) expect(await deliver(id)).toBe("acknowledged");
  await deliverDead(id);
  expect(await statusOf(pageId)).toEqual(after);
  expect([(await noticesOf(pageId)).length, (await json(`/api/pages/${pageId}`))["revision"]]).toEqual([1, 2]);
});

test("marks an unreadable file as failed with a reason, and still serves it", async () => {
  const { id, pageId } = await bring("%PDF-1.7 this is no PDF", "broken.pdf");
  expect(await deliver(id)).toBe("acknowledged");
  const status = await statusOf(pageId);
  expect([status["processingStatus"], status["error"]]).toEqual(["failed", expect.stringMatching(/^[A-Z].*\.$/)]);
  expect(await noticesOf(pageId)).toEqual([`FILE_FAILED: “broken.pdf” could not be read ${status["error"]}`]);
  expect((await call(token, `/api/files/${id}/download`)).status).toBe(200);
});

/** The parser's environment, with an RPC that fails at one of its calls. */
const breakingParser = (broken: "begin" | "read" | "finish", error = new Error("lost")): ParserEnv => {
  const parserRpc = parserEnv().PARSER_RPC;
  const parts = {
    begin: (...args: Parameters<typeof parserRpc.begin>) => parserRpc.begin(...args),
    read: (...args: Parameters<typeof parserRpc.read>) => parserRpc.read(...args),
    finish: (...args: Parameters<typeof parserRpc.finish>) => parserRpc.finish(...args),
  };
  return { PARSER_RPC: { ...parts, [broken]: () => Promise.reject(error) } as unknown as ParserEnv["PARSER_RPC"] };
};

test.each(["begin", "read", "finish"] as const)("retries after an interruption at %s, and completes", async (step) => {
  const { id, pageId } = await bring(`broken at ${step}`);
  expect(await deliver(id, 1, breakingParser(step))).toBe("retried");
  expect((await statusOf(pageId))["processingStatus"]).toBe(step === "begin" ? "pending" : "processing");
  expect(await deliver(id)).toBe("acknowledged");
  expect(await statusOf(pageId)).toMatchObject({ processingStatus: "completed", attempts: step === "begin" ? 1 : 2 });
});

test("marks files dropped by the queue as failed with a reason, and reprocesses them on request", async () => {
  const [poison, good] = [await bring("poison"), await bring("good")];
  for (let i = 0; i < 5; i += 1) await deliver(poison["id"], 1, breakingParser("finish"));
  await deliverDead(poison["id"]);
  await deliver(good["id"]);
  expect(await statusOf(poison["pageId"])).toMatchObject({
    processingStatus: "failed",
    error: expect.stringContaining("several attempts"),
  });
  expect((await statusOf(good["pageId"]))["processingStatus"]).toBe("completed");

  const told = () => entriesOf("file.quarantined", ({ entry }) => entry.res?.id === poison["id"]);
  await expect.poll(told).toHaveLength(1);

  const again = await call(token, `/api/pages/${poison["pageId"]}/reprocess`, { method: "POST" });
  expect([again.status, await again.json()]).toMatchObject([
    202,
    { processingStatus: "pending", error: null, attempts: 0 },
  ]);
  // A late dead letter of the first run does not affect the second.
  await deliverDead(poison["id"]);
  await deliver(poison["id"]);
  expect((await statusOf(poison["pageId"]))["processingStatus"]).toBe("pending");
  await deliver(poison["id"], 2);
  expect(await statusOf(poison["pageId"])).toMatchObject({ processingStatus: "completed", error: null });
});

test("marks a file that exceeds its attempts as failed with a reason, even if the queue keeps it", async () => {
  const { id, pageId } = await bring("never in time");
  for (let i = 0; i < 6; i += 1) expect(await deliver(id, 1, breakingParser("finish"))).toBe("retried");
  expect(await deliver(id, 1, breakingParser("finish"))).toBe("acknowledged");
  expect(await statusOf(pageId)).toMatchObject({
    processingStatus: "failed",
    error: "The file could not be read after several attempts.",
  });
});

test("allows reprocessing only for editors, on FILE pages, and not during processing", async () => {
  const { id, pageId } = await bring("again");
  const ask = async (person: "olivia" | "vera" | "oscar", page = pageId) => {
    const response = await call(w.session(person), `/api/pages/${page}/reprocess`, { method: "POST" });
    return [response.status, (await response.json<Loose>())["code"]];
  };
  expect(await ask("olivia")).toEqual([409, "already_processing"]);
  await deliver(id);
  expect([await ask("vera"), await ask("oscar")]).toEqual([
    [403, "forbidden"],
    [404, "not_found"],
  ]);
  const answers = await Promise.all([ask("olivia"), ask("olivia"), ask("olivia")]);
  expect(answers.map(([status]) => String(status)).toSorted()).toEqual(["202", "409", "409"]);
  const doc = await json("/api/pages", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ driveId: w.drive, title: "d", type: "DOCUMENT" }),
  });
  expect(await ask("olivia", doc["id"])).toEqual([400, "not_a_file"]);
  expect((await statusOf(doc["id"]))["code"]).toBe("not_a_file");
});

test("limits reprocessing per user like uploads", async () => {
  const { id, pageId } = await bring("again and again");
  const statuses: number[] = [];
  for (let run = 1; run <= 31; run += 1) {
    await d1`update files set status = 'completed' where id = ${id}`.run();
    const request = new Request(`${ORIGIN}/api/pages/${pageId}/reprocess`, {
      method: "POST",
      headers: { Authorization: `Bearer ${w.session("dora")}`, "CF-Connecting-IP": "192.0.2.1" },
    });
    statuses.push((await callWith({ RATE_LIMIT_SCALE: "1" }, request)).status);
  }
  expect(statuses).toEqual([...Array<number>(30).fill(202), 429]);
});

test("replaces the text of earlier contents, even when those are processed last", async () => {
  const first = await bring("old words");
  await deliver(first["id"]);
  const second = await bring("new words", "new.txt", { pageId: first["pageId"] });
  expect((await json(`/api/pages/${first["pageId"]}`))["content"]).toBe("");
  const third = await bring("newest words", "newest.txt", { pageId: first["pageId"] });
  await deliver(third["id"]);
  await deliver(second["id"]);
  expect((await json(`/api/pages/${first["pageId"]}`))["content"]).toBe("newest words");
});

async function isRefused(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return false;
  } catch (error) {
    expect(String(error)).toContain("Sign in");
    return true;
  }
}

test("accepts a token for one call of one run of one file, once, and stores only its hash", async () => {
  const [one, other] = [await bring("one"), await bring("other")];
  const parserRpc = exports.ParserRpc as unknown as { begin: Function; read: Function; finish: Function };
  const mine = await parserRpc.begin(one["id"], 1);
  const { results } = await d1`select token_hash from service_tokens`.all<{ token_hash: string }>();
  expect(results.map(({ token_hash }) => token_hash)).not.toContain(mine.readToken);
  const failure = { kind: "failed", reason: "No." };
  expect(await isRefused(() => parserRpc.read(other["id"], 1, mine.readToken))).toBe(true);
  // Using it for the wrong file invalidates it.
  expect(await isRefused(() => parserRpc.read(one["id"], 1, mine.readToken))).toBe(true);
  expect(await isRefused(() => parserRpc.finish(other["id"], 1, mine.finishToken, failure))).toBe(true);
  expect(await isRefused(() => parserRpc.finish(one["id"], 1, "svc_made-up", failure))).toBe(true);
  const again = await parserRpc.begin(one["id"], 1);
  expect(await isRefused(() => parserRpc.finish(one["id"], 1, again.readToken, failure))).toBe(true);
  expect(await isRefused(() => parserRpc.finish(one["id"], 1, again.finishToken, failure))).toBe(false);
  expect(await isRefused(() => parserRpc.finish(one["id"], 1, again.finishToken, failure))).toBe(true);
  expect((await statusOf(one["pageId"]))["processingStatus"]).toBe("failed");
  expect((await statusOf(other["pageId"]))["processingStatus"]).toBe("pending");
});

test("bounds the output of a compromised parser, and restricts it to its own page", async () => {
  const { id, pageId } = await bring("small");
  const parserRpc = exports.ParserRpc as unknown as { begin: Function; finish: Function };
  const { finishToken } = await parserRpc.begin(id, 1);
  await parserRpc.finish(id, 1, finishToken, {
    kind: "completed",
    text: `${"é".repeat(700_000)}\0\ud800`,
    metadata: { junk: "x".repeat(50_000) },
    variants: {
      preview: { bytes: new Uint8Array(3), type: "text/html", width: 1, height: 1 },
      "../../x": { bytes: new Uint8Array(3), type: "image/webp", width: 1, height: 1 },
    },
  });
  const page = await json(`/api/pages/${pageId}`);
  expect(new TextEncoder().encode(page["content"]).length).toBe(1_000_000);
  expect((await statusOf(pageId))["metadata"]).toEqual({ variants: [] });
  expect(await keysUnder("variants/")).toEqual([]);
});

test("stores separate picture variants for two records of the same bytes", async () => {
  const content = PICTURE();
  const [one, other] = [await bring(content, "one.png"), await bring(content, "other.png")];
  const parserRpc = exports.ParserRpc as unknown as { begin: Function; finish: Function };
  const made = [Buffer.alloc(100, 1), Buffer.alloc(50, 2)];
  for (const [i, { id }] of [one, other].entries()) {
    const thumbnail = { bytes: made[i], type: "image/webp", width: 1, height: 1 };
    const { finishToken } = await parserRpc.begin(id, 1);
    await parserRpc.finish(id, 1, finishToken, { kind: "completed", text: "", metadata: {}, variants: { thumbnail } });
  }
  const tags = new Set<string | null>();
  for (const [i, { id }] of [one, other].entries()) {
    const answer = await call(token, `/api/files/${id}/view?variant=thumbnail`);
    tags.add(answer.headers.get("ETag"));
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(made[i]);
  }
  expect(tags.size).toBe(2);
});

test("validates picture variants independently of the parser's claims", async () => {
  const { id, pageId } = await bring("small");
  const parserRpc = exports.ParserRpc as unknown as { begin: Function; finish: Function };
  const { finishToken } = await parserRpc.begin(id, 1);
  const variants = { thumbnail: { type: 5 }, preview: { type: "image/webp", size: 1, width: 1, height: 1 } };
  await parserRpc.finish(id, 1, finishToken, {
    kind: "completed",
    text: "",
    metadata: { pages: 1, variants },
    variants: {},
  });
  expect((await statusOf(pageId))["metadata"]).toEqual({ pages: 1, variants: [] });
  for (const variant of ["thumbnail", "preview"]) {
    expect((await call(token, `/api/files/${id}/view?variant=${variant}`)).status).toBe(404);
  }
});

test("creates picture variants, and deletes them with the picture", async () => {
  // Unique content.
  const { id, pageId } = await bring(PICTURE("seen once"), "dot.png");
  await deliver(id);
  expect(await statusOf(pageId)).toMatchObject({
    processingStatus: "completed",
    metadata: { width: 3, height: 2, variants: ["preview", "thumbnail"] },
  });
  const thumbnail = await call(token, `/api/files/${id}/view?variant=thumbnail`);
  expect([
    thumbnail.status,
    thumbnail.headers.get("Content-Type"),
    thumbnail.headers.get("Content-Disposition"),
  ]).toEqual([
    200,
    expect.stringMatching(/^image\/(webp|jpeg)$/),
    expect.stringMatching(/^inline; filename="thumbnail/),
  ]);
  expect((await thumbnail.arrayBuffer()).byteLength).toBeGreaterThan(10);
  const { generation } = (await d1`select generation from files where id = ${id}`.first()) ?? {};
  expect(await keysUnder(`variants/${String(generation)}/`)).toHaveLength(2);
  await d1`delete from pages where id = ${pageId}`.run();
  await collect(Date.now());
  await collect(Date.now() + 2 * 86_400_000);
  expect(await keysUnder(`variants/${String(generation)}/`)).toEqual([]);
});

test("keeps a picture without variants, and shows the reason", async () => {
  const bitmap = new Uint8Array(70);
  bitmap.set([0x42, 0x4d, 70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 24, 0]);
  const { id, pageId, mimeType } = await bring(bitmap, "old.bmp");
  await deliver(id);
  expect([mimeType, await statusOf(pageId)]).toMatchObject([
    "image/bmp",
    { processingStatus: "completed", metadata: { note: expect.stringMatching(/kept/), variants: [] } },
  ]);
  expect((await call(token, `/api/files/${id}/view`)).status).toBe(200);
});

/** A handmade image of 3 × 2 pixels. Decoders ignore bytes after the end of a PNG. */
function PICTURE(behind = ""): Uint8Array {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEUlEQVR4nGM4IScnB8YMcBYAPQQGGfjy0mgAAAAASUVORK5CYII=",
    "base64",
  );
  return Buffer.concat([png, Buffer.from(behind)]);
}

test("extracts an attachment, and leaves the page's own text unchanged", async () => {
  const doc = await json("/api/pages", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ driveId: w.drive, title: "d", type: "DOCUMENT", content: "mine" }),
  });
  const { id } = await bring("theirs", "a.txt", { pageId: doc["id"] });
  await deliver(id);
  expect((await json(`/api/pages/${doc["id"]}`))["content"]).toBe("mine");
});

test("finds a page by its attachments, and shows the match", async () => {
  const word = `axolotl${freshId("").replaceAll("-", "")}`;
  const doc = await json("/api/pages", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ driveId: w.drive, title: "Pond", type: "DOCUMENT", content: "nothing to see" }),
  });
  for (const content of ["about frogs", `in the water lives the ${word} alone`]) {
    const { id } = await bring(content, "a.txt", { pageId: doc["id"] });
    await deliver(id);
  }
  await consume([{ id: "index", kind: "search.index" }]);
  const { results } = await json(`/api/search?q=${word}`);
  expect(results).toMatchObject([
    { pageId: doc["id"], title: "Pond", snippet: expect.stringContaining(`lives the ${word} alone`) },
  ]);
});

test("drops the job of a file whose page was purged", async () => {
  const { id, pageId } = await bring("gone");
  await call(token, `/api/pages/${pageId}`, { method: "DELETE" });
  await call(token, `/api/trash/${pageId}`, { method: "DELETE" });
  expect(await deliver(id)).toBe("acknowledged");
  expect(
    await d1`select condemned_at from blobs b where not exists (select 1 from files f where f.generation = b.generation) and condemned_at is null`.first(),
  ).toBe(null);
});

const convert = async (id: string, method = "POST", headers: Record<string, string> = {}, as = token) => {
  const response = await call(as, `/api/files/${id}/convert-to-document`, { method, headers });
  return { status: response.status, body: await response.json<Loose>() };
};

test("converts the text into a document beside the file, once per user and contents", async () => {
  const { id, pageId } = await bring("words to keep", "report.final.txt");
  expect(await convert(id)).toMatchObject({ status: 409, body: { code: "not_ready" } });
  await deliver(id);
  const [one, two] = await Promise.all([convert(id), convert(id)]);
  expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 201]);
  expect(one.body).toEqual(two.body);
  expect(one.body).toMatchObject({ title: "report.final", driveId: w.drive, parentId: null });
  expect(await json(`/api/pages/${one.body["pageId"]}`)).toMatchObject({ type: "DOCUMENT", content: "words to keep" });
  expect(await json(`/api/pages/${pageId}`)).toMatchObject({ type: "FILE", content: "words to keep" });
  expect((await convert(id, "GET", { "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "none" })).body).toEqual(one.body);

  const theirs = await convert(id, "POST", {}, w.session("edna"));
  expect([theirs.status, theirs.body["pageId"] === one.body["pageId"]]).toEqual([201, false]);
  expect((await convert(id, "POST", {}, w.session("vera"))).status).toBe(403);
  expect((await convert(id, "POST", {}, w.session("oscar"))).status).toBe(404);

  await call(token, `/api/pages/${one.body["pageId"]}`, { method: "DELETE" });
  const anew = await convert(id);
  expect([anew.status, anew.body["pageId"] === one.body["pageId"]]).toEqual([201, false]);
});

test("returns 422 for a file without text, and 400 for one that is not a FILE page's current contents", async () => {
  const picture = await bring(PICTURE(), "dot.png");
  await deliver(picture["id"]);
  expect(await convert(picture["id"])).toMatchObject({ status: 422, body: { code: "no_text" } });
  const first = await bring("first");
  await bring("second", "b.txt", { pageId: first["pageId"] });
  expect(await convert(first["id"])).toMatchObject({ status: 400, body: { code: "not_a_file" } });
});
