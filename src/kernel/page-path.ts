/**
 * Page paths: `/drive-slug/Title/Title`. A slash in a title is written `%2F`, and a percent sign that would otherwise begin
 * an escape is written `%25`. Every other character may be written literally or percent-encoded.
 */

/** `slug` is null for a caller who may not see the drive: the path then begins with the first title. */
export const printPath = (slug: string | null, titles: readonly string[]): string =>
  [...(slug === null ? [] : [slug]), ...titles.map(escapeTitle)].map((segment) => `/${segment}`).join("");

/** The path of a child of `parent`, which is itself a printed path. */
export const printPathBelow = (parent: string, title: string): string => `${parent}/${escapeTitle(title)}`;

const escapeTitle = (title: string): string => title.replace(/%(?=[0-9A-Fa-f]{2})/g, "%25").replaceAll("/", "%2F");

/** The decoded segments of a path; null for text that is not a path. A trailing slash is ignored. */
export function parsePath(text: string): string[] | null {
  if (!text.startsWith("/")) return null;
  const segments = text.slice(1).replace(/\/$/, "").split("/");
  return segments.includes("") ? null : segments.map((segment) => decodeSegment(segment).normalize("NFC"));
}

/** Leaves escapes unchanged that are not valid UTF-8 or that decode to control characters. */
export const decodeSegment = (segment: string): string => segment.replace(ESCAPES, decodeRun);

const ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g;

function decodeRun(run: string): string {
  try {
    const decoded = decodeURIComponent(run);
    return /\p{Cc}/u.test(decoded) ? run : decoded;
  } catch {
    return run;
  }
}

/** Replaces a slash within a title while decoded paths are compared; no title contains this character. */
const INNER_SLASH = "\0";

/** A title in the form that `decodePath` produces. */
export const toComparable = (title: string): string => title.replaceAll("/", INNER_SLASH);

export const fromComparable = (text: string): string => text.replaceAll(INNER_SLASH, "/");

/** Decodes a path whose end is not yet known. `offsets` maps UTF-16 offsets of the result to the original; null if equal. */
export function decodePath(path: string): { readonly text: string; readonly offsets: readonly number[] | null } {
  if (!path.includes("%")) return { text: path, offsets: null };
  let text = "";
  const offsets: number[] = [];
  let at = 0;
  const copy = (end: number): void => {
    text += path.slice(at, end);
    for (; at < end; at += 1) offsets.push(at);
  };
  for (const { 0: run, index } of path.matchAll(ESCAPES)) {
    copy(index);
    const decoded = decodeRun(run);
    if (decoded === run) continue;
    text += toComparable(decoded);
    for (const character of decoded) {
      for (let unit = 0; unit < character.length; unit += 1) offsets.push(at);
      at += 3 * utf8BytesOf(character);
    }
  }
  copy(path.length);
  return { text, offsets: [...offsets, path.length] };
}

function utf8BytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
