/** Decodes the bytes of a table: many programs still write UTF-16 or Windows-1252. */

type Decoded = { readonly text: string; readonly note: string | null };

/** Null if the bytes are not text. */
export function decodeTable(bytes: Uint8Array): Decoded | null {
  const encoding = markedEncoding(bytes) ?? wideEncoding(bytes);
  const text = encoding === null ? (decoded(bytes, "utf-8") ?? null) : decoded(bytes, encoding);
  if (text !== null) return text.includes("\0") ? null : { text, note: encoding === null ? null : "Read as UTF-16." };
  if (encoding !== null || hasForeignControls(bytes)) return null;
  return { text: new TextDecoder("windows-1252").decode(bytes), note: "Read as Windows-1252." };
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return null;
  }
}

function markedEncoding([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

const SAMPLE = 4_096;

/**
 * Detects UTF-16 without a byte order mark: separators, digits and line endings have a zero byte, which occurs in no
 * other text encoding.
 */
function wideEncoding(bytes: Uint8Array): string | null {
  if (bytes.length < 4 || bytes.length % 2 === 1) return null;
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 1].map((start) => sample.filter((byte, at) => at % 2 === start && byte === 0).length);
  const [even = 0, odd = 0] = zeros;
  const units = sample.length / 2;
  if (odd > units * 0.2 && even === 0) return "utf-16le";
  return even > units * 0.2 && odd === 0 ? "utf-16be" : null;
}

const hasForeignControls = (bytes: Uint8Array): boolean =>
  bytes.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
