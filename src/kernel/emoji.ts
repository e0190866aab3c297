/** Emoji that a page can have as its icon. */

/** In UTF-16 units. The longest emoji that Unicode recommends for interchange has 15. */
export const MAX_EMOJI_LENGTH = 32;

const EMOJI = /^\p{RGI_Emoji}$/v;

/** The emoji, with the variation selector that a lone character needs to be shown in color; null for any other text. */
export function toEmoji(text: string): string | null {
  if (text.length > MAX_EMOJI_LENGTH) return null;
  return [text, `${text}\u{FE0F}`].find((each) => EMOJI.test(each)) ?? null;
}
