/** Reads numbers and names from untrusted bytes: out of range returns NaN or empty text, and never throws. */

export type Bytes = {
  readonly length: number;
  readonly u8: (at: number) => number;
  readonly u16: (at: number) => number;
  readonly u32: (at: number) => number;
  /** `length` characters, one per byte; empty if there are not that many bytes. */
  readonly name: (at: number, length?: number) => string;
  /** The bytes from `from` up to `to`, clamped to the range. */
  readonly part: (from: number, to?: number) => Uint8Array;
};

export function reader(bytes: Uint8Array, littleEndian = false): Bytes {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isInside = (at: number, length: number) => at >= 0 && at + length <= bytes.length;
  return {
    length: bytes.length,
    u8: (at) => (isInside(at, 1) ? view.getUint8(at) : NaN),
    u16: (at) => (isInside(at, 2) ? view.getUint16(at, littleEndian) : NaN),
    u32: (at) => (isInside(at, 4) ? view.getUint32(at, littleEndian) : NaN),
    name: (at, length = 4) => (isInside(at, length) ? String.fromCharCode(...bytes.subarray(at, at + length)) : ""),
    part: (from, to) => bytes.subarray(Math.max(0, from), to),
  };
}
