/**
 * Estimates how many tokens a language model makes of a text, from the text alone and rather too many: a lower-case letter
 * or a space is a third of a token, a digit two thirds, a capital or a symbol four fifths, and each UTF-16 unit outside ASCII
 * one and a half, which is the most that CJK needs on average and twice what accented Latin needs.
 */
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
