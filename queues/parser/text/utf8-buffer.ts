/**
 * Text stored as UTF-8. A substring keeps the whole original string in memory as long as it exists; a byte copy does
 * not, and takes half the space for most languages.
 */
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

const FIRST_BYTES = 4_096;

export class Utf8Buffer {
  readonly #limit: number;
  #bytes: Uint8Array;
  #length = 0;

  /** `limit` is in bytes. */
  constructor(limit: number) {
    this.#limit = limit;
    this.#bytes = new Uint8Array(Math.min(limit, FIRST_BYTES));
  }

  get length(): number {
    return this.#length;
  }

  get room(): number {
    return this.#limit - this.#length;
  }

  /**
   * Appends as much as fits, in whole code points; lone surrogates become U+FFFD. Returns false if something was left
   * out.
   */
  append(text: string): boolean {
    this.#grow(Math.min(this.#limit, this.#length + text.length * 3));
    const { read, written } = encoder.encodeInto(text, this.#bytes.subarray(this.#length));
    this.#length += written;
    return read === text.length;
  }

  slice(start = 0, end = this.#length): string {
    return decoder.decode(this.#bytes.subarray(start, Math.min(end, this.#length)));
  }

  /** Counts code points: bytes that are not continuation bytes. */
  countCharacters(): number {
    let count = 0;
    for (let at = 0; at < this.#length; at++) if (((this.#bytes[at] ?? 0) & 0xc0) !== 0x80) count++;
    return count;
  }

  #grow(size: number): void {
    if (size <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.min(this.#limit, Math.max(size, this.#bytes.length * 2)));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Copies the text, so that it does not keep a larger string in memory. */
export const copied = (text: string): string => decoder.decode(encoder.encode(text));
