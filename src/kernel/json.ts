/** Parsing of untrusted JSON, with a limit on nesting. */

/** A structure of 64 levels of pages nests 130 deep; everything else only a few levels. */
export const MAX_NESTING = 256;

export class TooDeep extends Error {}

/**
 * Throws TooDeep before parsing, and SyntaxError for invalid JSON. `JSON.parse` accepts any depth, using several times the
 * text's size in memory, and any recursive walk of the value then overflows the stack.
 */
export function parseJson(text: string): unknown {
  if (nestsDeeperThan(MAX_NESTING, text)) throw new TooDeep(`nests deeper than ${MAX_NESTING} levels`);
  return JSON.parse(text);
}

/** True only if arrays and objects nest more than `levels` deep. For invalid JSON the result is arbitrary. */
export function nestsDeeperThan(levels: number, text: string): boolean {
  if (text.length <= levels || opens(text, levels) <= levels) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        if (at === -1) return false;
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1;
        if (depth > levels) return true;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
    }
  }
  return false;
}

/** Number of opening brackets, inside strings or not; stops after `enough`. Uses the native `indexOf`. */
function opens(text: string, enough: number): number {
  let count = 0;
  for (const bracket of ["[", "{"])
    for (let at = text.indexOf(bracket); at !== -1 && count <= enough; at = text.indexOf(bracket, at + 1)) count += 1;
  return count;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Also uses the native `indexOf`: a large body consists mostly of page text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}
