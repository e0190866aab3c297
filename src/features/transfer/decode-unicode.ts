/** Texts of archives, whose encoding is not declared. */

/** Null if the bytes are neither UTF-8 nor UTF-16. */
export function decodeUnicode(bytes: Uint8Array, keepMark: boolean): string | null {
  const [a, b] = bytes;
  const encoding = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: keepMark && encoding === "utf-8" }).decode(bytes);
  } catch {
    return null;
  }
}
