import { expect, test } from "vitest";
import { looksLikeBrowser } from "./browser.ts";

const looks = (headers: Record<string, string>): boolean => looksLikeBrowser(new Headers(headers));

test("recognizes a browser by a request for HTML or a specific language", () => {
  for (const headers of [
    { Accept: "text/html" },
    { Accept: "image/png, TEXT/HTML;q=0.9,*/*;q=0.8" },
    { Accept: "application/xhtml+xml,*/*" },
    { Accept: "*/*", "Accept-Language": "en-GB,en;q=0.9" },
    { "Accept-Language": "de" },
    { "Accept-Language": "" },
  ]) {
    expect(looks(headers), JSON.stringify(headers)).toBe(true);
  }
});

test("does not treat a request for any type and language as a browser", () => {
  for (const headers of [
    {},
    { Accept: "*/*" },
    { Accept: "application/json, text/plain, */*" },
    { Accept: "*/*", "Accept-Language": "*" },
    { Accept: "*/*", "Accept-Language": " * ", "User-Agent": "Mozilla/5.0" },
    { Accept: "xtext/html5" },
  ]) {
    expect(looks(headers), JSON.stringify(headers)).toBe(false);
  }
});
