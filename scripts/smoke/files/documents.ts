/** The documents of the run as bytes. Packages are downloaded once and cached in a temporary folder. */
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename, rm } from "node:fs/promises";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { root } from "../../commands.ts";
import { INSTALLED, KINDS, PACKAGES, type Kind, type Row } from "./corpus.ts";

export type Document = {
  /** The category that it is counted under. */
  readonly group: string;
  readonly kind: Kind;
  readonly filename: string;
  readonly bytes: Buffer;
  /** Words in its text; null if it has none. */
  readonly words: string | null;
  /** Processing must end as `failed`, with a matching reason. */
  readonly fails?: RegExp;
};

const CACHE = join(tmpdir(), "octavo-documents");
const runProgram = promisify(execFile);

/** The folder of an unpacked package. Needs apt-get and dpkg-deb. */
async function unpacked(name: string): Promise<string> {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  const work = join(CACHE, `${name}.new`);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  await runProgram("apt-get", ["-q", "download", name], { cwd: work });
  const archive = (await readdir(work)).find((file) => file.endsWith(".deb"));
  if (archive === undefined) throw new Error(`The package ${name} could not be downloaded.`);
  await runProgram("dpkg-deb", ["-x", join(work, archive), join(work, "files")]);
  // Atomic, so that an existing folder is always complete.
  await rename(join(work, "files"), folder);
  await rm(work, { recursive: true });
  return folder;
}

async function open(folder: string, base: string, [group, path, words]: Row): Promise<Document> {
  const stored = await readFile(join(folder, path.replace("{}", base)));
  const isPacked = path.endsWith(".gz");
  const filename = basename(path, isPacked ? ".gz" : "");
  return { group, kind: KINDS[group], filename, bytes: isPacked ? gunzipSync(stored) : stored, words };
}

/** All documents, and the packages that could not be downloaded. */
export async function openCorpus(): Promise<{ documents: Document[]; missing: string[] }> {
  await mkdir(CACHE, { recursive: true });
  const modules = join(root, "node_modules");
  const documents = await Promise.all(INSTALLED.map((row) => open(modules, "", row)));
  const missing: string[] = [];
  for (const [name, { base, rows }] of Object.entries(PACKAGES)) {
    try {
      const folder = await unpacked(name);
      for (const row of rows) documents.push(await open(folder, base, row));
    } catch (error) {
      missing.push(`${name}: ${error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : "unknown"}`);
    }
  }
  return { documents, missing };
}
