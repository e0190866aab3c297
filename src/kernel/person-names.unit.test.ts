/** Finding people by name. */
import { expect, test } from "vitest";
import { hasWords, wordsIn, wordsOfPerson } from "./person-names.ts";

test("a name is found without its accents, capitals and width, and by the letters that stand for its own", () => {
  for (const [name, query] of [
    ["José", "jose"],
    ["JOSE\u0301", "josé"],
    ["Søren", "soren"],
    ["Łukasz", "lukasz"],
    ["Strauß", "strauss"],
    ["Æthelred", "aethelred"],
    ["ﬁona", "fiona"],
    ["ｊｏｓｅ", "jose"],
    ["ﾀﾅｶ", "タナカ"],
    ["한국", "한국"],
  ] as const)
    expect(hasWords([name], wordsIn(query)), name).toBe(true);
});

test("words are letters and digits; whatever lies between them parts them", () => {
  expect(wordsIn("Ann-Marie  O'Neil, R2D2.")).toEqual(["ann", "marie", "o", "neil", "r2d2"]);
  expect([wordsIn(""), wordsIn(" –·!")]).toEqual([[], []]);
});

test("a person is found by each word of each of their names, once", () => {
  expect(wordsOfPerson(["Ann Lee", null, "lee@work Ann"])).toEqual(["ann", "lee", "work"]);
  expect(wordsOfPerson([null])).toEqual([]);
});

test("in scripts without spaces a search may begin at any sign", () => {
  expect(wordsOfPerson(["山田太郎"])).toEqual(["山田太郎", "田太郎", "太郎", "郎"]);
  for (const [name, last] of [
    ["さくら", "ら"],
    ["サクラ", "ラ"],
    ["김철수", "수"],
    ["สมชัย", "ย"],
    ["ສົມສັກ", "ກ"],
  ] as const)
    expect(wordsOfPerson([name]).at(-1)).toBe(last);
  expect(wordsOfPerson(["Иван"])).toEqual(["иван"]);
});

test("a long name gives at most 48 words, of at most 64 characters, and endings of its first 20 signs", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const many = Array.from({ length: 60 }, (_, i) => `${letters[i % 26]}${letters[Math.floor(i / 26)]}`);
  expect(wordsOfPerson([many.join(" ")])).toEqual(many.slice(0, 48));
  expect(wordsOfPerson(["x".repeat(65)])).toEqual(["x".repeat(64)]);
  const signs = Array.from({ length: 25 }, (_, i) => String.fromCodePoint(0x4e00 + i));
  const endings = wordsOfPerson([signs.join("")]);
  expect([endings.length, endings[0], endings.at(-1)]).toEqual([20, signs.slice(0, 20).join(""), signs[19]]);
});

test("each word of a query starts a word of one of the names", () => {
  const names = ["Ann-Marie O'Neil", null, "山田太郎"];
  for (const query of ["", "ann", "nei mar", "太郎"]) expect(hasWords(names, wordsIn(query)), query).toBe(true);
  for (const query of ["eil", "ann bo"]) expect(hasWords(names, wordsIn(query)), query).toBe(false);
});
