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
const TOO_LONG = `the line is longer than ${MAX_LINE_BYTES} bytes`;

/** Verifies an export that arrives in pieces of any size. Never throws on what the pieces hold. */
export async function verifyExport(pieces: AsyncIterable<Uint8Array>, pins: readonly Pin[] = []): Promise<Verdict> {
  const verifier = new Verifier(pins);
  for await (const piece of pieces) {
    if (!verifier.write(piece)) break;
  }
  return verifier.end();
}

/** The same, fed by hand. Memory is bounded by one line of {@link MAX_LINE_BYTES}. */
export class Verifier {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #pins: ReadonlyMap<number, string>;
  /** What came after the last line feed. */
  #rest: Uint8Array = new Uint8Array(0);
  #lines = 0;
  #origin: string | null = null;
  /** Null until the header is read. */
  #tip: Tip | null = null;
  #firstBad: Fault | null = null;

  constructor(pins: readonly Pin[] = []) {
    this.#pins = new Map(pins.map((pin) => [pin.seq, pin.head]));
    if (pins.some((pin) => this.#pins.get(pin.seq) !== pin.head)) this.#fail(null, "the pins contradict each other");
  }

  /** Takes the next bytes; false once a fault is certain. */
  write(piece: Uint8Array): boolean {
    let from = 0;
    while (this.#firstBad === null) {
      const to = piece.indexOf(LINE_FEED, from);
      if (to < 0) break;
      const line = piece.subarray(from, to);
      this.#takeLine(this.#rest.length === 0 ? line : join(this.#rest, line));
      this.#rest = new Uint8Array(0);
      from = to + 1;
    }
    // A copy: whoever feeds us may reuse the piece's memory.
    this.#rest = join(this.#rest, piece.subarray(from, from + MAX_LINE_BYTES + 1));
    if (this.#rest.length > MAX_LINE_BYTES) this.#fail(this.#lines + 1, TOO_LONG);
    return this.#firstBad === null;
  }

  end(): Verdict {
    const tip = this.#tip;
    if (this.#rest.length > 0)
      this.#fail(this.#lines + 1, "the last line has no line feed: the file was cut or added to");
    if (tip === null) this.#fail(null, "the file is empty");
    const beyond = [...this.#pins.keys()].filter((seq) => tip !== null && seq >= tip.next);
    if (beyond.length > 0) this.#fail(null, `the pinned entry ${Math.min(...beyond)} is missing: the end was cut off`);
    return {
      valid: this.#firstBad === null,
      entries: tip?.next ?? 0,
      head: tip && toHex(tip.head),
      origin: this.#origin,
      shard: tip?.shard ?? null,
      firstBad: this.#firstBad,
    };
  }

  #takeLine(bytes: Uint8Array): void {
    this.#lines += 1;
    const text = bytes.length > MAX_LINE_BYTES ? null : decode(this.#decoder, bytes);
    if (text === null) {
      this.#fail(this.#lines, bytes.length > MAX_LINE_BYTES ? TOO_LONG : "the line is not UTF-8");
      return;
    }
    try {
      if (this.#tip === null) this.#takeHeader(text);
      else this.#takeEntry(this.#tip, text);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.#fail(this.#lines, error.message);
    }
  }

  #takeHeader(text: string): void {
    const header = parseHeader(text);
    this.#origin = header.origin;
    this.#tip = genesis(header);
  }

  #takeEntry(tip: Tip, text: string): void {
    const checked = checkRow(tip, parseLine(text));
    if (!checked.ok) return this.#fail(this.#lines, checked.reason);
    const pin = this.#pins.get(tip.next);
    if (pin !== undefined && pin !== toHex(checked.tip.head)) {
      return this.#fail(this.#lines, "the head is not the pinned one");
    }
    this.#tip = checked.tip;
  }

  /** The first fault counts: after it nothing means anything. */
  #fail(line: number | null, reason: string): void {
    this.#firstBad ??= { line, seq: this.#tip?.next ?? null, reason };
  }
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
