/** Detection of names that mix scripts, and of the parts that do. */
import { expect, test } from "vitest";
import { partsByScript } from "./mixed-scripts.ts";

/** The name with its odd parts in brackets. */
const marked = (name: string): string =>
  partsByScript(name)
    .map(({ text, isOdd }) => (isOdd ? `[${text}]` : text))
    .join("");

test.each([
  "Claude",
  "Notes 2.0 – für dich™ 🚀",
  "Zoë’s Café",
  "Заметки 2",
  "Σημειώσεις",
  "ملاحظات",
  "メモ帳 Notes",
  "笔记 Notes",
  "노트 Notes",
  "Notes ー メモ",
  "नोट्स",
  // The danda belongs to several Indian scripts; Cherokee is not in the table.
  "नोट्स।",
  "ᎣᏏᏲ",
  "2026-01-31 ab",
  "",
  "42 🚀",
])("finds no mixed scripts in %s", (name) => {
  expect(partsByScript(name).some(({ isOdd }) => isOdd)).toBe(false);
  expect(marked(name)).toBe(name);
});

test("finds no parts in an empty name", () => {
  expect(partsByScript("")).toEqual([]);
});

test.each([
  ["Cl\u0430ude", "Cl[\u0430]ude"],
  ["\u041ectavo", "[\u041e]ctavo"],
  ["Octav\u03bf", "Octav[\u03bf]"],
  ["\u0421\u0443rs\u043er", "\u0421\u0443[rs]\u043e[r]"],
  ["Octavo для команд", "[Octavo ]для команд"],
  // Cherokee letters look like Latin capitals, and Cherokee is not in the table of everyday scripts.
  ["\u13a0octavo", "[\u13a0]octavo"],
  ["メモ \u0430", "メモ [\u0430]"],
  ["G\u0585\u0585gle", "G[\u0585\u0585]gle"],
])("marks the mixed scripts in %s", (name, where) => {
  expect(marked(name)).toBe(where);
});
