/**
 * Response size limits: clients pay for every token they read, and reject or truncate longer responses. Tokens are
 * estimated from the text alone, and rather overestimated: a lower-case letter or a space is a third of a token, a
 * digit two thirds, a capital or a symbol four fifths, and each UTF-16 unit outside ASCII one and a half, which is the
 * most that CJK needs on average and twice what accented Latin needs.
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

/** Estimated tokens of a value serialized as JSON. */
export const tokensOf = (value: unknown): number => estimateTokens(JSON.stringify(value));

/** Where a part that starts at `from` must end to fit in `tokens`: at least one character later, and never inside one. */
export function endWithinBudget(text: string, from: number, tokens: number): number {
  let cents = tokens * 100;
  let end = from;
  // Quotes, backslashes and line breaks are escaped in a response.
  while (end < text.length && (cents -= centsAt(text, end) + (/["\\\n\t]/.test(text.charAt(end)) ? 80 : 0)) >= 0)
    end += 1;
  const isInside = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && end < text.length;
  return Math.max(
    isInside ? end - 1 : end,
    Math.min(text.length, from + (/[\uD800-\uDBFF]/.test(text.charAt(from)) ? 2 : 1)),
  );
}

/** The response with as many entries as fit, at most `limit`. */
export async function fitList<A>(limit: number, load: (limit: number) => Promise<A>): Promise<A> {
  for (let count = limit; ;) {
    const answer = await load(count);
    const tokens = tokensOf(answer);
    if (tokens <= MAX_TOKENS || count === 1) return answer;
    count = Math.max(1, Math.floor((count * MAX_TOKENS * 0.9) / tokens));
  }
}

const SHORT_TITLE = 30;

/** Shortens the titles if the rows would not fit otherwise: the caller named the pages and has their ids. */
export const fitTitles = <R extends { readonly title: string }>(rows: readonly R[]): R[] =>
  tokensOf(rows) <= MAX_TOKENS - 1_000
    ? [...rows]
    : rows.map((row) => ({ ...row, title: shorten(row.title, SHORT_TITLE) }));

/** Truncates to `max` UTF-16 units including the ellipsis, without splitting a surrogate pair. */
export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
