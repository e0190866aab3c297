/** Reads numbers and names out of bytes nobody has checked: what lies past the end is NaN, or no text, never a throw. */

export type Bytes = {
  readonly length: number;
  readonly u8: (at: number) => number;
  readonly u16: (at: number) => number;
  readonly u32: (at: number) => number;
  /** `length` characters, one a byte; empty when the bytes do not hold all of them. */
  readonly name: (at: number, length?: number) => string;
  /** What lies from `from` up to `to`, cut at the ends. */
  readonly part: (from: number, to?: number) => Uint8Array;
};

export function reader(bytes: Uint8Array, littleEndian = false): Bytes {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const holds = (at: number, length: number) => at >= 0 && at + length <= bytes.length;
  return {
    length: bytes.length,
    u8: (at) => (holds(at, 1) ? view.getUint8(at) : NaN),
    u16: (at) => (holds(at, 2) ? view.getUint16(at, littleEndian) : NaN),
    u32: (at) => (holds(at, 4) ? view.getUint32(at, littleEndian) : NaN),
    name: (at, length = 4) => (holds(at, length) ? String.fromCharCode(...bytes.subarray(at, at + length)) : ""),
    part: (from, to) => bytes.subarray(Math.max(0, from), to),
  };
}
