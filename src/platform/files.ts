/** The bucket of files behind a small port; keys are made by us and never hold what somebody typed. */
import { AppError } from "../kernel/errors.ts";

export type StoredFile = { readonly body: ReadableStream<Uint8Array>; readonly size: number };

/** Every call throws `unavailable` when the bucket does not answer. */
export type Files = {
  /** Writes the whole object or none of it; one that is there already is replaced. */
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Null when there is no such object. */
  readonly get: (key: string) => Promise<StoredFile | null>;
  /** Succeeds also when there was none. */
  readonly delete: (key: string) => Promise<void>;
};

async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    const error = new AppError("unavailable", "The store of files did not answer. Try again.", { retryAfter: 2 });
    error.cause = cause;
    throw error;
  }
}

export function createFiles(bucket: R2Bucket): Files {
  return {
    async put(key, bytes) {
      await answered(bucket.put(key, bytes));
    },
    async get(key) {
      const object = await answered(bucket.get(key));
      return object && { body: object.body, size: object.size };
    },
    async delete(key) {
      await answered(bucket.delete(key));
    },
  };
}
