/** Jobs that the queue lost or gave up on are resumed: in order, in limited batches, and never twice. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { sweep } from "../../queues/sweep.ts";
import { createDeps } from "../../src/composition.ts";
import type { Job } from "../../src/kernel/job.ts";
import { type World, world } from "../support/world.ts";
import { call, collectStage, keysUnder, promote, sha256, upload } from "./client.ts";
import { deliver } from "./parser.ts";
import { d1 } from "../support/d1.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let w: World;
let token: string;
beforeAll(async () => {
  w = await world();
  token = w.session("olivia");
});

/** File jobs sent by a sweep at that time; they are not delivered. */
async function resume(now: number): Promise<Job[]> {
  const sent: Job[] = [];
  const queue = {
    sendBatch: (batch: { body: Job }[]) => Promise.resolve(void sent.push(...batch.map(({ body }) => body))),
  };
  const context = createExecutionContext();
  await sweep(createDeps({ ...env, JOBS: queue, FILE_JOBS: queue } as unknown as Env, context, now));
  await waitOnExecutionContext(context);
  return sent.filter(({ kind }) => kind === "blob.promote" || kind === "file.process");
}

const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const stagedRow = (generation: string, hash: string, sentAt: number) =>
  d1`insert into blobs (generation, sha256, size, staged, created_at, sent_at) values (${generation}, ${hash}, 1, 1, 1, ${sentAt})`;

test("promotes bytes left in the staging area by an abandoned promotion", async () => {
  const [generation, hash] = [idOf(1), await sha256("x")];
  await env.FILES.put(`stage/${generation}`, "x");
  const now = Date.now();
  await stagedRow(generation, hash, now).run();
  expect(await resume(now + HOUR - 1_000)).toEqual([]);
  const [job, ...more] = await resume(now + HOUR + 1_000);
  expect([job, more]).toEqual([{ id: expect.any(String), kind: "blob.promote", generation, sha256: hash }, []]);
  // A job just sent is not resent for another hour.
  expect(await resume(now + HOUR + 61_000)).toEqual([]);
  await promote(generation, hash);
  expect([await keysUnder(`sha256/${hash}/`), await keysUnder("stage/")]).toEqual([
    [`sha256/${hash}/${generation}`],
    [],
  ]);
  expect(await resume(now + 9 * HOUR)).toEqual([]);
});

test("continues with other promotions when some fail permanently", async () => {
  const now = Date.now();
  await env.DB.batch(Array.from({ length: 100 }, (_, n) => stagedRow(idOf(100 + n), `lost-${n}`, 1)));
  await stagedRow(idOf(300), "behind", 2).run();
  expect(await resume(now)).toHaveLength(100);
  expect(await resume(now + 60_000)).toMatchObject([{ generation: idOf(300) }]);
  expect(await resume(now + 120_000)).toEqual([]);
  await d1`delete from blobs where staged = 1`.run();
});

test("removes later staged bytes behind older ones that are still needed", async () => {
  const generations = Array.from({ length: 100 }, (_, n) => idOf(1_000 + n));
  await Promise.all([...generations, idOf(1_500)].map((generation) => env.FILES.put(`stage/${generation}`, "x")));
  await env.DB.batch(generations.map((generation) => stagedRow(generation, generation, 1)));
  await collectStage(Date.now() + 3 * DAY);
  expect(await keysUnder("stage/")).toEqual(generations.map((generation) => `stage/${generation}`));
  await d1`delete from blobs where staged = 1`.run();
});

const bring = async (content: string): Promise<{ id: string; pageId: string }> =>
  (await upload(token, { content, fields: { driveId: w.drive } })).body as { id: string; pageId: string };
const statusOf = async (pageId: string): Promise<object> =>
  (await call(token, `/api/pages/${pageId}/processing-status`)).json();
const noticesOf = async (pageId: string): Promise<unknown> =>
  d1`select count(*) as n from notifications where page_id = ${pageId}`.first("n");

test.each(["pending", "processing"])("resends a run that stays %s after 15 minutes, until it ends", async (status) => {
  const { id, pageId } = await bring(`lost while ${status}`);
  // Old enough that the uploader is notified, because they are no longer waiting.
  const uploadedAt = Date.now() - 11 * MINUTE;
  await d1`update files set status = ${status}, created_at = ${uploadedAt} where id = ${id}`.run();
  const now = Date.now();
  expect(await resume(now + 14 * MINUTE)).toEqual([]);
  const jobs = await resume(now + 16 * MINUTE);
  expect(jobs).toEqual([{ id: expect.any(String), kind: "file.process", fileId: id, run: 1 }]);
  expect(await statusOf(pageId)).toMatchObject({ processingStatus: status });
  expect(await resume(now + 17 * MINUTE)).toEqual([]);
  expect(await resume(now + 32 * MINUTE)).toHaveLength(1);
  // The two resent messages, and the first one, which was only delayed.
  for (let i = 0; i < 3; i += 1) expect(await deliver(id)).toBe("acknowledged");
  expect(await statusOf(pageId)).toMatchObject({ processingStatus: "completed", attempts: 1 });
  expect([await noticesOf(pageId), await resume(now + 9 * HOUR)]).toEqual([1, []]);
});

test("marks a run that has used its attempts as failed with a reason, and does not resend it", async () => {
  const { id, pageId } = await bring("six times begun");
  await d1`update files set status = 'processing', attempts = 6 where id = ${id}`.run();
  const now = Date.now();
  for (const later of [16, 17, 40]) expect(await resume(now + later * MINUTE)).toEqual([]);
  const failed = { processingStatus: "failed", error: expect.stringContaining("several attempts") };
  expect(await statusOf(pageId)).toMatchObject(failed);
  expect(await deliver(id)).toBe("acknowledged");
  expect([await statusOf(pageId), await noticesOf(pageId)]).toMatchObject([failed, 1]);
  expect((await call(token, `/api/pages/${pageId}/reprocess`, { method: "POST" })).status).toBe(202);
});

test("resends 100 runs at a time, in order", async () => {
  const { id } = await bring("one of many");
  await d1`delete from files where id <> ${id}`.run();
  await d1`with recursive n (i) as (select 1 union all select i + 1 from n where i < 149)
     insert into files (id, page_id, role, filename, mime_type, size, generation, created_by, created_at, updated_at)
     select id || i, page_id, 'attachment', filename, mime_type, 1, generation, created_by, 1, i from files, n`.run();
  const now = Date.now() + HOUR;
  const [first, second] = [await resume(now), await resume(now + MINUTE)];
  const ids = new Set([...first, ...second].flatMap((job) => (job.kind === "file.process" ? [job.fileId] : [])));
  expect([first.length, second.length, ids.size]).toEqual([100, 50, 150]);
});

test("retries the consumer of dead letters up to 100 times", () => {
  const [wrangler = ""] = Object.values(
    import.meta.glob<string>(["../../wrangler.toml"], { query: "?raw", import: "default", eager: true }),
  );
  expect(/queue = "octavo-files-dead"\n(?:[^[\n].*\n)*?max_retries = (\d+)/.exec(wrangler)?.[1]).toBe("100");
});
