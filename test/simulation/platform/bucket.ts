/** R2: whole objects, and uploads in parts. */
import { createHash } from "node:crypto";
import type { Engine } from "./engine.ts";
import type { Faults } from "./faults.ts";

type Stored = { readonly bytes: Uint8Array<ArrayBuffer>; readonly etag: string; readonly uploaded: Date };
type Upload = { readonly key: string; readonly parts: Map<number, Stored> };
type Condition = { readonly etagMatches?: string; readonly etagDoesNotMatch?: string };
type PutOptions = { readonly onlyIf?: Headers | Condition; readonly sha256?: string };
type Range = { readonly offset: number; readonly length: number };

async function bytesOf(body: unknown): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
}

export class SimulatedBucket {
  readonly objects = new Map<string, Stored>();
  readonly #uploads = new Map<string, Upload>();
  readonly #engine: Engine;
  readonly #faults: Faults;
  #count = 0;

  constructor(engine: Engine, faults: Faults) {
    this.#engine = engine;
    this.#faults = faults;
  }

  head(key: string): Promise<object | null> {
    return this.#call(() => this.#describe(key));
  }

  get(key: string, { range }: { range?: Range } = {}): Promise<object | null> {
    return this.#call(() => {
      const stored = this.objects.get(key);
      if (!stored) return null;
      const { offset, length } = range ?? { offset: 0, length: stored.bytes.length };
      const part = new Response(stored.bytes.slice(offset, offset + length));
      return Object.assign(part, { ...this.#describe(key), bytes: () => part.arrayBuffer().then((all) => new Uint8Array(all)) }); // oxfmt-ignore
    });
  }

  async put(key: string, body: unknown, { onlyIf, sha256 }: PutOptions = {}): Promise<object | null> {
    const bytes = await bytesOf(body);
    return this.#call(() => {
      if (!this.#holds(key, onlyIf)) return null;
      if (sha256 !== undefined && createHash("sha256").update(bytes).digest("hex") !== sha256)
        throw new Error("put: The SHA-256 checksum you specified did not match what we received.");
      this.objects.set(key, this.#stored(bytes));
      return this.#describe(key);
    });
  }

  delete(keys: string | readonly string[]): Promise<void> {
    return this.#call(() => {
      for (const key of [keys].flat()) this.objects.delete(key);
    });
  }

  list({ prefix = "", startAfter = "", limit = 1000 } = {}): Promise<object> {
    return this.#call(() => {
      const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > startAfter).toSorted();
      return { objects: keys.slice(0, limit).map((key) => this.#describe(key)), truncated: keys.length > limit };
    });
  }

  createMultipartUpload(key: string): Promise<object> {
    return this.#call(() => {
      const uploadId = `upload-${(this.#count += 1)}`;
      this.#uploads.set(uploadId, { key, parts: new Map() });
      return this.resumeMultipartUpload(key, uploadId);
    });
  }

  resumeMultipartUpload(key: string, uploadId: string): object {
    const open = (): Upload => {
      const upload = this.#uploads.get(uploadId);
      if (upload?.key !== key) throw new Error("The specified multipart upload does not exist.");
      return upload;
    };
    return {
      key,
      uploadId,
      uploadPart: async (partNumber: number, body: unknown) => {
        const bytes = await bytesOf(body);
        return this.#call(() => {
          const stored = this.#stored(bytes);
          open().parts.set(partNumber, stored);
          return { partNumber, etag: stored.etag };
        });
      },
      complete: (parts: readonly { partNumber: number }[]) =>
        this.#call(() => {
          const upload = open();
          const all = parts.map(({ partNumber }) => upload.parts.get(partNumber)?.bytes ?? new Uint8Array());
          this.objects.set(key, this.#stored(new Uint8Array(Buffer.concat(all))));
          this.#uploads.delete(uploadId);
          return this.#describe(key);
        }),
      abort: () => this.#call(() => void this.#uploads.delete(uploadId)),
    };
  }

  #holds(key: string, condition: Headers | Condition | undefined): boolean {
    if (condition === undefined) return true;
    const stored = this.objects.get(key);
    if (condition instanceof Headers) return condition.get("If-None-Match") !== "*" || stored === undefined;
    const { etagMatches, etagDoesNotMatch } = condition;
    if (etagMatches !== undefined && stored?.etag !== etagMatches) return false;
    return etagDoesNotMatch === undefined || !stored || (etagDoesNotMatch !== "*" && stored.etag !== etagDoesNotMatch);
  }

  #stored(bytes: Uint8Array<ArrayBuffer>): Stored {
    return { bytes, etag: `e${(this.#count += 1)}`, uploaded: new Date(this.#engine.now) };
  }

  #describe(key: string): { key: string; size: number; etag: string; httpEtag: string; uploaded: Date } | null {
    const stored = this.objects.get(key);
    if (!stored) return null;
    const { etag, uploaded, bytes } = stored;
    return { key, size: bytes.length, etag, httpEtag: `"${etag}"`, uploaded };
  }

  #call<T>(act: () => T): Promise<T> {
    return this.#faults.call("bucket", act);
  }
}
