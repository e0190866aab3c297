/**
 * Metadata before a file's text: YAML between lines of `---` (Jekyll, Obsidian, Hugo), TOML between lines of `+++`, or
 * one JSON object (Hugo). It stays in the text unchanged; only its title is used.
 */
import { parse as parseToml } from "smol-toml";
import { isScalar, parseDocument } from "yaml";
import { delimited, lineAt } from "../properties/front-matter.ts";

export type FrontMatter = {
  /** `text.slice(0, end)` is the front matter including its last line ending. */
  readonly end: number;
  readonly title: string | null;
  /** True if it cannot be parsed as the format it appears to be. */
  readonly isBroken: boolean;
};

/** In UTF-16 code units. Longer front matter is kept but not parsed, because YAML parsers take more than linear time. */
export const MAX_LENGTH = 20_000;
/** Maximum nesting of brackets that is passed to a parser. */
const MAX_NESTED = 100;

/** Null for a text without front matter. */
export function readFrontMatter(text: string): FrontMatter | null {
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const found = fenced(text, start) ?? jsonObject(text, start);
  if (found === null) return null;
  const { end, source, title } = found;
  if (source.length > MAX_LENGTH || isDeep(source)) return { end, title: null, isBroken: true };
  try {
    return { end, title: title(source), isBroken: false };
  } catch {
    return { end, title: null, isBroken: true };
  }
}

type Found = { readonly end: number; readonly source: string; readonly title: (source: string) => string | null };

/** YAML between lines of three dashes, or TOML between lines of three plus signs. */
function fenced(text: string, start: number): Found | null {
  const yaml = delimited(text, start);
  const found = yaml ?? delimited(text, start, "+++");
  return (
    found && { end: found.end, source: text.slice(found.from, found.to), title: yaml === null ? tomlTitle : yamlTitle }
  );
}

/** An object that begins on the first line, and ends with a brace at the start of a line. */
function jsonObject(text: string, start: number): Found | null {
  if (text[start] !== "{") return null;
  for (let at = start; at < text.length && at - start <= MAX_LENGTH;) {
    const [line, after] = lineAt(text, at);
    const isEnd = at === start ? /\}\s*$/.test(line) : line.trimEnd() === "}";
    const source = text.slice(start, at + line.length);
    // A text may begin with a brace for other reasons.
    if (isEnd) return isObject(source) ? { end: Math.min(after, text.length), source, title: jsonTitle } : null;
    at = after;
  }
  return null;
}

function isObject(source: string): boolean {
  try {
    return titled(JSON.parse(source)) !== null;
  } catch {
    return false;
  }
}

export function isDeep(source: string): boolean {
  let depth = 0;
  for (const character of source) {
    if (character === "[" || character === "{") depth++;
    else if (character === "]" || character === "}") depth--;
    if (depth > MAX_NESTED) return true;
  }
  return false;
}

/** Reads only the title, so that no alias is ever expanded. */
function yamlTitle(source: string): string | null {
  const document = parseDocument(source, {
    schema: "core",
    uniqueKeys: false,
    logLevel: "silent",
    prettyErrors: false,
  });
  const [error] = document.errors;
  if (error) throw error;
  const node = document.get("title", true) ?? document.get("Title", true);
  const scalar = isScalar(node) ? node : null;
  if (scalar === null) return null;
  // A title that looks like a number or date is used as written.
  const { value, source: written } = scalar;
  return typeof value === "string" ? value : value === null ? null : (written ?? null);
}

const tomlTitle = (source: string): string | null => titled(parseToml(source));

const jsonTitle = (source: string): string | null => titled(JSON.parse(source));

function titled(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { title = null, Title = null } = value as { title?: unknown; Title?: unknown };
  const own = title ?? Title;
  return typeof own === "string" ? own : typeof own === "number" || typeof own === "bigint" ? String(own) : null;
}
