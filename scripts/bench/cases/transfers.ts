/**
 * Imports an archive with that many nested and
 * linked pages in the background, exports the drive again and compares both archives. `--pages 5000,20000,100000 --bytes 2000000000`; `--bytes` adds
 * incompressible files to each. Prints the cost of each phase and its steps, and the peak memory of the runtime and its isolate. Fails if a page,
 * link or file is missing. Reads the databases of the server, so it needs one of its own.
 */
import { createWriteStream } from "node:fs";
import { mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { readArchive, writeArchive } from "../transfers/archive.ts";
import { HeapWatch } from "../transfers/heap.ts";
import { openDatabase, watch, type Watched } from "../transfers/watch.ts";
import { givenServer } from "../../server/dev-server.ts";
import { logOut } from "../../smoke/clean-up.ts";
import { Client, type Credential } from "../../smoke/client.ts";
import { readOptions } from "../../smoke/options.ts";
import { Drive } from "../../smoke/shapes.ts";
import { makeDrive, makeToken, signIn } from "../../smoke/sign-in.ts";
import { bearer } from "../../smoke/world.ts";
import { readFlags, UsageError } from "../../runner/cases.ts";
import type { Tally } from "../../check/test-summary.ts";

const flags = readFlags({ pages: "5000", bytes: 0 });

const Begun = z.looseObject({ uploadId: z.string(), parts: z.int(), partSize: z.int() });
const Transfer = z.looseObject({ id: z.string(), pages: z.int(), files: z.int(), links: z.int(), skipped: z.int() });
type Transfer = z.infer<typeof Transfer>;

const server = givenServer(process.env);
if (!server) throw new UsageError("This case needs a server of its own: leave out --url.");
const { OCTAVO_ORIGIN: origin, OCTAVO_DEV_LOG: log, OCTAVO_INSPECTOR: inspector } = server;
const client = new Client(origin);
const person = await signIn(client, readOptions([origin], process.env, Date.now()));
const database = openDatabase(log);
const heap = await HeapWatch.open(inspector);
const scratch = await mkdtemp(join(tmpdir(), "octavo-transfers-"));

async function upload(as: Credential, path: string, driveId: string): Promise<string> {
  const { size } = await stat(path);
  const json = { driveId, purpose: "import", filename: "Bench.zip", size };
  const { uploadId, parts, partSize } = await client.get(
    { kind: "upload", method: "POST", path: "/api/uploads", as, json },
    Begun,
    201,
  );
  const file = await open(path, "r");
  try {
    for (let part = 1; part <= parts; part += 1) {
      const bytes = Buffer.alloc(Math.min(partSize, size - (part - 1) * partSize));
      await file.read(bytes, 0, bytes.length, (part - 1) * partSize);
      const headers = { Authorization: as.kind === "bearer" ? `Bearer ${as.token}` : "" };
      const sent = await fetch(`${origin}/api/uploads/${uploadId}/parts/${part}`, {
        method: "PUT",
        headers: { ...headers, "Content-Type": "application/octet-stream" },
        body: bytes,
      });
      if (!sent.ok) throw new Error(`Part ${part} returned ${sent.status}: ${await sent.text()}`);
    }
  } finally {
    await file.close();
  }
  return uploadId;
}

async function transfer(as: Credential, kind: "imports" | "exports", json: unknown): Promise<[Transfer, Watched]> {
  const path = "/api/transfers";
  const begun = await client.get({ kind, method: "POST", path: `${path}/${kind}`, as, json }, Transfer, 201);
  const watched = await watch(database, begun.id, log, heap);
  return [await client.get({ kind, method: "GET", path: `${path}/${begun.id}`, as }, Transfer), watched];
}

async function download(as: Credential, id: string, path: string): Promise<void> {
  const headers = { Authorization: as.kind === "bearer" ? `Bearer ${as.token}` : "" };
  const answer = await fetch(`${origin}/api/transfers/${id}/archive`, { headers });
  if (!answer.ok || !answer.body) throw new Error(`The archive returned ${answer.status}.`);
  await pipeline(Readable.fromWeb(answer.body), createWriteStream(path));
}

const inMb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

function print(name: string, pages: number, { phases, memory }: Watched): void {
  const seconds = phases.reduce((sum, phase) => sum + phase.seconds, 0);
  const perThousand = ((seconds * 1_000) / pages).toFixed(2);
  console.log(`\n${name}: ${seconds.toFixed(1)} s, ${perThousand} s per 1,000 pages, memory at most ${inMb(memory)}`);
  console.log(
    `${"phase".padEnd(12)}${["steps", "s", "longest s", "CPU s", "most CPU s", "isolate"].map((head) => head.padStart(12)).join("")}`,
  );
  for (const { phase, steps, ...cost } of phases) {
    const cells = [cost.seconds, cost.longest, cost.cpu, cost.mostCpu].map((value) => value.toFixed(2).padStart(12));
    console.log(`${phase.padEnd(12)}${String(steps).padStart(12)}${cells.join("")}${inMb(cost.heap).padStart(12)}`);
  }
}

/** Waits until the search index, which is updated in the background, includes all pages. */
async function untilIndexed(): Promise<number> {
  const began = performance.now();
  const count = database.prepare("select exists (select 1 from search_dirty) as n");
  while (count.get()?.["n"] === 1) await new Promise((resolve) => setTimeout(resolve, 250));
  return (performance.now() - began) / 1_000;
}

let [passed, failed] = [0, 0];
function check(what: string, is: unknown, should: unknown): void {
  if (is === should) passed += 1;
  else {
    failed += 1;
    console.log(`FAILED: ${what}: ${String(is)}, not ${String(should)}`);
  }
}

/** Checks that the export contains the same texts and files as the imported archive. */
function compare(made: ReadonlyMap<string, string>, exported: ReadonlyMap<string, string>): void {
  const missing = [...made.keys()].filter((path) => !exported.has(path));
  const files = [...made].filter(([path]) => path.endsWith(".bin"));
  check(`files missing in the export, the first ${missing[0]}`, missing.length, 0);
  check("files with other bytes", files.filter(([path, is]) => exported.get(path) !== is).length, 0);
}

async function measure(pages: number, bytes: number): Promise<void> {
  const drive = await makeDrive(client, person, `Transfers ${pages}`);
  const as = bearer((await makeToken(client, person, `Transfers ${pages}`, drive)).token);
  const [source, result] = [join(scratch, "source.zip"), join(scratch, "result.zip")];
  const { texts, folders, files } = await writeArchive(source, pages, bytes);
  console.log(`\n${texts} texts, ${folders} folders, ${files} files: ${inMb((await stat(source)).size)}`);
  const uploadId = await upload(as, source, drive.id);
  const [imported, importing] = await transfer(as, "imports", { uploadId });
  print("import", pages, importing);
  const { pageCount } = await client.get(
    { kind: "drive", method: "GET", path: `/api/drives/${drive.id}`, as: person },
    Drive,
  );
  check("pages of the drive", pageCount, texts + folders + files);
  check("pages", imported.pages, texts + folders + files);
  check("files", imported.files, files);
  check("links", imported.links, texts * 3);
  check("left out", imported.skipped, 0);
  console.log(`indexed ${(await untilIndexed()).toFixed(1)} s later`);
  const [exported, exporting] = await transfer(as, "exports", { driveId: drive.id });
  print("export", pages, exporting);
  check("pages of the export", exported.pages, texts + folders + files);
  await download(as, exported.id, result);
  console.log(`the archive has ${inMb((await stat(result)).size)}`);
  compare(await readArchive(source), await readArchive(result));
  await Promise.all([source, result].map((path) => rm(path)));
}

export async function run(): Promise<Tally> {
  try {
    for (const pages of flags.pages.split(",")) await measure(Number(pages), flags.bytes);
    await logOut({ client, person });
  } finally {
    heap.close();
    database.close();
    client.close();
    await rm(scratch, { recursive: true, force: true });
  }
  return { passed, failed };
}
