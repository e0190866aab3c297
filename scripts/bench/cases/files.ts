/**
 * The cost of uploads and views compared with the file store alone, in one
 * process, and the memory that a large upload needs. Each request of the service is compared with its floor: the same
 * bytes put into or read from the bucket, and nothing else. `--rounds 5`.
 */
import { Agent, request } from "node:http";
import { MEMBER, sessionOf } from "../../../test/cost/workspace.ts";
import { memoryOf, ownRuntimes, resetPeak } from "../processes.ts";
import { startServer, type Server } from "../server.ts";
import { noise } from "../../smoke/files/extremes.ts";
import { multipart } from "../../smoke/files/steps.ts";
import { parseJson } from "../../smoke/client.ts";
import { readFlags } from "../../runner/cases.ts";
import type { Tally } from "../../check/test-summary.ts";
import { median } from "../../runner/quantile.ts";

const MB = 1_000_000;
/** Maximum CPU time of a 10 MB upload, as a multiple of its floor. */
const MAX_CPU = 1.2;
/** Maximum time to first byte of a view, as a multiple of its floor. */
const MAX_WAIT = 2;
/** Maximum memory (bytes) of a 100 MB upload beyond its floor: one part plus uncollected garbage. */
const MAX_MEMORY = 64 * MB;
/** Slightly below the limit, so that the whole body is below 100 MB as well. */
const LARGEST = 100 * MB - 1_000;
const NOTHING = { own: Number.NaN, floor: Number.NaN };
/** Sizes in bytes, and the number of uploads per measurement. */
const UPLOADS = [
  [MB, 20],
  [10 * MB, 10],
  [LARGEST, 1],
] as const;

const { rounds } = readFlags({ rounds: 5 });

type Sent = { readonly status: number; readonly firstByteMs: number; readonly totalMs: number; readonly body: string };
type Call = { readonly method: string; readonly path: string; readonly type?: string; readonly body?: Buffer };

const SIZE = { drives: 1, bigDrive: 1, textBytes: 1_000 };
let server: Server;
let agent: Agent;
let counter = 0;

/** Runs `act` with a freshly started service. */
async function withServer(act: () => Promise<void>): Promise<void> {
  server = await startServer(SIZE);
  agent = new Agent({ keepAlive: true });
  try {
    await act();
  } finally {
    agent.destroy();
    await server.stop();
  }
}

function send({ method, path, type, body }: Call, keep = true): Promise<Sent> {
  const headers = {
    "CF-Connecting-IP": "192.0.2.1",
    Authorization: `Bearer ${sessionOf(MEMBER)}`,
    ...(type && { "Content-Type": type }),
    ...(body && { "Content-Length": body.length }),
  };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request({ port: server.port, host: "127.0.0.1", method, path, headers, agent }, (answer) => {
      let firstByteMs = 0;
      let text = "";
      answer.on("data", (chunk: Buffer) => {
        firstByteMs ||= performance.now() - began;
        if (keep) text += chunk.toString("latin1");
      });
      answer.once("error", reject);
      answer.once("end", () =>
        resolve({ status: answer.statusCode ?? 0, firstByteMs, totalMs: performance.now() - began, body: text }),
      );
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/** Unique bytes, so that each file is stored anew. */
function fresh(size: number): Buffer {
  const bytes = noise(size, 7);
  bytes.writeUInt32LE((counter += 1), 0);
  return bytes;
}

async function upload(size: number): Promise<string> {
  const { type, bytes } = multipart("d-1", "bench.bin", fresh(size));
  const answer = await send({ method: "POST", path: "/api/upload", type, body: bytes });
  const file = parseJson(answer.body);
  if (answer.status !== 201 || typeof file !== "object" || file === null || !("id" in file))
    throw new Error(`An upload returned ${answer.status}: ${answer.body.slice(0, 300)}`);
  return String(file.id);
}

async function put(size: number): Promise<string> {
  const body = fresh(size);
  const id = String(counter);
  const answer = await send({ method: "PUT", path: `/__bench/r2?id=${id}`, type: "application/octet-stream", body });
  if (answer.status !== 200) throw new Error(`The floor returned ${answer.status}.`);
  return id;
}

/** CPU time (ms) of the runtime per call, including work after the response. */
async function cpuOf(times: number, act: () => Promise<unknown>): Promise<number> {
  const before = server.cpu() ?? Number.NaN;
  for (let n = 0; n < times; n += 1) await act();
  await new Promise((resolve) => setTimeout(resolve, 300));
  return ((server.cpu() ?? Number.NaN) - before) / times;
}

/** Peak resident memory (bytes) during `act`; NaN if the system does not report it. */
async function peakOf(act: () => Promise<unknown>): Promise<number> {
  const pids = ownRuntimes();
  if (pids.length === 0) return Number.NaN;
  resetPeak(pids);
  await act();
  return memoryOf(pids, "VmHWM");
}

/** Prints a row of the table, in ms; returns the ratio. */
function print(name: string, own: number, floor: number): number {
  const cells = [own, floor].map((ms) => ms.toFixed(1).padStart(10)).join("");
  console.log(`${name.padEnd(26)}${cells} ms${(own / floor).toFixed(2).padStart(8)}`);
  return own / floor;
}

/** Returns the CPU ratio for 10 MB. */
async function compareUploads(): Promise<number> {
  // Warm up, so that compilation on first use is not measured.
  for (const size of [MB, 10 * MB]) for (let n = 0; n < 3; n += 1) await Promise.all([upload(size), put(size)]);
  const medians: { own: number; floor: number }[] = [];
  for (const [size, times] of UPLOADS) {
    const own: number[] = [];
    const floors: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      floors.push(await cpuOf(times, () => put(size)));
      own.push(await cpuOf(times, () => upload(size)));
    }
    const each = { own: median(own), floor: median(floors) };
    print(`upload of ${Math.round(size / MB)} MB, CPU`, each.own, each.floor);
    medians.push(each);
  }
  const [small = NOTHING, middle = NOTHING, large = NOTHING] = medians;
  const more = LARGEST / MB - 1;
  print("a further MB, CPU", (large.own - small.own) / more, (large.floor - small.floor) / more);
  return middle.own / middle.floor;
}

/**
 * Views a file in the state it has after its upload; the floor reads the same object. Returns the ratio of the times to
 * first byte.
 */
async function compareViews(): Promise<number> {
  const before = await keys();
  const file = await upload(10 * MB);
  const [key] = (await keys()).filter((each) => !before.includes(each));
  const [views, gets]: [Sent[], Sent[]] = [[], []];
  for (let n = 0; n < 4 * rounds; n += 1) {
    for (const [sent, path] of [
      [gets, `/__bench/r2?key=${key}`],
      [views, `/api/files/${file}/view`],
    ] as const) {
      // Keep the cleanup of the previous transfer out of this measurement.
      await new Promise((resolve) => setTimeout(resolve, 30));
      sent.push(await send({ method: "GET", path }, false));
    }
  }
  if ([...views, ...gets].some(({ status }) => status !== 200)) throw new Error("A view was rejected.");
  const of = (all: readonly Sent[], time: "firstByteMs" | "totalMs"): number => median(all.map((sent) => sent[time]));
  print("view of 10 MB, whole", of(views, "totalMs"), of(gets, "totalMs"));
  return print("view of 10 MB, first byte", of(views, "firstByteMs"), of(gets, "firstByteMs"));
}

/** Keys of the staged objects; an upload adds one. */
async function keys(): Promise<string[]> {
  const { body } = await send({ method: "GET", path: "/__bench/r2-keys?prefix=stage/" });
  return parseJson(body) as string[]; // the response of the benchmark's Worker
}

export async function run(): Promise<Tally> {
  let [cpu, wait] = [Number.NaN, Number.NaN];
  console.log(`${"".padEnd(26)}${"service".padStart(10)}${"floor".padStart(10)}   ${"ratio".padStart(8)}`);
  await withServer(async () => {
    cpu = await compareUploads();
    wait = await compareViews();
  });
  /** Peaks in bytes, each in a separate process, since memory is released late. */
  const peaks: number[] = [];
  for (const act of [() => upload(MB), () => upload(LARGEST), () => put(LARGEST)]) {
    await withServer(async () => {
      await upload(MB);
      peaks.push(await peakOf(act));
    });
  }
  const [small = 0, large = 0, bare = 0] = peaks;
  const inMb = (bytes: number): string => `${(bytes / MB).toFixed(0)} MB`;
  console.log(
    `memory at most: ${inMb(small)} with 1 MB uploaded, ${inMb(large)} with 100 MB (${inMb(large - small)} more), ${inMb(bare)} with 100 MB put into the bucket alone`,
  );
  const judged = [cpu <= MAX_CPU, wait <= MAX_WAIT, large - bare < MAX_MEMORY];
  const failed = judged.filter((isMet) => !isMet).length;
  return { passed: judged.length - failed, failed };
}
