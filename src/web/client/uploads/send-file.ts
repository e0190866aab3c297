/** Uploads one file, in one piece or in parts, with progress, retries, resuming and cancellation. */
import type { FileRecord, FileTarget, Upload, UploadTarget } from "../../../features/files/contract.ts";
import { words } from "../../../words/page.ts";
import { words as uploads } from "../../../words/uploads.ts";
import { ApiError, call, failureOf, path, withToken } from "../api/api.ts";
import { memoryOf } from "./memory.ts";
import { ONE_PIECE_BYTES, arrivedBytes, missingParts, type Part, pauseAfter } from "./plan.ts";

/** A part that takes longer than this (ms) is considered lost. */
const PART_MS = 5 * 60_000;

export type Hear = {
  /** Bytes sent so far. */
  readonly sent: (bytes: number) => void;
  /** An attempt failed; the next one starts after `pause` ms. */
  readonly waiting: (pause: number) => void;
};

export type Transfer<Done = FileRecord> = {
  /** Rejects with `ApiError`, or with anything else once `signal` is aborted. Another call resumes the upload. */
  readonly send: (signal: AbortSignal) => Promise<Done>;
  /** True if uploaded parts are stored, so that the upload can resume. */
  readonly goesOn: boolean;
  /** Discards the uploaded parts. */
  readonly forget: () => void;
};

/** `findTarget` returns the destination; it is called when the file is sent. */
export const openTransfer = (file: File, findTarget: () => Promise<FileTarget>, hear: Hear): Transfer =>
  openTransferFor(file, findTarget, hear, {
    inOnePiece: true,
    finish: (id) => call<FileRecord>("POST", path`/api/uploads/${id}/complete`),
  });

/** How an upload in parts is completed, and whether a small file may be sent in one piece. */
type Purpose<Done> = { readonly inOnePiece: boolean; readonly finish: (uploadId: string) => Promise<Done> };

/** Like `openTransfer`, for any kind of upload. */
export const openTransferFor = <Done>(
  file: File,
  findTarget: () => Promise<UploadTarget>,
  hear: Hear,
  purpose: Purpose<Done>,
): Transfer<Done> => new FileTransfer(file, findTarget, hear, purpose);

class FileTransfer<Done> implements Transfer<Done> {
  readonly #file: File;
  readonly #findTarget: () => Promise<UploadTarget>;
  readonly #hear: Hear;
  readonly #purpose: Purpose<Done>;
  /** The id of the started upload, and its target, which is part of its key in the upload memory. */
  #begun: { readonly id: string; readonly target: UploadTarget } | null = null;
  #isGivenUp = false;

  constructor(file: File, findTarget: () => Promise<UploadTarget>, hear: Hear, purpose: Purpose<Done>) {
    this.#file = file;
    this.#findTarget = findTarget;
    this.#hear = hear;
    this.#purpose = purpose;
  }

  get goesOn(): boolean {
    return this.#begun !== null;
  }

  async send(signal: AbortSignal): Promise<Done> {
    await requireReadable(this.#file);
    const target = await this.#findTarget();
    signal.throwIfAborted();
    const isOnePiece = this.#purpose.inOnePiece && this.#file.size <= ONE_PIECE_BYTES;
    return isOnePiece ? this.#sendWhole(target, signal) : this.#sendParts(target, signal);
  }

  forget(): void {
    this.#isGivenUp = true;
    if (this.#begun === null) return;
    // If this request fails, the service discards the upload after a day.
    call("DELETE", path`/api/uploads/${this.#begun.id}`).catch(() => undefined);
    memoryOf(this.#file, this.#begun.target).write(null);
  }

  #sendWhole(target: UploadTarget, signal: AbortSignal): Promise<Done> {
    const body = new FormData();
    for (const [name, value] of Object.entries(target)) if (value !== undefined) body.append(name, value);
    // Last: the service reads the fields before the file.
    body.append("file", this.#file);
    // The count includes the multipart overhead.
    const sent = (bytes: number): void => this.#hear.sent(Math.min(bytes, this.#file.size));
    return this.#persist(signal, false, () =>
      withToken((headers) => send<Done>({ method: "POST", address: "/api/upload", body, headers, signal, sent })),
    );
  }

  async #sendParts(target: UploadTarget, signal: AbortSignal): Promise<Done> {
    const upload = await this.#persist(signal, true, () => this.#begin(target));
    if (this.#isGivenUp) this.forget();
    const { uploadId } = upload;
    let arrived = arrivedBytes(upload);
    for (const part of missingParts(upload)) {
      await this.#persist(signal, true, async (again) => {
        signal.throwIfAborted();
        if (again && (await showUpload(uploadId)).received.includes(part.number)) return;
        await this.#sendPart(uploadId, part, signal, (bytes) => this.#hear.sent(arrived + bytes));
      });
      arrived += part.end - part.start;
      this.#hear.sent(arrived);
    }
    signal.throwIfAborted();
    const done = await this.#persist(signal, true, () => this.#purpose.finish(uploadId));
    memoryOf(this.#file, target).write(null);
    this.#begun = null;
    return done;
  }

  #sendPart(uploadId: string, { number, start, end }: Part, signal: AbortSignal, sent: (bytes: number) => void) {
    return withToken((headers) =>
      send({
        method: "PUT",
        address: path`/api/uploads/${uploadId}/parts/${number}`,
        body: this.#file.slice(start, end),
        headers: { ...headers, "Content-Type": "application/octet-stream" },
        signal,
        sent,
        timeout: PART_MS,
      }),
    );
  }

  /** Resumes the upload that was started; starts a new one if it is gone. */
  async #begin(target: UploadTarget): Promise<Upload> {
    const memory = memoryOf(this.#file, target);
    const before = this.#begun?.id ?? memory.read();
    const known = before === null ? null : await showUpload(before).catch(ignoreMissing);
    const { name: filename, size } = this.#file;
    const upload = known ?? (await call<Upload>("POST", "/api/uploads", { ...target, filename, size }));
    this.#begun = { id: upload.uploadId, target };
    memory.write(upload.uploadId);
    return upload;
  }

  /**
   * Runs `act` until it succeeds, fails permanently or has used up its retries. `again` is false on the first attempt
   * only.
   */
  async #persist<T>(signal: AbortSignal, repeatable: boolean, act: (again: boolean) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await act(tries > 1);
      } catch (error) {
        const pause = error instanceof ApiError && !signal.aborted ? pauseAfter(tries, error, repeatable) : null;
        if (pause === null) throw error;
        this.#hear.waiting(pause);
        await sleep(pause, signal);
      }
    }
  }
}

const showUpload = (id: string): Promise<Upload> => call("GET", path`/api/uploads/${id}`);

/** Otherwise a dropped folder or a deleted file would look like a lost connection. */
async function requireReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new ApiError("not_found", uploads.unreadable);
  }
}

function ignoreMissing(error: unknown): null {
  if (error instanceof ApiError && error.code === "not_found") return null;
  throw error;
}

type Request = {
  readonly method: "POST" | "PUT";
  readonly address: string;
  readonly body: FormData | Blob;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly sent: (bytes: number) => void;
  /** In ms; 0 for none. */
  readonly timeout?: number;
};

/** Like `fetch`, which cannot report upload progress. */
function send<T>({ method, address, body, headers, signal, sent, timeout = 0 }: Request): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    const lost = (): void => reject(new ApiError("offline", words.lost));
    request.open(method, address);
    request.responseType = "json";
    request.timeout = timeout;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", (event) => sent(event.loaded));
    request.addEventListener("load", () => {
      // The shape is the route's contract, which the server validates.
      if (request.status >= 200 && request.status < 300) resolve(request.response as T);
      else void failureOf(request.response).then(reject);
    });
    request.addEventListener("error", lost);
    request.addEventListener("timeout", lost);
    request.addEventListener("abort", () => reject(signal.reason));
    request.addEventListener("loadend", () => signal.removeEventListener("abort", abort));
    signal.addEventListener("abort", abort);
    request.send(body);
  });
}

/** Rejects when `signal` is aborted. */
const sleep = (pause: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, pause);
    signal.addEventListener("abort", abort, { once: true });
  });
