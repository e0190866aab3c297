import { expect, test } from "vitest";
import { compose } from "./compose.ts";

const page = (client: string, title: string, text: string): string =>
  `<html><head><title>${title}</title></head><body><aside>Side</aside><main id="main" data-client="${client}">${text}</main><p></p></body></html>`;

test("a view takes the place of the one in a document, with its title", () => {
  expect(compose(page("/a.js", "One", "first"), page("/a.js", "Two $& $1", "second $& $1"))).toBe(
    page("/a.js", "Two $& $1", "second $& $1"),
  );
});

test("a view of another deployment is not put into a document that runs an older script", () => {
  expect(compose(page("/a.js", "One", "first"), page("/b.js", "Two", "second"))).toBeNull();
});

test("what holds no view, the page of a refusal for instance, is not composed", () => {
  expect(compose(page("/a.js", "One", "first"), "<html><title>No</title></html>")).toBeNull();
  expect(compose("<html><title>No</title></html>", page("/a.js", "One", "first"))).toBeNull();
});
