/** Links as Markdown; only those that lead out of the document to something a reader may follow. */
import { oneLine } from "./blocks.ts";

const FOLLOWED = /^(?:https?:\/\/|mailto:)/i;
const MAX_TARGET_LENGTH = 2_000;

/** `text` alone where the target is none to be followed, or says no more than the text. */
export function link(text: string, target: string | undefined): string {
  const label = oneLine(text);
  const href = target?.trim() ?? "";
  if (label === "" || href.length > MAX_TARGET_LENGTH || !FOLLOWED.test(href)) return text;
  if (label === href || `mailto:${label}` === href || label === href.replace(/^https?:\/\//i, "")) return text;
  const lead = /^\s/.test(text) ? " " : "";
  const tail = /\s$/.test(text) ? " " : "";
  return `${lead}[${label.replace(/[[\]]/g, "\\$&")}](${encode(href)})${tail}`;
}

/** What would end a target in parentheses is written as UTF-8 in percent signs (RFC 3986 §2.1). */
const encode = (href: string): string =>
  href.replace(/[\s<>()\\]/g, (unit) => {
    const code = unit.charCodeAt(0);
    return code < 0x80 ? `%${code.toString(16).toUpperCase().padStart(2, "0")}` : encodeURIComponent(unit);
  });
