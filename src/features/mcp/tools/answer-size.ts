/**
 * How much an answer may hold: whatever reads it pays for every token, and clients refuse or cut what is longer.
 *
 * Tokens are estimated from the text alone, rather too high than too low: a lower-case letter or a space is a third of a
 * token, a digit two thirds, a capital or a sign four fifths, and every UTF-16 unit outside ASCII one and a half, which is
 * what CJK takes at most on the average and twice what accented Latin does.
 */
export const MAX_TOKENS = 25_000;

const CENTS = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z ]/.test(character)) return 34;
  return /\d/.test(character) ? 67 : 80;
});
const OTHER_CENTS = 150;

const centsAt = (text: string, at: number): number => CENTS[text.charCodeAt(at)] ?? OTHER_CENTS;

export function estimateTokens(text: string): number {
  let cents = 0;
  for (let at = 0; at < text.length; at += 1) cents += centsAt(text, at);
  return Math.ceil(cents / 100);
}

/** Tokens of a value as an answer writes it. */
export const tokensOf = (value: unknown): number => estimateTokens(JSON.stringify(value));

/** Where a part of the text that begins at `from` ends to take at most `tokens`; at least one character on, never inside one. */
export function endWithin(text: string, from: number, tokens: number): number {
  let cents = tokens * 100;
  let end = from;
  // Quotes, backslashes and line ends are escaped in an answer.
  while (end < text.length && (cents -= centsAt(text, end) + (/["\\\n\t]/.test(text.charAt(end)) ? 80 : 0)) >= 0)
    end += 1;
  const isInside = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && end < text.length;
  return Math.max(
    isInside ? end - 1 : end,
    Math.min(text.length, from + (/[\uD800-\uDBFF]/.test(text.charAt(from)) ? 2 : 1)),
  );
}

/** The answer with as many entries as fit, of at most `limit`. */
export async function fitList<A>(limit: number, load: (limit: number) => Promise<A>): Promise<A> {
  for (let count = limit; ;) {
    const answer = await load(count);
    const tokens = tokensOf(answer);
    if (tokens <= MAX_TOKENS || count === 1) return answer;
    count = Math.max(1, Math.floor((count * MAX_TOKENS * 0.9) / tokens));
  }
}

const SHORT_TITLE = 30;

/** The rows with their titles cut if they are too many otherwise: the caller named the pages and has their ids. */
export const fitTitles = <R extends { readonly title: string }>(rows: readonly R[]): R[] =>
  tokensOf(rows) <= MAX_TOKENS - 1_000
    ? [...rows]
    : rows.map((row) => ({ ...row, title: shorten(row.title, SHORT_TITLE) }));

/** At most `max` UTF-16 units, with an ellipsis in place of the rest; never half a character. */
export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
