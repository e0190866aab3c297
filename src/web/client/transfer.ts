/** One file on its way to the service: in one piece or in parts, with progress, again after a break, or not at all. */
import type { FileRecord, Target, Upload, UploadTarget } from "../../features/files/contract.ts";
import { words } from "../messages/page.ts";
import { ApiError, call, failureOf, path, withToken } from "./api.ts";
import { memoryOf } from "./upload-memory.ts";
import { ONE_PIECE_BYTES, arrivedBytes, missingParts, pauseAfter } from "./upload-plan.ts";

/** A part that takes longer, in ms, is taken for lost. */
const PART_MS = 5 * 60_000;

export type Hear = {
  /** Bytes that have left, out of the file's size. */
  readonly sent: (bytes: number) => void;
  /** A try failed; the next one begins after that many ms. */
  readonly waiting: (pause: number) => void;
};

export type Transfer<Done = FileRecord> = {
  /** Rejects with `ApiError`, or with anything else once `signal` is aborted. Called again, it goes on where it stopped. */
  readonly send: (signal: AbortSignal) => Promise<Done>;
  /** Parts that have arrived stay there, so that it can go on by itself. */
  readonly goesOn: boolean;
  /** Gives up what has arrived. */
  readonly forget: () => void;
};

/** `findTarget` says where it goes, when it is sent. */
export const openTransfer = (file: File, findTarget: () => Promise<Target>, hear: Hear): Transfer =>
  openTransferFor(file, findTarget, hear, {
    inOnePiece: true,
    finish: (id) => call<FileRecord>("POST", path`/api/uploads/${id}/complete`),
  });

/** How a file that has arrived in parts becomes what it is to be, and whether a small one may come in one piece. */
type Purpose<Done> = { readonly inOnePiece: boolean; readonly finish: (uploadId: string) => Promise<Done> };

/** As `openTransfer`, for whatever a file is to become. */
export function openTransferFor<Done>(
  file: File,
  findTarget: () => Promise<UploadTarget>,
  hear: Hear,
  { inOnePiece, finish }: Purpose<Done>,
): Transfer<Done> {
  let uploadId: string | null = null;
  const remember = (id: string | null, target: UploadTarget): void => {
    uploadId = id;
    memoryOf(file, target).write(id);
  };
  let forgetIt = (): void => undefined;
  let isGivenUp = false;

  /** Runs `act` until it succeeds, fails for good or is not worth another try; `again` on all tries but the first. */
  async function persist<T>(signal: AbortSignal, repeatable: boolean, act: (again: boolean) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await act(tries > 1);
      } catch (error) {
        const pause = error instanceof ApiError && !signal.aborted ? pauseAfter(tries, error, repeatable) : null;
        if (pause === null) throw error;
        hear.waiting(pause);
        await sleep(pause, signal);
      }
    }
  }

  const whole = (target: UploadTarget, signal: AbortSignal): Promise<Done> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(target)) if (value !== undefined) form.append(name, value);
    // Last: the service reads the fields before the file comes.
    form.append("file", file);
    return persist(signal, false, () =>
      withToken((headers) =>
        send<Done>({
          method: "POST",
          address: "/api/upload",
          body: form,
          headers,
          signal,
          // The form's frame is counted too.
          sent: (bytes) => hear.sent(Math.min(bytes, file.size)),
        }),
      ),
    );
  };

  const show = (id: string): Promise<Upload> => call("GET", path`/api/uploads/${id}`);

  const begin = (target: UploadTarget): Promise<Upload> =>
    call("POST", "/api/uploads", { ...target, filename: file.name, size: file.size });

  /** What has arrived of the upload that was begun; a new one when that is gone. */
  async function begun(target: UploadTarget): Promise<Upload> {
    const before = uploadId ?? memoryOf(file, target).read();
    const known = before === null ? null : await show(before).catch(ignoreMissing);
    const upload = known ?? (await begin(target));
    forgetIt = () => remember(null, target);
    remember(upload.uploadId, target);
    return upload;
  }

  function forget(): void {
    isGivenUp = true;
    // What this does not reach, the service forgets after a day.
    if (uploadId !== null) call("DELETE", path`/api/uploads/${uploadId}`).catch(() => undefined);
    forgetIt();
  }

  async function inParts(target: UploadTarget, signal: AbortSignal): Promise<Done> {
    const upload = await persist(signal, true, () => begun(target));
    if (isGivenUp) forget();
    const { uploadId: id } = upload;
    let arrived = arrivedBytes(upload);
    for (const { number, start, end } of missingParts(upload)) {
      const bytes = file.slice(start, end);
      await persist(signal, true, async (again) => {
        signal.throwIfAborted();
        if (again && (await show(id)).received.includes(number)) return;
        await withToken((headers) =>
          send({
            method: "PUT",
            address: path`/api/uploads/${id}/parts/${number}`,
            body: bytes,
            headers: { ...headers, "Content-Type": "application/octet-stream" },
            signal,
            sent: (part) => hear.sent(arrived + part),
            timeout: PART_MS,
          }),
        );
      });
      arrived += end - start;
      hear.sent(arrived);
    }
    signal.throwIfAborted();
    const done = await persist(signal, true, () => finish(id));
    forgetIt();
    return done;
  }

  return {
    async send(signal) {
      await requireReadable(file);
      const target = await findTarget();
      signal.throwIfAborted();
      return inOnePiece && file.size <= ONE_PIECE_BYTES ? whole(target, signal) : inParts(target, signal);
    },
    get goesOn() {
      return uploadId !== null;
    },
    forget,
  };
}

/** A folder that was dropped, or a file that is gone, would look like a lost connection. */
async function requireReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new ApiError("not_found", words.unreadable);
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
  /** In ms. */
  readonly timeout?: number;
};

/** As `fetch`, which does not tell how much of a body has left. */
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
