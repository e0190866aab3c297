/** Detects a file's format for text extraction: by its first bytes, then by its name. */
import { Buffer } from "node:buffer";
import { Package } from "./package.ts";
import { type Office, readOffice } from "./relations.ts";
import { sniffEncoding } from "./encoding.ts";
import { Unreadable, locked } from "./unreadable.ts";

export type FileFormat =
  | { readonly kind: "pdf" | "rtf" | "html" | "plain" | "none" }
  | (Office & { readonly pack: Package })
  | { readonly kind: "odf" | "ods" | "epub"; readonly pack: Package };

const NONE: FileFormat = { kind: "none" };

const ZIP_EXTENSIONS = /\.(?:docx|docm|dotx|xlsx|xlsm|xltx|pptx|pptm|potx|ppsx|od[tsp]|ot[tsp]|epub)$/;
const HTML_EXTENSION = /\.x?html?$/;
/** Extensions that are always text, whatever the bytes look like. */
const TEXT_EXTENSION =
  /\.(?:txt|text|md|markdown|mdx|rst|adoc|org|tex|bib|csv|tsv|json|jsonc|json5|jsonl|ndjson|geojson|ipynb|xml|xsd|xsl|xslt|yaml|yml|toml|ini|cfg|conf|properties|env|log|diff|patch|srt|vtt|ics|vcf|eml|sql|graphql|proto|css|scss|sass|less|js|mjs|cjs|jsx|ts|mts|cts|tsx|vue|svelte|py|pyi|rb|php|pl|pm|lua|r|jl|java|kt|kts|scala|groovy|gradle|cs|fs|vb|c|h|cc|cpp|cxx|hh|hpp|m|mm|swift|go|rs|zig|nim|d|dart|ex|exs|erl|hrl|clj|cljs|hs|ml|mli|elm|lisp|el|scm|asm|s|sh|bash|zsh|fish|bat|cmd|ps1|tf|hcl|dockerfile|makefile|cmake)$/;
const TEXT_TYPE =
  /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|toml|javascript|ecmascript|typescript|sql|graphql|x-sh|x-ndjson|x-httpd-php|x-tex)\b|application\/[\w.+-]+\+(?:json|xml)\b)/;
const MEDIA_TYPE = /^(?:image|audio|video|font|model)\//;

/** Control characters that do not occur in text; ESC is used by ISO-2022-JP, form feed and backspace by old printouts. */
const NO_TEXT = new Set([
  0, 1, 2, 3, 4, 5, 6, 7, 0x0e, 0x0f, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19,
]);
const SAMPLE = 8_192;

/** Throws Unreadable for a file of a known kind that is damaged, locked, or exceeds the limits. */
export function sniff(bytes: Uint8Array, mimeType: string, filename: string): FileFormat {
  const name = filename.toLowerCase();
  const type = mimeType.toLowerCase().split(";", 1)[0]?.trim() ?? "";
  const head = ascii(bytes.subarray(0, 1_024));
  // PDF readers accept the header anywhere in the first 1,024 bytes; a text about PDF must not match.
  if (head.startsWith("%PDF-") || (head.includes("%PDF-") && !looksLikeText(bytes, false))) return { kind: "pdf" };
  if (/^(?:\xef\xbb\xbf)?\s{0,20}\{\\rtf/.test(head)) return { kind: "rtf" };
  if (head.startsWith("PK\x03\x04")) return sniffPackage(bytes, name);
  if (head.startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) return sniffCompound(bytes);
  if (bytes.length === 0 || MEDIA_TYPE.test(type)) return NONE;
  refuseTorn(type, name);
  const isText = TEXT_TYPE.test(type) || TEXT_EXTENSION.test(`.${name.split(".").at(-1)}`);
  if (!looksLikeText(bytes, isText)) return NONE;
  if (isHtml(head, type, name)) return { kind: "html" };
  return isText || sniffEncoding(bytes).isCertain ? { kind: "plain" } : NONE;
}

/** A file whose content does not match its name has lost its beginning. */
function refuseTorn(type: string, name: string): void {
  if (type === "application/pdf" || name.endsWith(".pdf")) throw new Unreadable("The file is not a PDF.");
  if (ZIP_EXTENSIONS.test(name)) throw new Unreadable("The content of the file does not match its name extension.");
}

function sniffPackage(bytes: Uint8Array, name: string): FileFormat {
  const pack = openPackage(bytes, name);
  if (pack === null) return NONE;
  if (pack.has("[Content_Types].xml")) {
    const office = readOffice(pack);
    return office === null ? NONE : { ...office, pack };
  }
  if (!pack.has("mimetype")) return NONE;
  const type = pack.start("mimetype", 100).trim();
  if (type === "application/epub+zip") return { kind: "epub", pack };
  if (/opendocument\.(?:text|presentation)(?:-template|-web|-master)?$/.test(type)) return { kind: "odf", pack };
  return /opendocument\.spreadsheet(?:-template)?$/.test(type) ? { kind: "ods", pack } : NONE;
}

/** Errors in an archive that is not a document are ignored, however many files it has. */
function openPackage(bytes: Uint8Array, name: string): Package | null {
  try {
    return Package.open(bytes);
  } catch (error) {
    if (error instanceof Unreadable && !ZIP_EXTENSIONS.test(name)) return null;
    throw error;
  }
}

/**
 * Office stores password-protected documents in compound files ([MS-OFFCRYPTO] §2.3); other compound files are its old
 * formats.
 */
function sniffCompound(bytes: Uint8Array): FileFormat {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.includes("EncryptedPackage", 0, "utf16le")) throw locked("document");
  return NONE;
}

function isHtml(head: string, type: string, name: string): boolean {
  if (type === "text/html" || type === "application/xhtml+xml" || HTML_EXTENSION.test(name)) return true;
  if (TEXT_EXTENSION.test(name) || (TEXT_TYPE.test(type) && type !== "text/plain")) return false;
  const plain = head.replace(/\0|^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/g, "").trimStart();
  return /^(?:<\?xml[^>]{0,200}\?>\s{0,20})?(?:<!doctype\s{1,20}html\b|<html[\s>])/i.test(plain);
}

/** In a file declared as text, stray control characters are accepted. */
function looksLikeText(bytes: Uint8Array, isDeclared: boolean): boolean {
  const sample = bytes.subarray(0, SAMPLE);
  const { encoding } = sniffEncoding(sample);
  const isForeign = (unit: number) => (isDeclared ? unit === 0 : NO_TEXT.has(unit));
  if (!encoding.startsWith("utf-16")) return !sample.some(isForeign);
  const text = new TextDecoder(encoding).decode(sample);
  return !Array.from(text).some((character) => isForeign(character.charCodeAt(0)));
}

const ascii = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);
