/** How well the text around a range fits a remembered context. */
import { CONTEXT, type Context } from "./anchor.ts";
import { isBlank, type Range } from "./blanks.ts";
import { likenessOf } from "./likeness.ts";

/** A context that ends at the edge of the page fits the edge of the page as well as this many equal units. */
const EDGE = 16;

/** Equal units next to the range: at most `CONTEXT` on each side, where a run of blanks counts as one. */
export type Fit = { readonly left: number; readonly right: number; readonly exact: number };

export function fitOf(text: string, range: Range, { before, after }: Context): Fit {
  const left = countEqual(text, range.from - 1, before, before.length - 1, -1);
  const right = countEqual(text, range.to, after, 0, 1);
  const isFirst = before.trim() === "" && isBlankBetween(text, range.from - CONTEXT, range.from);
  const isLast = after.trim() === "" && isBlankBetween(text, range.to, range.to + CONTEXT);
  return { left, right, exact: left + right + (isFirst ? EDGE : 0) + (isLast ? EDGE : 0) };
}

/** Like `exact`, but one reworded character does not hide all that lies behind it. */
export function scoreOf(text: string, range: Range, context: Context): number {
  const { left, right, exact } = fitOf(text, range, context);
  if (left + right >= 100) return exact;
  const before = text.slice(Math.max(0, range.from - context.before.length), range.from);
  const after = text.slice(range.to, range.to + context.after.length);
  return Math.max(exact, (CONTEXT / 2) * (likenessOf(context.before, before) + likenessOf(context.after, after)));
}

const isBlankBetween = (text: string, from: number, to: number): boolean =>
  text.slice(Math.max(0, from), to).trim() === "";

/** Counts equal units from two offsets on, forwards or backwards. */
function countEqual(text: string, from: number, context: string, start: number, step: 1 | -1): number {
  let [at, i, count] = [from, start, 0];
  const isIn = () => at >= 0 && at < text.length && i >= 0 && i < context.length;
  while (isIn() && count < CONTEXT) {
    const [here, there] = [text.charCodeAt(at), context.charCodeAt(i)];
    if (isBlank(here) && isBlank(there)) {
      at = skipBlanks(text, at, step);
      i = skipBlanks(context, i, step);
    } else if (here === there) {
      at += step;
      i += step;
    } else break;
    count++;
  }
  return count;
}

function skipBlanks(text: string, from: number, step: 1 | -1): number {
  let at = from;
  while (at >= 0 && at < text.length && isBlank(text.charCodeAt(at))) at += step;
  return at;
}
