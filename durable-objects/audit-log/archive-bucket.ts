/** The chain's files in the bucket: write-once objects, and the latest checkpoint, replaced by compare-and-swap. */
import { createHash } from "node:crypto";
import type { Instant } from "../../src/kernel/clock.ts";

/** `same`: the object exists with identical bytes; `other`: it exists with different bytes, which stay. */
type PutOnce = "written" | "same" | "other";

export type LatestCheckpoint = { readonly note: string; readonly etag: string; readonly storedAt: Instant };

/** A segment of the longest entries (8 KB each) is smaller, and a much larger object would not fit in memory. */
const MAX_READ_BYTES = 35_000_000;

/** Holds the files of chains that were replaced by a restored one. */
export const ABANDONED_FOLDER = "audit-abandoned";

/** Files moved by one call. */
const MOVED_AT_ONCE = 20;

const ONLY_IF_ABSENT = new Headers({ "If-None-Match": "*" });

export class ArchiveBucket {
  readonly #bucket: R2Bucket;
  readonly #folder: string;

  /** `folder` is the chain's folder, without a trailing slash. */
  constructor(bucket: R2Bucket, folder: string) {
    this.#bucket = bucket;
    this.#folder = folder;
  }

  /** The bucket verifies the SHA-256 of the bytes before it stores them. */
  async putOnce(name: string, bytes: Uint8Array): Promise<PutOnce> {
    const key = `${this.#folder}/${name}`;
    const sha256 = digest(bytes);
    const put = await this.#bucket.put(key, bytes, { onlyIf: ONLY_IF_ABSENT, sha256 });
    if (put !== null) return "written";
    const existing = await this.read(name);
    // It was deleted in between; the next run writes it.
    if (existing === null) throw new Error("The object was there and is gone.");
    return digest(existing) === sha256 ? "same" : "other";
  }

  /** Null if there is no such object; empty if it is larger than any that this service writes. */
  async read(name: string): Promise<Uint8Array | null> {
    const object = await this.#bucket.get(`${this.#folder}/${name}`);
    if (object === null) return null;
    if (object.size <= MAX_READ_BYTES) return new Uint8Array(await object.arrayBuffer());
    await object.body.cancel();
    return new Uint8Array();
  }

  /** SHA-256 in hex of an object; null if it does not exist. Reads the bytes only if the bucket has not stored it. */
  async checksum(name: string): Promise<string | null> {
    const object = await this.#bucket.head(`${this.#folder}/${name}`);
    if (object === null) return null;
    const { sha256 } = object.checksums;
    if (sha256 !== undefined) return Buffer.from(sha256).toString("hex");
    const bytes = await this.read(name);
    return bytes && digest(bytes);
  }

  async readLatest(): Promise<LatestCheckpoint | null> {
    const object = await this.#bucket.get(`${this.#folder}/latest`);
    return object && { note: await object.text(), etag: object.etag, storedAt: object.uploaded.getTime() };
  }

  /** Moves the first files of the chain to another folder, which keeps their names. Returns true if there were any. */
  async moveSome(folder: string): Promise<boolean> {
    const { objects } = await this.#bucket.list({ prefix: `${this.#folder}/`, limit: MOVED_AT_ONCE });
    for (const { key } of objects) {
      const object = await this.#bucket.get(key);
      if (object !== null) await this.#bucket.put(`${folder}/${key}`, object.body);
      await this.#bucket.delete(key);
    }
    return objects.length > 0;
  }

  /** Replaces exactly this version, or writes the first one; returns false if there was another. */
  async swapLatest(note: string, previous: LatestCheckpoint | null): Promise<boolean> {
    const onlyIf = previous === null ? ONLY_IF_ABSENT : { etagMatches: previous.etag };
    return (await this.#bucket.put(`${this.#folder}/latest`, note, { onlyIf })) !== null;
  }
}

export function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
