/** Response size limits: clients pay for every token they read, and reject or truncate longer responses. */
import { estimateTokens } from "../../../kernel/token-estimate.ts";

export const MAX_TOKENS = 25_000;

/** Estimated tokens of a value serialized as JSON. */
export const tokensOf = (value: unknown): number => estimateTokens(JSON.stringify(value));

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
