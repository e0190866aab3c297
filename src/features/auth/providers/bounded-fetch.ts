/** Requests to a provider: to configured addresses alone, never redirected, bounded in time and size. */

/** What a provider may take to answer, body included, in ms. */
const TIMEOUT_MS = 5_000;
/** Bytes of an answer; key sets and token answers have a few thousand. */
const MAX_BYTES = 65_536;

/** As `fetch`, with the whole body read. Rejects when the provider is slow, unreachable or says too much. */
export async function fetchBounded(address: string | URL, init: RequestInit): Promise<Response> {
  const response = await fetch(address, { ...init, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
  const body = await readBounded(response.body);
  // A status without a body takes none, not even an empty one.
  return new Response(body.length === 0 ? null : body, { status: response.status, headers: response.headers });
}

async function readBounded(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by throwing cancels the stream.
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > MAX_BYTES) throw new Error(`A provider answered with more than ${MAX_BYTES} bytes`);
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}
