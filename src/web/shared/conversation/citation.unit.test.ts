/** Citations in answers are links to lines of a page. */
import { expect, test } from "vitest";
import { citationIn, isStillThere, linesIn } from "./citation.ts";

test("reads the lines of a fragment", () => {
  expect(linesIn("#L3")).toEqual({ first: 3, last: 3 });
  expect(linesIn("#L3-L5")).toEqual({ first: 3, last: 5 });
  expect(linesIn("#L5-3")).toEqual({ first: 5, last: 5 });
  for (const other of ["", "#L", "#L0", "#Lines", "#L3-x", "#heading"]) expect(linesIn(other)).toBeNull();
});

test("reads a citation with the quoted words", () => {
  const address = "/pages/a-1?revision=7#L3-L5";
  expect(citationIn(`[1](${address} "the \\"quoted\\" words")`, address)).toEqual({
    pageId: "a-1",
    first: 3,
    last: 5,
    revision: 7,
    quote: 'the "quoted" words',
  });
  expect(citationIn(`[1](${address} 'single')`, address)?.quote).toBe("single");
  expect(citationIn(`[1](${address})`, address)?.quote).toBe("");
  expect(citationIn("[1](/pages/a#L1)", "/pages/a#L1")?.revision).toBeNull();
});

test("takes no other link for a citation", () => {
  for (const address of ["/pages/a", "/pages/a/b#L1", "https://evil.example/pages/a#L1", "//evil.example/pages/a#L1"])
    expect(citationIn(`[1](${address})`, address)).toBeNull();
});

test("finds quoted words whatever their markup", () => {
  expect(isStillThere(["We start on **12 March**,", "in `Hall 4`."], "on 12 march, in Hall 4")).toBe(true);
  expect(isStillThere(["We start on 13 March."], "on 12 March")).toBe(false);
});
