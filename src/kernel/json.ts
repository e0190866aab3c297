/** JSON that somebody else wrote: parsed only as deep as anything of ours nests. */

/** A structure of 64 levels of pages has 130; everything else has a handful. */
export const MAX_NESTING = 256;

export class TooDeep extends Error {}

/**
 * Throws TooDeep before it parses, SyntaxError for what is no JSON. `JSON.parse` takes any depth, at several times the
 * text's size in memory, and whatever then walks the value by recursion overflows the stack.
 */
export function parseJson(text: string): unknown {
  if (nestsDeeperThan(MAX_NESTING, text)) throw new TooDeep(`nests deeper than ${MAX_NESTING} levels`);
  return JSON.parse(text);
}

/** True only if arrays and objects stand in more than `levels` others; what is no JSON may be either. */
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

/** How many brackets open anywhere, in strings or not; stops when there are more than `enough`. Searched natively. */
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

/** Searched natively, too: nearly all of a large body is the text of a page. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}
