/** The offline verifier: reads an export byte by byte, trusts nothing in it, and says where it stops being true. */
import { FormatError } from "./canonical.ts";
import { type Tip, checkRow, genesis, toHex } from "./chain.ts";
import { MAX_LINE_BYTES, parseHeader, parseLine } from "./format.ts";

/** A head (64 hex digits) that was seen after entry `seq` by someone who kept it away from the log. */
export type Pin = { seq: number; head: string };

/** `line` counts from 1 and is null where the fault is something that is not there. */
export type Fault = { line: number | null; seq: number | null; reason: string };

export type Verdict = {
  valid: boolean;
  entries: number;
  head: string | null;
  origin: string | null;
  shard: number | null;
  firstBad: Fault | null;
};

const LINE_FEED = 0x0a;

/** Verifies an export that arrives in pieces of any size. Never throws on what the pieces hold. */
export async function verifyExport(pieces: AsyncIterable<Uint8Array>, pins: readonly Pin[] = []): Promise<Verdict> {
  const verifier = createVerifier(pins);
  for await (const piece of pieces) {
    if (!verifier.write(piece)) break;
  }
  return verifier.end();
}

/**
 * The same, fed by hand: `write` takes the next bytes and answers false once a fault is certain. Memory is bounded by
 * one line of {@link MAX_LINE_BYTES}.
 */
export function createVerifier(pins: readonly Pin[] = []): {
  write(piece: Uint8Array): boolean;
  end(): Verdict;
} {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const pinned = new Map(pins.map((pin) => [pin.seq, pin.head]));
  let rest: Uint8Array = new Uint8Array(0);
  let lines = 0;
  let tip: Tip | null = null;
  let origin: string | null = null;
  let firstBad: Fault | null = pins.some((pin) => pinned.get(pin.seq) !== pin.head)
    ? { line: null, seq: null, reason: "the pins contradict each other" }
    : null;

  const fail = (line: number | null, reason: string): void => {
    firstBad ??= { line, seq: tip?.next ?? null, reason };
  };

  const takeLine = (bytes: Uint8Array): void => {
    lines += 1;
    if (bytes.length > MAX_LINE_BYTES) return fail(lines, `the line is longer than ${MAX_LINE_BYTES} bytes`);
    const text = decode(decoder, bytes);
    if (text === null) return fail(lines, "the line is not UTF-8");
    try {
      if (tip === null) {
        const header = parseHeader(text);
        origin = header.origin;
        tip = genesis(header);
        return;
      }
      const checked = checkRow(tip, parseLine(text));
      if (!checked.ok) return fail(lines, checked.reason);
      const pin = pinned.get(tip.next);
      if (pin !== undefined && pin !== toHex(checked.tip.head)) return fail(lines, "the head is not the pinned one");
      tip = checked.tip;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      fail(lines, error.message);
    }
  };

  return {
    write(piece) {
      let from = 0;
      while (firstBad === null) {
        const to = piece.indexOf(LINE_FEED, from);
        if (to < 0) break;
        const line = piece.subarray(from, to);
        takeLine(rest.length === 0 ? line : join(rest, line));
        rest = rest.subarray(rest.length);
        from = to + 1;
      }
      // A copy: whoever feeds us may reuse the piece's memory.
      rest = join(rest, piece.subarray(from, from + MAX_LINE_BYTES + 1));
      if (rest.length > MAX_LINE_BYTES) fail(lines + 1, `the line is longer than ${MAX_LINE_BYTES} bytes`);
      return firstBad === null;
    },
    end() {
      if (rest.length > 0) fail(lines + 1, "the last line has no line feed: the file was cut or added to");
      if (tip === null) fail(null, "the file is empty");
      for (const seq of [...pinned.keys()].sort((a, b) => a - b)) {
        if (tip !== null && seq >= tip.next) fail(null, `the pinned entry ${seq} is missing: the end was cut off`);
      }
      return {
        valid: firstBad === null,
        entries: tip?.next ?? 0,
        head: tip && toHex(tip.head),
        origin,
        shard: tip?.shard ?? null,
        firstBad,
      };
    },
  };
}

function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function join(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}
