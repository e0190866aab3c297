/**
 * Links as Markdown; only those that point outside the document to a URL that a reader may follow. For a file in an
 * archive this includes relative links to its other files, which the import converts to pages.
 */
import { oneLine } from "./blocks.ts";

const FOLLOWED = /^(?:https?:\/\/|mailto:)/i;
/** No scheme, no host, and not an anchor in the file itself. */
const RELATIVE = /^(?![a-z][a-z0-9+.-]*:|[/\\#?])/i;
const MAX_TARGET_LENGTH = 2_000;

/** Returns only `text` if the target may not be followed or adds nothing to the text. */
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

/** A picture inside the archive; for any other, its description. */
export function picture(alt: string, source: string | undefined, isOfArchive: boolean): string {
  const address = source?.trim() ?? "";
  if (!isOfArchive || address.length > MAX_TARGET_LENGTH || !isRelative(address)) return alt;
  return `![${oneLine(alt).replace(/[[\]]/g, "\\$&")}](${encode(address)})`;
}

const isRelative = (address: string): boolean => address !== "" && RELATIVE.test(address) && !/\p{Cc}/u.test(address);

/** Percent-encodes characters that would end a target in parentheses (RFC 3986 §2.1). */
const encode = (href: string): string =>
  href.replace(/[\s<>()\\]/g, (unit) => {
    const code = unit.charCodeAt(0);
    return code < 0x80 ? `%${code.toString(16).toUpperCase().padStart(2, "0")}` : encodeURIComponent(unit);
  });
