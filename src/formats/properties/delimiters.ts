/** Where front matter begins and ends, without reading its properties: all that a parser of Markdown needs. Pure. */

/** Offsets in UTF-16 code units; `to` is exclusive. */
export type Span = { readonly from: number; readonly to: number };

/** In UTF-16 code units. */
export const MAX_FRONT_MATTER = 64 * 1024;

/** No plain scalar starts like this in YAML. */
export const INDICATOR = /^(?:[&*!|>{}[\]%@`,"'#]|[-?:](?:\s|$))/;

/** The line, and the offset of the next one, which is beyond the text's end after the last line. */
export function lineAt(text: string, at: number): readonly [line: string, next: number] {
  const feed = text.indexOf("\n", at);
  const end = feed === -1 ? text.length : feed;
  return [text.slice(at, end), end + 1];
}

/**
 * The lines between a first line `---` and the next such line or `...` (YAML 1.2 §9.1); with another `mark`, between
 * two lines of that. Null without them. `start` is where the text begins.
 */
export function delimited(text: string, start = 0, mark = "---"): (Span & { readonly end: number }) | null {
  const [first, from] = lineAt(text, start);
  if (first.trimEnd() !== mark || from > text.length) return null;
  for (let at = from; at < text.length;) {
    const [line, next] = lineAt(text, at);
    const own = line.trimEnd();
    if (own === mark || (own === "..." && mark === "---")) return { from, to: at, end: Math.min(next, text.length) };
    at = next;
  }
  return null;
}

/** The lines of front matter; null for a text without, such as two rules with prose or nothing between them. */
export function spanOfMatter(text: string): (Span & { readonly end: number }) | null {
  if (!text.startsWith("---")) return null;
  const found = delimited(text);
  if (found === null) return null;
  const first = firstLine(text, found.from, found.to);
  return first !== null && keyEnd(first) >= 0 ? found : null;
}

/** The first line that is part of a property; null without any. */
function firstLine(text: string, from: number, to: number): string | null {
  for (let at = from; at < to;) {
    const [line, next] = lineAt(text, at);
    if (isContent(line)) return line.slice(0, MAX_FRONT_MATTER);
    at = next;
  }
  return null;
}

/** Blank lines and comments belong to no property. */
export const isContent = (line: string): boolean => !/^[ \t]*(?:#|$)/.test(line);

/** Length of the key as written at the start of `line`, without the colon; -1 if the line is not `key: value`. */
export function keyEnd(line: string): number {
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(?=[ \t]*:(?:\s|$))/.exec(line)?.[0];
  if (quoted !== undefined) return quoted.length;
  if (/^\s/.test(line) || INDICATOR.test(line)) return -1;
  const colon = line.search(/:(?:\s|$)/);
  const key = line.slice(0, Math.max(0, colon)).trimEnd();
  return key === "" || /\s#/.test(key) ? -1 : key.length;
}
