/** Takes bytes apart into lines of bounded length, trusting nothing in them; the first line that is wrong ends it. */
import { FormatError } from "../../src/audit-log/canonical.ts";
import { MAX_LINE_BYTES } from "../../src/audit-log/format.ts";

/** `line` counts from 1. */
type LineFault = { line: number; reason: string };

const LINE_FEED = 0x0a;
const TOO_LONG = `the line is longer than ${MAX_LINE_BYTES} bytes`;

/** Memory is bounded by one line of {@link MAX_LINE_BYTES}. */
export class LineReader {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #take: (text: string) => void;
  /** What came after the last line feed. */
  #rest: Uint8Array = new Uint8Array(0);
  #lines = 0;
  #fault: LineFault | null = null;

  /** `take` gets each line without its line feed, and throws {@link FormatError} at one that is wrong. */
  constructor(take: (text: string) => void) {
    this.#take = take;
  }

  /** Takes the next bytes, in pieces of any size; false once a fault is certain. */
  write(piece: Uint8Array): boolean {
    let from = 0;
    while (this.#fault === null) {
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
    return this.#fault === null;
  }

  /** The first fault of the whole. */
  end(): LineFault | null {
    if (this.#rest.length > 0) {
      this.#fail(this.#lines + 1, "the last line has no line feed: the file was cut or added to");
    }
    return this.#fault;
  }

  #takeLine(bytes: Uint8Array): void {
    this.#lines += 1;
    const text = bytes.length > MAX_LINE_BYTES ? null : decode(this.#decoder, bytes);
    if (text === null) {
      this.#fail(this.#lines, bytes.length > MAX_LINE_BYTES ? TOO_LONG : "the line is not UTF-8");
      return;
    }
    try {
      this.#take(text);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.#fail(this.#lines, error.message);
    }
  }

  /** The first fault counts: after it nothing means anything. */
  #fail(line: number, reason: string): void {
    this.#fault ??= { line, reason };
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
