/** Requests to model providers: no redirects, and an end to those that fall silent or send too much. */
import { ModelError } from "./model.ts";

export type Timeouts = {
  /** How long (ms) until the provider begins to answer. */
  readonly firstByteMs: number;
  /** How long (ms) may pass between two pieces of its answer. */
  readonly silenceMs: number;
};

export const TIMEOUTS: Timeouts = { firstByteMs: 30_000, silenceMs: 60_000 };

/** Far above the text of the longest answer with its framing; bounds the memory that a broken provider can fill. */
const MAX_BYTES = 32_000_000;
/** Explanations of errors are cut here. */
const MAX_ERROR_BYTES = 16_384;

export type WatchedCall = {
  /** Like `fetch`. */
  readonly send: (address: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly signal: AbortSignal;
  /** Whether the provider has begun to answer. */
  readonly responded: () => boolean;
  /** Why this module ended the call; null if it did not. */
  readonly fault: () => ModelError | null;
  /** Ends what is still open. */
  readonly close: () => void;
};

export function watchCall(outer: AbortSignal, { firstByteMs, silenceMs }: Timeouts): WatchedCall {
  const controller = new AbortController();
  let fault: ModelError | null = null;
  let responded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (error: ModelError): void => {
    fault ??= error;
    controller.abort(error);
  };
  const wait = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => end(new ModelError("silent", "The model did not answer in time.")), ms);
  };
  const cancel = (): void => end(new ModelError("cancelled", "The request was cancelled."));
  outer.addEventListener("abort", cancel, { once: true });
  if (outer.aborted) cancel();

  /** Passes bytes on while they stay within the limit. */
  const counted = (body: ReadableStream<Uint8Array>, isError: boolean): ReadableStream<Uint8Array> => {
    let size = 0;
    return body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, stream) {
          wait(silenceMs);
          size += piece.length;
          if (isError && size > MAX_ERROR_BYTES) return stream.terminate();
          if (size > MAX_BYTES) return end(new ModelError("too_long", "The model's answer was too long."));
          stream.enqueue(piece);
        },
      }),
    );
  };

  return {
    signal: controller.signal,
    responded: () => responded,
    fault: () => fault,
    close() {
      clearTimeout(timer);
      outer.removeEventListener("abort", cancel);
      controller.abort();
    },
    async send(address, init) {
      wait(firstByteMs);
      const response = await fetch(address, { ...init, redirect: "manual", signal: controller.signal });
      responded = true;
      wait(silenceMs);
      const headers = new Headers(response.headers);
      // The body arrives decoded.
      for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
      const body = response.body && counted(response.body, !response.ok);
      return new Response(body, { status: response.status, headers });
    },
  };
}
