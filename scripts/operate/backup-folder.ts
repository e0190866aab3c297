/** The files of a backup: parts of lines, objects named by their hash, and the manifest that lists them all. */
import { createHash, createHmac } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Keys } from "../../src/platform/keys.ts";
import { decrypted, encrypted, sealedName, type BackupKey, type Encryption } from "./encryption.ts";
import { OperatorError } from "./operator-error.ts";

export const FORMAT = 1;
/** The folder of objects, beside the backups. */
export const OBJECTS = "objects";

/**
 * `name` is the table of rows. `sha256` and `bytes` are those of the file as stored, which may be encrypted. `next` is where
 * the copy continues; null after the last part of its kind and name.
 */
export type Part = {
  readonly kind: "rows" | "rooms" | "chain" | "files";
  readonly name: string;
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly records: number;
  readonly next: unknown;
};

/** `mac` is keyed with ROOT_SECRET: only its holders can make a backup that is restored without a question. */
export type Manifest = {
  readonly format: typeof FORMAT;
  readonly state: "incomplete" | "complete";
  readonly origin: string;
  readonly version: string;
  /** Migrations of the main database that were applied. */
  readonly migrations: readonly string[];
  readonly fingerprint: string;
  readonly startedAt: string;
  readonly completedAt: string | null;
  readonly encryption: Encryption | null;
  readonly auditKey: string | null;
  readonly search: "not copied: the index is rebuilt from the main database after a restore";
  readonly parts: readonly Part[];
  readonly mac: string;
};

/** A line of a `files` part: an object of the bucket, whose bytes are in `objects/` under their hash. */
export type FileLine = { readonly key: string; readonly size: number; readonly etag: string; readonly sha256: string };

export class BackupFolder {
  readonly path: string;
  readonly #key: BackupKey | null;

  /** `path` is the folder of one backup; objects are beside it, shared by the backups there. */
  constructor(path: string, key: BackupKey | null) {
    this.path = path;
    this.#key = key;
  }

  /** Written under another name, checked by the disk, and renamed: a part that has its name is whole. */
  async write(path: string, source: AsyncIterable<Uint8Array>): Promise<{ sha256: string; bytes: number }> {
    return writeWhole(join(this.path, path), this.#key === null ? source : encrypted(source, this.#key));
  }

  async *read(path: string): AsyncGenerator<string> {
    const input = Readable.from(this.#open(join(this.path, path)));
    for await (const line of createInterface({ input, crlfDelay: Infinity })) if (line !== "") yield line;
  }

  async hasPart({ path, sha256, bytes }: Part): Promise<boolean> {
    const file = join(this.path, path);
    return (await sizeOf(file)) === bytes && (await hashOf(createReadStream(file))) === sha256;
  }

  objectPath(sha256: string): string {
    const name = this.#key === null ? sha256 : sealedName(this.#key, sha256);
    return join(dirname(this.path), OBJECTS, name.slice(0, 2), name);
  }

  async hasObject(sha256: string): Promise<boolean> {
    return (await sizeOf(this.objectPath(sha256))) !== null;
  }

  /** Stores an object under the hash of its bytes, which it returns. */
  async writeObject(source: AsyncIterable<Uint8Array>): Promise<string> {
    const hash = createHash("sha256");
    async function* hashed(): AsyncGenerator<Uint8Array> {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
    }
    const incoming = join(dirname(this.path), OBJECTS, `incoming-${process.pid}-${(incomingCount += 1)}`);
    await writeWhole(incoming, this.#key === null ? hashed() : encrypted(hashed(), this.#key));
    const sha256 = hash.digest("hex");
    const path = this.objectPath(sha256);
    await mkdir(dirname(path), { recursive: true });
    await rename(incoming, path);
    return sha256;
  }

  readObject(sha256: string): AsyncGenerator<Uint8Array> {
    return this.#open(this.objectPath(sha256));
  }

  /** True if the object is there and its bytes have this hash. */
  async checkObject(sha256: string): Promise<boolean> {
    if (!(await this.hasObject(sha256))) return false;
    return (await hashOf(this.readObject(sha256)).catch(() => null)) === sha256;
  }

  async *#open(file: string): AsyncGenerator<Uint8Array> {
    const source: AsyncIterable<Uint8Array> = createReadStream(file, { highWaterMark: 262_144 });
    yield* this.#key === null ? source : decrypted(source, this.#key);
  }
}

let incomingCount = 0;

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

async function hashOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of source) hash.update(chunk);
  return hash.digest("hex");
}

async function writeWhole(path: string, source: AsyncIterable<Uint8Array>): Promise<{ sha256: string; bytes: number }> {
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash("sha256");
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  await pipeline(
    Readable.from(counted(), { objectMode: false }),
    createWriteStream(`${path}.partial`, { mode: 0o600 }),
  );
  const file = await open(`${path}.partial`, "r+");
  await file.sync();
  await file.close();
  await rename(`${path}.partial`, path);
  return { sha256: hash.digest("hex"), bytes };
}

export const MANIFEST = "manifest.json";

/** Names of backups are times, so that their order is that of the backups, the oldest first. */
export const backupsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+$/.test(name)).toSorted();

const macOf = (keys: Keys, { mac: _mac, ...rest }: Manifest): string =>
  createHmac("sha256", keys.raw("backup")).update(JSON.stringify(rest)).digest("base64url");

export async function writeManifest(folder: string, keys: Keys, manifest: Manifest): Promise<void> {
  const text = JSON.stringify({ ...manifest, mac: macOf(keys, manifest) }, null, 1);
  await writeWhole(join(folder, MANIFEST), Readable.from([Buffer.from(`${text}\n`)]));
}

/** Null if the folder has none. Throws if it was written by a later version of this program. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => null);
  if (text === null) return null;
  const manifest = JSON.parse(text) as Manifest; // its form is that of `format`
  if (manifest.format !== FORMAT)
    throw new OperatorError(`${folder} was made by a later version: upgrade this one first.`);
  return manifest;
}

/** True if a holder of this ROOT_SECRET wrote the manifest, and nobody changed it. */
export const isAuthentic = (keys: Keys, manifest: Manifest): boolean => macOf(keys, manifest) === manifest.mac;
