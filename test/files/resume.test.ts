/** What a queue has lost or given up is taken up again: in turn, so many at a time, and never twice over. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { sweep } from "../../queues/sweep.ts";
import { createDeps } from "../../src/deps.ts";
import type { Job } from "../../src/kernel/job.ts";
import { collectStage, keysUnder, promote, sha256 } from "./client.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What the sweep of that moment sends about files; it is not delivered. */
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
  env.DB.prepare(
    "insert into blobs (generation, sha256, size, staged, created_at, sent_at) values (?, ?, 1, 1, 1, ?)",
  ).bind(generation, hash, sentAt);

test("bytes that a promotion given up has left in the staging area get their place all the same", async () => {
  const [generation, hash] = [idOf(1), await sha256("x")];
  await env.FILES.put(`stage/${generation}`, "x");
  const now = Date.now();
  await stagedRow(generation, hash, now).run();
  expect(await resume(now + HOUR - 1_000)).toEqual([]);
  const [job, ...more] = await resume(now + HOUR + 1_000);
  expect([job, more]).toEqual([{ id: expect.any(String), kind: "blob.promote", generation, sha256: hash }, []]);
  // Sent once, it has another hour.
  expect(await resume(now + HOUR + 61_000)).toEqual([]);
  await promote(generation, hash);
  expect([await keysUnder(`sha256/${hash}/`), await keysUnder("stage/")]).toEqual([
    [`sha256/${hash}/${generation}`],
    [],
  ]);
  expect(await resume(now + DAY)).toEqual([]);
});

test("promotions that fail for ever hold up no other", async () => {
  const now = Date.now();
  await env.DB.batch(Array.from({ length: 100 }, (_, n) => stagedRow(idOf(100 + n), `lost-${n}`, 1)));
  await stagedRow(idOf(300), "behind", 2).run();
  expect(await resume(now)).toHaveLength(100);
  expect(await resume(now + 60_000)).toMatchObject([{ generation: idOf(300) }]);
  expect(await resume(now + 120_000)).toEqual([]);
  await env.DB.prepare("delete from blobs where staged = 1").run();
});

test("what is old and still needed keeps nobody from removing what stands behind it", async () => {
  const generations = Array.from({ length: 100 }, (_, n) => idOf(1_000 + n));
  await Promise.all([...generations, idOf(1_500)].map((generation) => env.FILES.put(`stage/${generation}`, "x")));
  await env.DB.batch(generations.map((generation) => stagedRow(generation, generation, 1)));
  await collectStage(Date.now() + 3 * DAY);
  expect(await keysUnder("stage/")).toEqual(generations.map((generation) => `stage/${generation}`));
  await env.DB.prepare("delete from blobs where staged = 1").run();
});
