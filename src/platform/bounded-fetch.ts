/** Requests to other hosts: no redirects, limited time and size. Callers decide which hosts may be fetched. */

type Limits = { readonly maxBytes: number; readonly timeoutMs: number };

/** For sign-in providers, whose key sets and token responses have a few thousand bytes. */
const PROVIDER_LIMITS: Limits = { maxBytes: 65_536, timeoutMs: 5_000 };

/** Like `fetch`, but reads the whole body. Rejects if the host is unreachable, too slow (body included), or sends too much. */
export async function fetchBounded(
  address: string | URL,
  init: RequestInit,
  { maxBytes, timeoutMs } = PROVIDER_LIMITS,
): Promise<Response> {
  const response = await fetch(address, { ...init, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
  const body = await readBounded(response.body, maxBytes);
  // A null-body status allows no body, not even an empty one.
  return new Response(body.length === 0 ? null : body, { status: response.status, headers: response.headers });
}

async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Throwing inside the loop cancels the stream.
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > maxBytes) throw new Error(`A host answered with more than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}
