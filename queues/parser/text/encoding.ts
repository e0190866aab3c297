/** Decodes bytes in any of the encodings that files are written in (WHATWG Encoding), with or without a declaration. */
import { analyse } from "chardet";

/** Bytes used to guess an encoding; a larger sample does not improve the guess. */
const SAMPLE = 65_536;
const STEP = 65_536;

/** The detector's possible results, mapped to TextDecoder names. */
const DECODER_NAMES: Readonly<Record<string, string>> = {
  Shift_JIS: "shift_jis",
  "EUC-JP": "euc-jp",
  "ISO-2022-JP": "iso-2022-jp",
  "EUC-KR": "euc-kr",
  GB18030: "gb18030",
  Big5: "big5",
  "ISO-8859-1": "windows-1252",
  "windows-1252": "windows-1252",
  "KOI8-R": "koi8-r",
  "windows-1251": "windows-1251",
  "windows-1250": "windows-1250",
  "ISO-8859-2": "iso-8859-2",
  "ISO-8859-5": "iso-8859-5",
  "ISO-8859-7": "iso-8859-7",
  "windows-1253": "windows-1253",
  "ISO-8859-9": "windows-1254",
  "windows-1254": "windows-1254",
};
const MULTIBYTE = new Set(["shift_jis", "euc-jp", "euc-kr", "gb18030", "big5"]);
/** Minimum detector confidence, out of 100: below it, the text is treated as Western European, the most common case. */
const MIN_CONFIDENCE = 25;

type Sniffed = {
  /** The TextDecoder name. */
  readonly encoding: string;
  /** Based on a byte order mark, or because the bytes are well-formed UTF-8. */
  readonly isCertain: boolean;
};

/**
 * In order of precedence: a byte order mark, UTF-16 by the position of zeros, well-formed UTF-8, the `declared`
 * encoding, and a statistical guess.
 */
export function sniffEncoding(bytes: Uint8Array, declared: string | null = null): Sniffed {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: "utf-8", isCertain: true };
  if (first === 0xff && second === 0xfe) return { encoding: "utf-16le", isCertain: true };
  if (first === 0xfe && second === 0xff) return { encoding: "utf-16be", isCertain: true };
  const sample = bytes.subarray(0, SAMPLE);
  const wide = wideEncoding(sample);
  if (wide !== null) return { encoding: wide, isCertain: false };
  const isUtf8 = isWellFormed(sample, "utf-8", sample.length < bytes.length);
  const label = declared === null ? null : encodingNamed(declared);
  // ISO-2022-JP consists of ASCII bytes, and only its escape sequences identify it.
  if (label !== "iso-2022-jp" && isUtf8 && !hasEscapes(sample)) return { encoding: "utf-8", isCertain: true };
  if (label !== null && label !== "utf-8") return { encoding: label, isCertain: false };
  return { encoding: guess(sample), isCertain: false };
}

/** The text in pieces, without its byte order mark; invalid bytes become U+FFFD. */
export function* decodeText(bytes: Uint8Array, encoding: string): Generator<string, void> {
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += STEP) {
    yield decoder.decode(bytes.subarray(at, at + STEP), { stream: true });
  }
  yield decoder.decode();
}

/** The name of an encoding by any of its labels, or null. */
function encodingNamed(label: string): string | null {
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return null;
  }
}

/** The charset parameter of a media type (RFC 9110 §8.3.1), or null. */
export const charsetOf = (mimeType: string): string | null =>
  /;\s{0,20}charset\s{0,20}=\s{0,20}"?([\w:.-]{1,40})/i.exec(mimeType)?.[1] ?? null;

/** True if all bytes are valid in the encoding, except for a character cut by the end of the sample. */
function isWellFormed(sample: Uint8Array, encoding: string, isCut = true): boolean {
  try {
    new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(sample, { stream: isCut });
    return true;
  } catch {
    return false;
  }
}

/** UTF-16 without a byte order mark: in Latin scripts every other byte is zero, and other encodings have no zeros. */
function wideEncoding(sample: Uint8Array): string | null {
  let even = 0;
  let odd = 0;
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at] === 0) even++;
    if (sample[at + 1] === 0) odd++;
  }
  const units = sample.length >> 1;
  if (units < 2 || sample.length % 2 === 1) return null;
  if (odd > units * 0.3 && even * 4 < odd && isWellFormed(sample, "utf-16le")) return "utf-16le";
  return even > units * 0.3 && odd * 4 < even && isWellFormed(sample, "utf-16be") ? "utf-16be" : null;
}

/** ISO-2022's escape sequences: ESC $ or ESC ( (ECMA-35). */
function hasEscapes(sample: Uint8Array): boolean {
  for (let at = sample.indexOf(0x1b); at !== -1; at = sample.indexOf(0x1b, at + 1)) {
    if (sample[at + 1] === 0x24 && [0x40, 0x42].includes(sample[at + 2] ?? 0)) return true;
  }
  return false;
}

function guess(sample: Uint8Array): string {
  for (const { name, confidence } of analyse(sample)) {
    const encoding = DECODER_NAMES[name];
    if (confidence < MIN_CONFIDENCE) break;
    if (encoding === undefined) continue;
    if (!MULTIBYTE.has(encoding) || isWellFormed(sample, encoding)) return encoding;
  }
  return "windows-1252";
}
