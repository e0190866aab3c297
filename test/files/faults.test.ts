/** Failures of file storage, database and queue at each step: nothing acknowledged is lost, nothing refused is kept. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test, vi } from "vitest";
import { faultyDatabase, type Fault } from "../faults/database.ts";
import { callWith } from "../flows/sign-in.ts";
import { UPLOAD_PART_BYTES } from "../../src/features/files/contract.ts";
import type { Job } from "../../src/kernel/job.ts";
import { createDurableObjects } from "../../src/platform/durable-objects.ts";
import { ORIGIN, freshId, type World, world } from "../support/world.ts";
import {
  asSent,
  call,
  collect,
  collectStage,
  jobsOf,
  keysUnder,
  promote,
  randomBytes,
  sha256,
  upload,
} from "./client.ts";
import { nightly } from "../support/nightly.ts";
import { d1 } from "../support/d1.ts";

const DAY = 86_400_000;

let w: World;
let token: string;
beforeAll(async () => {
  w = await world();
  token = w.session("olivia");
});

function bodyOf(content: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append("driveId", w.drive);
  form.append("file", new File([content], "f.bin"));
  return form;
}

async function uploadWith(
  variables: object,
  content: Uint8Array<ArrayBuffer>,
  ofUnknownLength = false,
): Promise<Response> {
  const { body, headers } = await asSent(bodyOf(content), ofUnknownLength);
  headers.set("Authorization", `Bearer ${token}`);
  headers.set("CF-Connecting-IP", "192.0.2.1");
  return callWith(variables, new Request(`${ORIGIN}/api/upload`, { method: "POST", body, headers }));
}

const lost = (): Promise<never> => Promise.reject(new Error("R2 lost its way"));

/** The real bucket with failing calls: "before" prevents the call, "after" loses its answer. */
function faultyBucket(
  broken: Partial<Record<"put" | "createMultipartUpload" | "uploadPart" | "complete", "before" | "after">>,
): object {
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const member: unknown = Reflect.get(object, name);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => {
          const fault = broken[name as keyof typeof broken]; // undefined for other names
          if (fault === "before") return lost();
          const answer = Reflect.apply(member, object, args) as Promise<object>; // all bucket calls are asynchronous
          if (fault === "after") return answer.then(lost);
          return name === "createMultipartUpload" ? answer.then(wrap) : answer;
        };
      },
    });
  return wrap(env.FILES);
}

const files = async (): Promise<number> => (await d1`select count(*) as n from files`.first<{ n: number }>())?.n ?? 0;
const usage = async (): Promise<unknown> =>
  d1`select bytes from storage_usage where user_id = ${w.ids.olivia}`.first("bytes");

nightly.each([
  ["small", 1_000, { put: "before" }],
  ["small", 1_001, { put: "after" }],
  ["large", UPLOAD_PART_BYTES + 6, { put: "before" }],
  ["large", UPLOAD_PART_BYTES + 7, { put: "after" }],
  ["endless", UPLOAD_PART_BYTES + 1, { createMultipartUpload: "before" }],
  ["endless", UPLOAD_PART_BYTES + 2, { uploadPart: "before" }],
  ["endless", UPLOAD_PART_BYTES + 3, { uploadPart: "after" }],
  ["endless", UPLOAD_PART_BYTES + 4, { complete: "before" }],
  ["endless", UPLOAD_PART_BYTES + 5, { complete: "after" }],
] as const)(
  "returns 503 for a %s file of %i bytes whose storage fails (%o), without record, charge or leftovers",
  async (kind, size, broken) => {
    const content = randomBytes(size, size);
    const before = [await files(), await usage()];
    const staged = await keysUnder("stage/");
    const response = await uploadWith({ FILES: faultyBucket(broken) }, content, kind === "endless");
    expect(response.status).toBe(503);
    expect([await files(), await usage()]).toEqual(before);
    await collect(Date.now() + 3 * DAY);
    await collectStage(Date.now() + 3 * DAY);
    // Other uploads may have been promoted meanwhile, but nothing new may be left in staging.
    const left = (await keysUnder("stage/")).filter((key) => !staged.includes(key));
    expect([await keysUnder(`sha256/${await sha256(content)}/`), left]).toEqual([[], []]);
    // The file can be uploaded again.
    expect((await upload(token, { content, fields: { driveId: w.drive } })).status).toBe(201);
  },
);

test.each(["before", "after"] as const)(
  "stores a complete file or none when the database is lost %s any round trip of an upload",
  async (fault) => {
    // A small file's object is recorded in the database before it is written.
    for (const [size, commit] of [
      [2_000, 3],
      [UPLOAD_PART_BYTES + 7, 2],
    ] as const) {
      for (let trip = 1; trip <= 3; trip += 1) {
        const content = randomBytes(size, size * 10 + trip + (fault === "after" ? 5 : 0));
        let trips = 0;
        const DB = faultyDatabase((): Fault => ((trips += 1) === trip ? fault : null));
        const response = await uploadWith({ DB }, content);
        const hash = await sha256(content);
        await response.body?.cancel();
        await collect(Date.now() + 3 * DAY);
        await collectStage(Date.now() + 3 * DAY);
        const row =
          await d1`select f.id, b.generation, b.staged from files f join blobs b on b.generation = f.generation where b.sha256 = ${hash}`.first<{
            id: string;
            generation: string;
            staged: number;
          }>();
        const where = `${size} bytes, trip ${trip} lost ${fault}, returned ${response.status}`;
        // A row may exist despite an error only if the commit succeeded and its answer was lost.
        expect(row !== null, where).toBe(response.status === 201 || (fault === "after" && trip === commit));
        expect(await keysUnder(`sha256/${hash}/`), where).toEqual(
          row && row.staged === 0 ? [`sha256/${hash}/${row.generation}`] : [],
        );
        if (!row) continue;
        const back = await call(token, `/api/files/${row.id}/download`);
        expect(await sha256(new Uint8Array(await back.arrayBuffer())), where).toBe(hash);
        if (row.staged === 1) await promote(row.generation, hash);
      }
    }
  },
);

test("resumes a promotion interrupted at any point, with the bytes available throughout", async () => {
  const content = randomBytes(UPLOAD_PART_BYTES + 11, 11);
  const { body } = await upload(token, { content, fields: { driveId: w.drive } });
  const hash = await sha256(content);
  const generation = (await d1`select generation from blobs where sha256 = ${hash}`.first<string>("generation")) ?? "";
  const isThere = async (): Promise<boolean> =>
    (await sha256(new Uint8Array(await (await call(token, `/api/files/${body["id"]}/view`)).arrayBuffer()))) === hash;
  // The copy succeeded but the row was not updated. Undo the queue's work in case it was faster.
  await env.FILES.put(`stage/${generation}`, content);
  await env.FILES.put(`sha256/${hash}/${generation}`, content);
  await d1`update blobs set staged = 1 where generation = ${generation}`.run();
  expect(await isThere()).toBe(true);
  // The row was updated but the staging area was not cleared.
  await d1`update blobs set staged = 0 where generation = ${generation}`.run();
  expect(await isThere()).toBe(true);
  await promote(generation, hash);
  expect([await isThere(), await keysUnder("stage/")]).toEqual([true, []]);
  // The staging area was cleared but the row was not updated: readers look in both places.
  await d1`update blobs set staged = 1 where generation = ${generation}`.run();
  expect(await isThere()).toBe(true);
  await promote(generation, hash);
  expect(await isThere()).toBe(true);
});

test("resumes a collection interrupted between its steps, and deletes nothing in use", async () => {
  const [content, kept] = [randomBytes(50, 21), randomBytes(50, 22)];
  const [gone, stays] = [
    await upload(token, { content, fields: { driveId: w.drive } }),
    await upload(token, { content: kept, fields: { driveId: w.drive } }),
  ];
  await d1`delete from files where id = ${gone.body["id"]}`.run();
  const hash = await sha256(content);
  // The blob is dead but its bytes still exist: the file is stored again before they are deleted.
  await d1`update blobs set state = 'dead', condemned_at = 1 where sha256 = ${hash}`.run();
  const again = await upload(token, { content, fields: { driveId: w.drive } });
  expect(await keysUnder(`sha256/${hash}/`)).toHaveLength(2);
  await collect(Date.now());
  expect(await keysUnder(`sha256/${hash}/`)).toHaveLength(1);
  for (const [id, bytes] of [
    [again.body["id"], content],
    [stays.body["id"], kept],
  ] as const) {
    expect(new Uint8Array(await (await call(token, `/api/files/${id}/view`)).arrayBuffer())).toEqual(bytes);
  }
});

test("accepts uploads while the queue fails, and processes them later", async () => {
  const content = randomBytes(30, 31);
  const full = { sendBatch: () => Promise.reject(new Error("Queue is full")) };
  const response = await uploadWith({ FILE_JOBS: full, JOBS: full }, content);
  const { id } = await response.json<{ id: string }>();
  expect(response.status).toBe(201);
  expect((await jobsOf("file.process")).filter((job) => job["fileId"] === id)).toHaveLength(1);
});

test("processes other jobs while the queue rejects new ones", async () => {
  const sent: string[] = [];
  const full = { sendBatch: () => Promise.reject(new Error("Queue is full")) };
  const JOBS = { sendBatch: ([{ body }]: [{ body: Job }]) => Promise.resolve(void sent.push(body.kind)) };
  const objects = createDurableObjects({ ...env, FILE_JOBS: full, JOBS } as unknown as Env); // the only method used
  const jobs: Job[] = [
    { id: freshId("job"), kind: "file.process", fileId: freshId("file"), run: 1 },
    { id: freshId("job"), kind: "search.index" },
  ];
  await expect(objects.enqueue(jobs)).rejects.toThrow("Queue is full");
  expect(sent).toEqual(["search.index"]);
});

test("returns no complete response when the bytes break off", async () => {
  const content = randomBytes(1_000, 41);
  const { body } = await upload(token, { content, fields: { driveId: w.drive } });
  const half = new ReadableStream({
    start(controller) {
      controller.enqueue(content.slice(0, 400));
      controller.error(new Error("R2 lost its way"));
    },
  });
  const FILES = { get: () => Promise.resolve({ body: half, size: 1_000 }) };
  const response = await callWith(
    { FILES },
    new Request(`${ORIGIN}/api/files/${body["id"]}/view`, {
      headers: { Authorization: `Bearer ${token}`, "CF-Connecting-IP": "192.0.2.1" },
    }),
  ).catch((error: unknown) => error);
  if (response instanceof Response) await expect(response.arrayBuffer()).rejects.toThrow();
  else expect(response).toBeInstanceOf(Error);
});

test.each([
  ["small", 5_000],
  ["large", UPLOAD_PART_BYTES + 61],
])(
  "treats a client that disconnects during a %s upload as a truncated body, not as a server error",
  async (_, size) => {
    const failures = vi.spyOn(console, "error");
    const { body, headers } = await asSent(bodyOf(randomBytes(size, size)));
    const sent = new Uint8Array(body);
    const before = [await files(), await usage()];
    for (const isOfBytes of [true, false]) {
      let pulls = 0;
      const pull = (controller: {
        enqueue: (chunk: Uint8Array<ArrayBuffer>) => void;
        error: (why: Error) => void;
      }): void => {
        pulls += 1;
        if (pulls === 1) controller.enqueue(sent.slice(0, size - 100));
        else controller.error(new Error("Network connection lost."));
      };
      const source = isOfBytes ? new ReadableStream({ type: "bytes", pull }) : new ReadableStream({ pull });
      headers.set("Authorization", `Bearer ${token}`);
      headers.set("CF-Connecting-IP", "192.0.2.1");
      // Call within this isolate; across isolates the error would appear as a normal end of the stream.
      const response = await callWith(
        {},
        new Request(`${ORIGIN}/api/upload`, { method: "POST", body: source, headers }),
      );
      expect([response.status, await response.json()]).toMatchObject([400, { code: "invalid_multipart" }]);
    }
    expect(failures.mock.calls.filter(([line]) => String(line).includes("request.failed"))).toEqual([]);
    expect([await files(), await usage(), await keysUnder("stage/")]).toEqual([...before, []]);
    failures.mockRestore();
  },
);

test("rejects the concurrent uploads that exceed the quota, and stores nothing of them", async () => {
  const STORAGE_QUOTA_BYTES = String(Number((await usage()) ?? 0) + 25_000);
  const contents = [71, 72, 73, 74].map((seed) => randomBytes(10_000, seed));
  const before = await keysUnder("sha256/");
  const sent = contents.map((content) => uploadWith({ STORAGE_QUOTA_BYTES }, content));
  const answers = await Promise.all(
    (await Promise.all(sent)).map(async (answer) => [answer.status, await answer.json()]),
  );
  const refused = answers.filter(([status]) => status !== 201);
  expect(answers.filter(([status]) => status === 201)).toHaveLength(2);
  expect(refused).toMatchObject([
    [413, { code: "storage_full" }],
    [413, { code: "storage_full" }],
  ]);
  expect(await keysUnder("sha256/")).toHaveLength(before.length + 2);
});

const generationOf = (hash: string): Promise<string | null> =>
  d1`select generation from blobs where sha256 = ${hash} and state = 'live'`.first("generation");
const viewOf = async (id: string): Promise<unknown> => {
  const response = await call(token, `/api/files/${id}/view`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return response.ok ? sha256(bytes) : response.status;
};

/** Simulates a database restored to a time before these bytes were garbage-collected. */
async function loseBytes(hash: string): Promise<void> {
  for (const prefix of [`sha256/${hash}/`, `stage/${await generationOf(hash)}`])
    for (const key of await keysUnder(prefix)) await env.FILES.delete(key);
}

test.each([
  ["small", 900],
  ["large", UPLOAD_PART_BYTES + 91],
])("restores the lost bytes of a %s file when a user uploads them again", async (_, size) => {
  const content = randomBytes(size, size);
  const hash = await sha256(content);
  const first = await upload(token, { content, fields: { driveId: w.drive } });
  await loseBytes(hash);
  expect(await viewOf(first.body["id"])).toBe(503);
  const again = await uploadWith({}, content);
  const { id } = await again.json<{ id: string }>();
  for (const job of await jobsOf("blob.promote")) await promote(String(job["generation"]), String(job["sha256"]));
  await expect.poll(() => viewOf(first.body["id"])).toBe(hash);
  expect([again.status, await viewOf(id)]).toEqual([201, hash]);
  const generation = await generationOf(hash);
  // No part of the second copy remains.
  expect([await keysUnder(`sha256/${hash}/`), await keysUnder("stage/")]).toEqual([
    [`sha256/${hash}/${generation}`],
    [],
  ]);
});

test("restores lost bytes from left-over ones before those are collected", async () => {
  const content = randomBytes(901, 901);
  const hash = await sha256(content);
  const { body } = await upload(token, { content, fields: { driveId: w.drive } });
  await loseBytes(hash);
  // Leftovers of an import, or of a request that was aborted after its answer.
  const left = "00000000-0000-7000-8000-000000000901";
  await env.FILES.put(`sha256/${hash}/${left}`, content);
  await d1`insert into blob_candidates values (${left}, ${hash}, 1)`.run();
  await collect(Date.now());
  expect([await viewOf(body["id"]), await keysUnder(`sha256/${hash}/`)]).toEqual([
    hash,
    [`sha256/${hash}/${await generationOf(hash)}`],
  ]);
});
