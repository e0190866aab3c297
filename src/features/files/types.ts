/** What a file is, told from its bytes; what its sender calls it counts only where the bytes leave it open. */
import { fileTypeFromBuffer } from "file-type";

/** Formats that are archives of their own kind, told apart by their names. */
export const IN_ARCHIVES: Readonly<Record<string, string>> = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
  epub: "application/epub+zip",
};

/** Texts, told apart by their names. */
export const TEXTS: Readonly<Record<string, string>> = {
  txt: "text/plain",
  log: "text/plain",
  md: "text/markdown",
  markdown: "text/markdown",
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  json: "application/json",
  html: "text/html",
  htm: "text/html",
  xhtml: "application/xhtml+xml",
  xml: "application/xml",
  svg: "image/svg+xml",
  css: "text/css",
  js: "text/javascript",
  mjs: "text/javascript",
  rtf: "application/rtf",
  yaml: "application/yaml",
  yml: "application/yaml",
};

/** In lower case, without its dot; empty for a name without one. */
export const bareExtensionOf = (filename: string): string =>
  /\.([a-z0-9]{1,10})$/i.exec(filename)?.[1]?.toLowerCase() ?? "";

/** The media type of a file that begins with `head`, for its record. */
export async function typeOf(head: Uint8Array, filename: string): Promise<string> {
  const extension = bareExtensionOf(filename);
  // The library takes the mark of UTF-16 for the start of a sound.
  const guess = isMarkedUtf16(head) ? undefined : await fileTypeFromBuffer(head).catch(() => undefined);
  const found = guess && isCertain(guess, head, extension) ? guess : undefined;
  if (found?.mime === "application/zip") return IN_ARCHIVES[extension] ?? found.mime;
  if (found?.mime === "application/xml")
    return extension === "svg" ? "image/svg+xml" : (TEXTS[extension] ?? found.mime);
  // One that moves is shown by whatever shows the others, and its first picture is as theirs.
  if (found?.mime === "image/apng") return "image/png";
  if (found) return found.mime;
  if (isTiff(head)) return "image/tiff";
  if (!isText(head)) return "application/octet-stream";
  return Object.hasOwn(TEXTS, extension) ? (TEXTS[extension] ?? "text/plain") : "text/plain";
}

/** Beginnings that no text about something else has, though they are letters. */
const TEXTUAL_SIGNATURES = /^(?:text\/.*|application\/(?:pdf|rtf|xml|pgp-encrypted))$/;

/**
 * Many formats are told from a few letters that a text, too, may begin with, like “BMI” or “MZ”. What they begin in
 * goes on with bytes that no text has; where it does not, the letters count for nothing unless the name agrees.
 */
function isCertain(
  { mime, ext }: { readonly mime: string; readonly ext: string },
  head: Uint8Array,
  extension: string,
) {
  if (mime === "image/bmp") return isBitmap(head);
  if (mime === "image/gif" && /^GIF8[79]a/.test(ascii(head.subarray(0, 6)))) return true;
  return TEXTUAL_SIGNATURES.test(mime) || extension === ext || !isAscii(head.subarray(0, 4)) || !isText(head);
}

/** By the size of its second header, from that of OS/2 1.1 to that of Windows 98. */
function isBitmap(head: Uint8Array): boolean {
  if (head.length < 18) return false;
  const size = new DataView(head.buffer, head.byteOffset).getUint32(14, true);
  return size >= 12 && size <= 124;
}

const ascii = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** The mark of UTF-8, which the library skips, is none of the signature. */
const isAscii = (bytes: Uint8Array): boolean => isMarkedUtf8(bytes) || bytes.every((byte) => byte < 128);

const isMarkedUtf8 = ([a, b, c]: Uint8Array): boolean => a === 0xef && b === 0xbb && c === 0xbf;

/** No sign that texts do not have; UTF-16 is known by its mark (Unicode, byte order mark). */
function isText(head: Uint8Array): boolean {
  if (!isMarkedUtf16(head)) return !head.some(isForeign);
  const low = head[0] === 0xff ? 0 : 1;
  return !head.some((byte, at) => at % 2 === low && head[at + 1 - 2 * low] === 0 && isForeign(byte));
}

/** By the first four bytes of its header (TIFF 6.0, section 2): the library follows the directory, which often stands at the file's end. */
const isTiff = ([a, b, c, d]: Uint8Array): boolean =>
  (a === 0x49 && b === 0x49 && c === 42 && d === 0) || (a === 0x4d && b === 0x4d && c === 0 && d === 42);

const isMarkedUtf16 = (head: Uint8Array): boolean =>
  (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);

const isForeign = (unit: number): boolean => unit < 9 || (unit > 13 && unit < 32 && unit !== 27) || unit === 127;

/** What a browser shows by itself and cannot be made to run by. */
const INLINE_TYPES: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/bmp",
  "audio/mpeg",
  "audio/ogg",
  "audio/wav",
  "video/mp4",
  "video/webm",
]);

/** Texts that no browser takes for a page, a style or a script. */
const PLAIN_TEXT_TYPES: ReadonlySet<string> = new Set([
  "text/plain",
  "text/markdown",
  "text/csv",
  "text/tab-separated-values",
  "application/json",
  "application/yaml",
]);

type ServedType = { readonly type: string; readonly inline: boolean };

/** How a file of that type is sent for viewing: pictures, sounds and films as they are, texts as plain text, all else to be saved. */
export function servedTypeOf(mimeType: string): ServedType {
  // Without what may follow it, like `codecs=opus`.
  const [type = ""] = mimeType.split(";", 1);
  if (INLINE_TYPES.has(type)) return { type, inline: true };
  if (PLAIN_TEXT_TYPES.has(type)) return { type: "text/plain; charset=utf-8", inline: true };
  return { type: "application/octet-stream", inline: false };
}
