/**
 * Reads what a room sends to a client that follows agents' answers but not the text of the page: it needs neither Yjs nor
 * the codecs of the other messages, which it skips.
 */
import { KIND } from "./message-kinds.ts";

/** `marks` are numbers that the room expects back, as the bytes to send. */
export type RunMessages = { readonly frames: readonly string[]; readonly marks: readonly Uint8Array<ArrayBuffer>[] };

/** Null if any part of the frame is invalid. */
export function readRunMessages(bytes: Uint8Array): RunMessages | null {
  const reader = new Reader(bytes);
  const frames: string[] = [];
  const marks: Uint8Array<ArrayBuffer>[] = [];
  try {
    while (reader.hasMore) {
      const start = reader.at;
      const kind = reader.number();
      if (kind === KIND.run) frames.push(new TextDecoder("utf-8", { fatal: true }).decode(reader.bytes()));
      else if (kind === KIND.mark) {
        reader.number();
        marks.push(bytes.slice(start, reader.at));
      } else skip(kind, reader);
    }
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
  return { frames, marks };
}

function skip(kind: number, reader: Reader): void {
  switch (kind) {
    case KIND.sync:
    case KIND.refused:
      reader.number();
      reader.bytes();
      return;
    case KIND.awareness:
    case KIND.people:
      reader.bytes();
      return;
    case KIND.saved:
      reader.number();
      reader.number();
      return;
    case KIND.rights:
    case KIND.document:
      reader.number();
      return;
    default:
      throw new RangeError("The message is of no known kind.");
  }
}

/** Reads lib0's variable-length numbers and byte strings. Throws RangeError at the end of the bytes. */
class Reader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get hasMore(): boolean {
    return this.at < this.#bytes.length;
  }

  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) throw new RangeError("The frame is cut off.");
      value += (byte & 127) * factor;
      if (!Number.isSafeInteger(value)) throw new RangeError("The number is too large.");
      if (byte < 128) return value;
    }
  }

  bytes(): Uint8Array {
    const length = this.number();
    if (this.at + length > this.#bytes.length) throw new RangeError("The frame is cut off.");
    return this.#bytes.subarray(this.at, (this.at += length));
  }
}
