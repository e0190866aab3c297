import { expect, test } from "vitest";
import { compose } from "./compose.ts";

const page = (client: string, title: string, text: string): string =>
  `<html><head><title>${title}</title></head><body><aside>Side</aside><main id="main" data-client="${client}">${text}</main><p></p></body></html>`;

test("replaces the view and title of a document", () => {
  expect(compose(page("/a.js", "One", "first"), page("/a.js", "Two $& $1", "second $& $1"))).toBe(
    page("/a.js", "Two $& $1", "second $& $1"),
  );
});

test("does not put a view of another deployment into a document with older scripts", () => {
  expect(compose(page("/a.js", "One", "first"), page("/b.js", "Two", "second"))).toBeNull();
});

test("does not compose a response without a view, such as an error page", () => {
  expect(compose(page("/a.js", "One", "first"), "<html><title>No</title></html>")).toBeNull();
  expect(compose("<html><title>No</title></html>", page("/a.js", "One", "first"))).toBeNull();
});
