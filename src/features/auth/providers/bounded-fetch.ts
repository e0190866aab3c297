/** Requests to other hosts: never redirected, bounded in time and size. Which hosts may be asked is for those who ask. */

type Limits = { readonly maxBytes: number; readonly timeoutMs: number };

/** Of sign-in providers: key sets and token answers have a few thousand bytes. */
const PROVIDER_LIMITS: Limits = { maxBytes: 65_536, timeoutMs: 5_000 };

/** As `fetch`, with the whole body read. Rejects when the host is slow, body included, unreachable, or says too much. */
export async function fetchBounded(
  address: string | URL,
  init: RequestInit,
  { maxBytes, timeoutMs } = PROVIDER_LIMITS,
): Promise<Response> {
  const response = await fetch(address, { ...init, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
  const body = await readBounded(response.body, maxBytes);
  // A status without a body takes none, not even an empty one.
  return new Response(body.length === 0 ? null : body, { status: response.status, headers: response.headers });
}

async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by throwing cancels the stream.
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > maxBytes) throw new Error(`A host answered with more than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}
