import { expect, test } from "vitest";
import { drawn } from "./cell-language.ts";

const places = (text: string): string[] => {
  const found: string[] = [];
  drawn(text).between(0, text.length, (from, to) => void found.push(`${from} ${text.slice(from, to)}`));
  return found;
};

test("hides pipe escapes and shows <br> as a line break in a cell, except in code", () => {
  expect(places("a\\|b<br>c")).toEqual(["1 \\", "4 <br>"]);
  expect(places("`a<br>b` c<BR/>d")).toEqual(["10 <BR/>"]);
  expect(places("`a\\|b` \\<br> `c<br>")).toEqual(["2 \\", "15 <br>"]);
});
