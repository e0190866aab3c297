import { expect, test } from "vitest";
import { completeAddress, editLink, insertLink, linkAt, linkOver, openable, pageIdOf, removeLink } from "./links.ts";
import { after, stateOf } from "./testing.ts";

test.each([
  ["a link", "a [b‸](c) d", "link", "c"],
  ["a link in angle brackets", "[b‸](<c d>)", "link", "c d"],
  ["a mention", "@[Bo‸](user:1)", "mention", "user:1"],
  ["a reference", "[b‸][c]\n\n[c]: d", "reference", ""],
  ["a bare URL", "see https://a.b/‸c now", "bare", "https://a.b/c"],
  ["a URL in angle brackets", "<https://a.b/‸c>", "bare", "https://a.b/c"],
])("finds %s at the caret", (_, text, kind, address) => {
  const state = stateOf(text);
  expect(linkAt(state, state.selection.main.head)).toMatchObject({ kind, address });
});

test.each(["a‸ [b](c)", "`[b‸](c)`", "![b‸](c)", "```\n[b‸](c)\n```"])("finds no link in %s", (text) => {
  const state = stateOf(text);
  expect(linkAt(state, state.selection.main.head)).toBeNull();
});

test.each([
  ["words", "a «b c» d", "a [b c](https://x.y/)‸ d"],
  ["the word at the caret", "a b‸c", "a [bc](https://x.y/)‸"],
  ["marked words", "a «**b**»", "a [**b**](https://x.y/)‸"],
  ["no selection that contains a link", "a «b [c](d)»", "a «b [c](d)»"],
  ["no selection over two lines", "«a\nb»", "«a\nb»"],
])("turns %s into a link", (_, before, expected) => {
  expect(after(before, (state) => linkOver(state, "https://x.y/"))).toBe(expected);
});

test("writes URLs so that Markdown reads them unchanged", () => {
  const written = (address: string) => after("‸", (state) => insertLink(state, "a", address));
  expect(written("https://x.y/a_(b)")).toBe("[a](https://x.y/a_(b))‸");
  expect(written("https://x.y/a(b")).toBe("[a](<https://x.y/a(b>)‸");
  expect(written("a b")).toBe("[a](<a b>)‸");
});

test.each([
  ["example.com", "https://example.com"],
  ["docs.example.com:8080/a?b#c", "https://docs.example.com:8080/a?b#c"],
  ["bücher.example/ü", "https://bücher.example/ü"],
  ["ann@example.com", "mailto:ann@example.com"],
  ["https://example.com", "https://example.com"],
  ["/pages/1", "/pages/1"],
  ["#part", "#part"],
  ["mailto:a@b.example", "mailto:a@b.example"],
  ["javascript:alert(1)", "javascript:alert(1)"],
  ["two words.com", "two words.com"],
])("completes the typed URL %s to %s", (typed, address) => {
  expect(completeAddress(typed)).toBe(address);
});

test("edits only the URL or the words of a link", () => {
  const edit = (before: string, text: string | null, address: string) =>
    after(before, (state) => {
      const link = linkAt(state, state.selection.main.head);
      return link && editLink(link, text, address);
    });
  expect(edit('a [**b‸**](c "t") d', null, "e")).toBe("a [**b‸**](e) d");
  expect(edit("[b‸](c)", "x]y", "c")).toBe("[x\\]y‸](c)");
  expect(edit("[b‸](c)", null, "c")).toBe("[b‸](c)");
  expect(edit("https://a.b‸", "words", "https://a.b")).toBe("[words](https://a.b)‸");
});

test("removes a link and keeps its words", () => {
  const remove = (before: string) =>
    after(before, (state) => {
      const link = linkAt(state, state.selection.main.head);
      return link && removeLink(state, link);
    });
  expect(remove("a [**b**‸](c)")).toBe("a ‸**b**");
  expect(remove("@[Bo‸](user:1)")).toBe("‸Bo");
});

test("recognizes links to Octavo pages", () => {
  expect(["page:1", "/pages/1#a", "user:1", "https://a.b/pages/1"].map(pageIdOf)).toEqual(["1", "1", null, null]);
});

test("opens web and local URLs, but none that a browser would execute", () => {
  expect(["https://a.b", "mailto:a@b.c", "/pages/1", "page:1", "#part", "www.a.b"].map(openable)).toEqual([
    "https://a.b",
    "mailto:a@b.c",
    "/pages/1",
    "/pages/1",
    "#part",
    "https://www.a.b",
  ]);
  expect(
    ["javascript:alert(1)", " javascript:alert(1)", "data:text/html,a", "//a.b", "user:1", ""].map(openable),
  ).toEqual(Array.from({ length: 6 }, () => null));
});
