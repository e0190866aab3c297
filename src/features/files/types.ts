/** Detects a file's type from its bytes; the name counts only where the bytes leave the type open. */
import { fileTypeFromBuffer } from "file-type";
import { MEDIA_TYPES, mediaType } from "../../kernel/media-types.ts";

const TYPES = Object.entries(MEDIA_TYPES);

/** The type that a file's extension selects among those that its bytes leave open. */
const typeByExtension = (container: "zip" | "text", extension: string): string | undefined =>
  TYPES.find(([, type]) => type.within === container && type.extensions.includes(extension))?.[0];

/** The extension in lower case without its dot; empty for a name without one. */
export const bareExtensionOf = (filename: string): string =>
  /\.([a-z0-9]{1,10})$/i.exec(filename)?.[1]?.toLowerCase() ?? "";

/** The media type recorded for a file that begins with `head`. */
export async function typeOf(head: Uint8Array, filename: string): Promise<string> {
  const extension = bareExtensionOf(filename);
  // The library mistakes the UTF-16 byte order mark for the start of an audio file.
  const guess = isMarkedUtf16(head) ? undefined : await fileTypeFromBuffer(head).catch(() => undefined);
  const found = guess && isCertain(guess, head, extension) ? guess : undefined;
  if (found?.mime === "application/zip") return typeByExtension("zip", extension) ?? found.mime;
  if (found?.mime === "application/xml") return typeByExtension("text", extension) ?? found.mime;
  // An animated PNG displays wherever a PNG does, and its first frame is a plain PNG image.
  if (found?.mime === "image/apng") return "image/png";
  if (found) return found.mime;
  if (isTiff(head)) return "image/tiff";
  if (!isText(head)) return "application/octet-stream";
  return typeByExtension("text", extension) ?? "text/plain";
}

/** Types whose signatures are letters, but that no text about something else begins with. */
const TEXTUAL_SIGNATURES = /^(?:text\/.*|application\/(?:pdf|rtf|xml|pgp-encrypted))$/;

/**
 * Many formats are detected from a few letters that a text may also begin with, like “BMI” or “MZ”. A real file of such
 * a format continues with bytes that no text has; otherwise the letters count only if the extension agrees.
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

/** Checks the size of the second header, from OS/2 1.1 to Windows 98. */
function isBitmap(head: Uint8Array): boolean {
  if (head.length < 18) return false;
  const size = new DataView(head.buffer, head.byteOffset).getUint32(14, true);
  return size >= 12 && size <= 124;
}

const ascii = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** The UTF-8 byte order mark, which the library skips, is not part of the signature. */
const isAscii = (bytes: Uint8Array): boolean => isMarkedUtf8(bytes) || bytes.every((byte) => byte < 128);

const isMarkedUtf8 = ([a, b, c]: Uint8Array): boolean => a === 0xef && b === 0xbb && c === 0xbf;

/** True if there are no control characters that texts do not contain; UTF-16 is recognized by its byte order mark. */
function isText(head: Uint8Array): boolean {
  if (!isMarkedUtf16(head)) return !head.some(isForeign);
  const low = head[0] === 0xff ? 0 : 1;
  return !head.some((byte, at) => at % 2 === low && head[at + 1 - 2 * low] === 0 && isForeign(byte));
}

/**
 * Checks the first four bytes of the header (TIFF 6.0, section 2): the library follows the directory, which is often at
 * the end of the file.
 */
const isTiff = ([a, b, c, d]: Uint8Array): boolean =>
  (a === 0x49 && b === 0x49 && c === 42 && d === 0) || (a === 0x4d && b === 0x4d && c === 0 && d === 42);

const isMarkedUtf16 = (head: Uint8Array): boolean =>
  (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);

const isForeign = (unit: number): boolean => unit < 9 || (unit > 13 && unit < 32 && unit !== 27) || unit === 127;

type ServedType = { readonly type: string; readonly inline: boolean };

/**
 * How to serve a file of this type: images, audio and video as they are, texts as plain text, and anything else as a
 * download.
 */
export function servedTypeOf(mimeType: string): ServedType {
  // Drop parameters such as `codecs=opus`.
  const [type = ""] = mimeType.split(";", 1);
  const inline = mediaType(type)?.inline;
  if (inline === undefined) return { type: "application/octet-stream", inline: false };
  return { type: inline === "text" ? "text/plain; charset=utf-8" : type, inline: true };
}
