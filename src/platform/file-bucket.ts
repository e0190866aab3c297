/** The bucket of files behind a small port; keys are made by us and never hold what somebody typed. */
import { AppError } from "../kernel/errors.ts";

/** Bytes from `offset` on; `length` of them. */
export type ByteRange = { readonly offset: number; readonly length: number };

export type StoredFile = { readonly body: ReadableStream<Uint8Array>; readonly size: number };

/** One part of an object that is written in parts, as the bucket wants it back. */
export type StoredPart = { readonly partNumber: number; readonly etag: string };

/** An object that is being written in parts; nobody sees it before `complete`. */
export type PartWriter = {
  /** The bucket's name for it: anyone who has it can go on writing. */
  readonly uploadId: string;
  /** Parts count from 1. A part that is sent again replaces the one before. */
  readonly write: (partNumber: number, bytes: Uint8Array | ReadableStream) => Promise<StoredPart>;
  readonly complete: (parts: readonly StoredPart[]) => Promise<void>;
  /** Forgets all parts; succeeds also when there is nothing to forget. */
  readonly abort: () => Promise<void>;
};

/** An object that is being written from its beginning to its end; nobody sees it before `end`. */
type FileWriter = {
  /** Waits until the bucket has taken the bytes, whose memory is free for others then. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** After exactly as many bytes as were announced. */
  readonly end: () => Promise<void>;
  /** Leaves nothing of it. */
  readonly abort: () => Promise<void>;
};

type ListedFile = { readonly key: string; readonly uploadedAt: number };
/** `isLast`: no more keys follow. */
type Listing = { readonly files: readonly ListedFile[]; readonly isLast: boolean };

/** Every call throws `unavailable` when the bucket does not answer. */
export type FileBucket = {
  /** Writes the whole object or none of it; one that is there already is replaced. */
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** As `put`, of a stream of known length whose SHA-256 (lower-case hex) the bucket checks. */
  readonly putChecked: (key: string, body: ReadableStream | Uint8Array, sha256: string) => Promise<void>;
  /** Null when there is no such object. A stretch must lie within the object. */
  readonly get: (key: string, stretch?: ByteRange) => Promise<StoredFile | null>;
  /** Size in bytes, or null when there is no such object. */
  readonly sizeOf: (key: string) => Promise<number | null>;
  /** Succeeds also when there was none. At most 1,000 keys. */
  readonly delete: (keys: string | readonly string[]) => Promise<void>;
  /** Of an object of `length` bytes. */
  readonly writeStream: (key: string, length: number) => FileWriter;
  readonly writeParts: (key: string) => Promise<PartWriter>;
  readonly resumeParts: (key: string, uploadId: string) => PartWriter;
  /** The first keys with that prefix that follow `after`, in order of the key. */
  readonly list: (prefix: string, limit: number, after?: string) => Promise<Listing>;
};

async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    throw new AppError("unavailable", "The store of files did not answer. Try again.", { retryAfter: 2 }, cause);
  }
}

const partWriter = (upload: R2MultipartUpload): PartWriter => ({
  uploadId: upload.uploadId,
  write: (partNumber, bytes) => answered(upload.uploadPart(partNumber, bytes)),
  async complete(parts) {
    await answered(upload.complete([...parts]));
  },
  // What was completed or forgotten before cannot be aborted any more, and need not be.
  abort: () => upload.abort().catch(() => undefined),
});

function streamWriter(bucket: R2Bucket, key: string, length: number): FileWriter {
  const { readable, writable } = new FixedLengthStream(length);
  const writer = writable.getWriter();
  const stored = answered(bucket.put(key, readable));
  // A bucket that has failed reads no further, and anyone who writes would wait for it for ever.
  stored.catch((error: unknown) => writer.abort(error).catch(() => undefined));
  writer.closed.catch(() => undefined);
  const orWhyNot = async (act: Promise<void>): Promise<void> => {
    try {
      await act;
    } catch (error) {
      // What the bucket has to say of it tells more.
      await stored;
      throw error;
    }
  };
  return {
    write: (bytes) => orWhyNot(writer.write(bytes)),
    async end() {
      await orWhyNot(writer.close());
      await stored;
    },
    async abort() {
      await writer.abort().catch(() => undefined);
      await stored.catch(() => undefined);
      // It may have had all the bytes already.
      await bucket.delete(key).catch(() => undefined);
    },
  };
}

export function createFileBucket(bucket: R2Bucket): FileBucket {
  return {
    async put(key, bytes) {
      await answered(bucket.put(key, bytes));
    },
    async putChecked(key, body, sha256) {
      await answered(bucket.put(key, body, { sha256 }));
    },
    async get(key, stretch) {
      const object = await answered(stretch ? bucket.get(key, { range: stretch }) : bucket.get(key));
      return object && { body: object.body, size: object.size };
    },
    async sizeOf(key) {
      const head = await answered(bucket.head(key));
      return head && head.size;
    },
    async delete(keys) {
      await answered(bucket.delete(typeof keys === "string" ? keys : [...keys]));
    },
    writeStream: (key, length) => streamWriter(bucket, key, length),
    async writeParts(key) {
      return partWriter(await answered(bucket.createMultipartUpload(key)));
    },
    resumeParts: (key, uploadId) => partWriter(bucket.resumeMultipartUpload(key, uploadId)),
    async list(prefix, limit, startAfter) {
      const options = { prefix, limit, ...(startAfter !== undefined && { startAfter }) };
      const { objects, truncated } = await answered(bucket.list(options));
      const files = objects.map(({ key, uploaded }) => ({ key, uploadedAt: uploaded.getTime() }));
      return { files, isLast: !truncated };
    },
  };
}
