/** Finding people by name. */
import { expect, test } from "vitest";
import { hasWords, wordsIn, wordsOfPerson } from "./person-names.ts";

test("finds a name regardless of accents, case and width, and by transliterated letters", () => {
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

test("splits names into words of letters and digits", () => {
  expect(wordsIn("Ann-Marie  O'Neil, R2D2.")).toEqual(["ann", "marie", "o", "neil", "r2d2"]);
  expect([wordsIn(""), wordsIn(" –·!")]).toEqual([[], []]);
});

test("indexes each word of all of a person's names once", () => {
  expect(wordsOfPerson(["Ann Lee", null, "lee@work Ann"])).toEqual(["ann", "lee", "work"]);
  expect(wordsOfPerson([null])).toEqual([]);
});

test("indexes every ending of a name in scripts without spaces", () => {
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

test("limits a name to 48 words of 64 characters and to the endings of its first 20 characters", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const many = Array.from({ length: 60 }, (_, i) => `${letters[i % 26]}${letters[Math.floor(i / 26)]}`);
  expect(wordsOfPerson([many.join(" ")])).toEqual(many.slice(0, 48));
  expect(wordsOfPerson(["x".repeat(65)])).toEqual(["x".repeat(64)]);
  const signs = Array.from({ length: 25 }, (_, i) => String.fromCodePoint(0x4e00 + i));
  const endings = wordsOfPerson([signs.join("")]);
  expect([endings.length, endings[0], endings.at(-1)]).toEqual([20, signs.slice(0, 20).join(""), signs[19]]);
});

test("requires each word of a query to start a word of a name", () => {
  const names = ["Ann-Marie O'Neil", null, "山田太郎"];
  for (const query of ["", "ann", "nei mar", "太郎"]) expect(hasWords(names, wordsIn(query)), query).toBe(true);
  for (const query of ["eil", "ann bo"]) expect(hasWords(names, wordsIn(query)), query).toBe(false);
});
