/** Reads and writes the boxes of HEIF files (ISO/IEC 14496-12, section 4.2); the input is untrusted. */
import type { Bytes } from "./byte-reader.ts";

/** The content is from offset `body` up to `end`. */
export type Box = { readonly type: string; readonly start: number; readonly body: number; readonly end: number };

/** Maximum boxes examined within one box; a 50-megapixel photo has about 200 tiles, and at worst as many properties. */
export const MAX_BOXES = 4096;

export const find = (at: Bytes, from: number, to: number, wanted: string): Box | undefined => {
  for (const each of boxes(at, from, to)) if (each.type === wanted) return each;
  return undefined;
};

/** The boxes from `from` up to `to`, until an invalid one. */
export function* boxes(at: Bytes, from: number, to: number): Generator<Box> {
  for (let n = 0, start = from; n < MAX_BOXES && start + 8 <= to; n++) {
    const size = at.u32(start);
    // 1: the actual size follows the name, in 64 bits. 0: extends to the end.
    const long = size === 1;
    const length = long ? at.u32(start + 8) * 2 ** 32 + at.u32(start + 12) : size === 0 ? to - start : size;
    const body = start + (long ? 16 : 8);
    if (!(length >= body - start)) return;
    const end = Math.min(to, start + length);
    yield { type: at.name(start + 4), start, body, end };
    start = end;
  }
}

const u16 = (value: number): number[] => [(value >>> 8) & 255, value & 255];
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value)];
const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));

export type Piece = readonly number[] | Uint8Array;

export const bytesOf = { u16, u32, ascii };

export function concat(pieces: readonly Piece[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

export function box(type: string, ...pieces: readonly Piece[]): Uint8Array {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 8);
  return concat([u32(length), ascii(type), ...pieces]);
}

/** A box whose body begins with a version and flags. */
export const fullBox = (type: string, version: number, flags: number, ...pieces: readonly Piece[]): Uint8Array =>
  box(type, [version, ...u32(flags).slice(1)], ...pieces);
