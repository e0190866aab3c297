/** The emoji that are offered, and what a search finds among them. */
import { expect, test } from "vitest";
import { toEmoji } from "../../../kernel/emoji.ts";
import * as ar from "../../../words/ar/emoji-list.ts";
import * as de from "../../../words/de/emoji-list.ts";
import * as en from "../../../words/en/emoji-list.ts";
import { findEmoji, type Group, GROUPS, readEmoji, withTone } from "./emoji-list.ts";

const groups = readEmoji();
const all = groups.flatMap(({ emoji }) => emoji);
const find = (typed: string) => findEmoji(groups, typed, 5).map(({ emoji }) => emoji);

test("the service accepts every emoji that is offered, with every skin tone", () => {
  const signs = all.flatMap((emoji) => ["", "🏻", "🏼", "🏽", "🏾", "🏿"].map((tone) => withTone(emoji, tone)));
  expect(signs.filter((sign) => toEmoji(sign) !== sign)).toEqual([]);
  expect(all.length).toBeGreaterThan(1_800);
  expect(new Set(all.map(({ emoji }) => emoji)).size).toBe(all.length);
});

test("every language has a name for the same emoji", () => {
  const signsOf = (words: Readonly<Record<Group, string>>) =>
    GROUPS.flatMap((group) => words[group].split("\n")).map((line) => line.split("|"));
  for (const words of [en, de, ar]) {
    const lines = signsOf(words);
    expect(lines.map(([sign]) => sign)).toEqual(signsOf(en).map(([sign]) => sign));
    expect(lines.filter(([, name = ""]) => name === "")).toEqual([]);
  }
});

test("adds a skin tone only where an emoji has one", () => {
  expect(withTone({ emoji: "👋", takesTone: true }, "🏽")).toBe("👋🏽");
  expect(withTone({ emoji: "✌️", takesTone: true }, "🏽")).toBe("✌🏽");
  expect(withTone({ emoji: "👩‍💻", takesTone: true }, "🏿")).toBe("👩🏿‍💻");
  expect(withTone({ emoji: "🎯", takesTone: false }, "🏽")).toBe("🎯");
  const waving = all.find(({ emoji }) => emoji === "👋");
  expect(waving?.takesTone).toBe(true);
});

test("finds emoji by the beginnings of words of their name or keywords, by name first", () => {
  expect(find("rocket")[0]).toBe("🚀");
  expect(find("light bu")[0]).toBe("💡");
  expect(find("idea")).toContain("💡");
  expect(find("BULL eye")).not.toContain("🚀");
  expect(find("syria")).toEqual(["🇸🇾"]);
  expect(find("  ")).toEqual([]);
  expect(find("qqqq")).toEqual([]);
});
