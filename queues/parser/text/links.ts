/**
 * Links as Markdown; only those that lead out of the document to something a reader may follow. In a file of an archive
 * these are the other files, too: their relative addresses stay, for whoever makes pages of the archive.
 */
import { oneLine } from "./blocks.ts";

const FOLLOWED = /^(?:https?:\/\/|mailto:)/i;
/** Has no scheme, no host, and is no place in the file itself. */
const RELATIVE = /^(?![a-z][a-z0-9+.-]*:|[/\\#?])/i;
const MAX_TARGET_LENGTH = 2_000;

/** `text` alone where the target is none to be followed, or says no more than the text. */
export function link(text: string, target: string | undefined, isOfArchive = false): string {
  const label = oneLine(text);
  const href = target?.trim() ?? "";
  const isFollowed = FOLLOWED.test(href) || (isOfArchive && isRelative(href));
  if (label === "" || href.length > MAX_TARGET_LENGTH || !isFollowed) return text;
  if (label === href || `mailto:${label}` === href || label === href.replace(/^https?:\/\//i, "")) return text;
  const lead = /^\s/.test(text) ? " " : "";
  const tail = /\s$/.test(text) ? " " : "";
  return `${lead}[${label.replace(/[[\]]/g, "\\$&")}](${encode(href)})${tail}`;
}

/** A picture of the archive; any other is what is said in its place. */
export function picture(alt: string, source: string | undefined, isOfArchive: boolean): string {
  const address = source?.trim() ?? "";
  if (!isOfArchive || address.length > MAX_TARGET_LENGTH || !isRelative(address)) return alt;
  return `![${oneLine(alt).replace(/[[\]]/g, "\\$&")}](${encode(address)})`;
}

const isRelative = (address: string): boolean => address !== "" && RELATIVE.test(address) && !/\p{Cc}/u.test(address);

/** What would end a target in parentheses is written as UTF-8 in percent signs (RFC 3986 §2.1). */
const encode = (href: string): string =>
  href.replace(/[\s<>()\\]/g, (unit) => {
    const code = unit.charCodeAt(0);
    return code < 0x80 ? `%${code.toString(16).toUpperCase().padStart(2, "0")}` : encodeURIComponent(unit);
  });
