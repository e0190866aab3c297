/** Emoji are one character as a person sees it, however many code points that takes. */
import { expect, test } from "vitest";
import { MAX_EMOJI_LENGTH, toEmoji } from "./emoji.ts";

test.each(["🎯", "👍🏽", "👩‍💻", "🏳️‍🌈", "🇸🇾", "1️⃣", "❤️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👨🏻‍❤️‍💋‍👨🏿"])("accepts %s", (emoji) => {
  expect(toEmoji(emoji)).toBe(emoji);
  expect(emoji.length).toBeLessThanOrEqual(MAX_EMOJI_LENGTH);
});

test("adds the variation selector to a character that is otherwise shown as text", () => {
  expect(toEmoji("❤")).toBe("❤️");
});

test.each(["", " ", "a", "1", "#", "🎯🎯", "🎯 ", "🇸", "‍", "️", "<b>", "🎯‍", "\u{E0067}", "é"])("rejects %j", (text) => {
  expect(toEmoji(text)).toBeNull();
});
