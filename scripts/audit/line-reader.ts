/** Splits bytes into lines of limited length, trusting nothing in them; stops at the first invalid line. */
import { FormatError } from "../../src/audit-log/canonical.ts";
import { MAX_LINE_BYTES } from "../../src/audit-log/format.ts";

/** `line` counts from 1. */
type LineFault = { line: number; reason: string };

const LINE_FEED = 0x0a;
const TOO_LONG = `the line is longer than ${MAX_LINE_BYTES} bytes`;

/** Memory use is limited to one line of {@link MAX_LINE_BYTES}. */
export class LineReader {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #take: (text: string) => void;
  /** Bytes after the last line feed. */
  #rest: Uint8Array = new Uint8Array(0);
  #lines = 0;
  #fault: LineFault | null = null;

  /** `take` receives each line without its line feed, and throws {@link FormatError} if the line is invalid. */
  constructor(take: (text: string) => void) {
    this.#take = take;
  }

  /** Processes the next bytes, in chunks of any size; returns false once there is a fault. */
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
    // A copy, since the caller may reuse the chunk's memory.
    this.#rest = join(this.#rest, piece.subarray(from, from + MAX_LINE_BYTES + 1));
    if (this.#rest.length > MAX_LINE_BYTES) this.#fail(this.#lines + 1, TOO_LONG);
    return this.#fault === null;
  }

  /** The first fault, if any. */
  end(): LineFault | null {
    if (this.#rest.length > 0) {
      this.#fail(this.#lines + 1, "the last line has no line feed: the file was truncated or extended");
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

  /** Only the first fault counts: nothing after it is meaningful. */
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
