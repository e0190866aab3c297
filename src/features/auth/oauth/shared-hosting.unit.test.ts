/** Shared hosting, as the private section of the Public Suffix List defines it. */
import { expect, test } from "vitest";
import { parse } from "tldts";
import { SHARED_SUFFIXES, sharedSuffixOf } from "./shared-hosting.ts";

/** Domains with many list entries, by region or product. */
const WITH_MANY_PARTS: Readonly<Record<string, string>> = {
  "amazonaws.com": "s3.eu-central-1.amazonaws.com",
  "on.aws": "lambda-url.us-east-1.on.aws",
  "fastly.net": "freetls.fastly.net",
  "scw.cloud": "functions.fnc.fr-par.scw.cloud",
  "linodeusercontent.com": "ip.linodeusercontent.com",
};

const isPrivate = (host: string): boolean => parse(host, { allowPrivateDomains: true }).isPrivate === true;

test.each([...SHARED_SUFFIXES])("lists %s, which is in the private section of the public suffix list", (suffix) => {
  expect(isPrivate(`somebody.${WITH_MANY_PARTS[suffix] ?? suffix}`)).toBe(true);
  expect(sharedSuffixOf(`somebody.${suffix}`)).toBe(suffix);
});

test.each([
  ["a.b.pages.dev", "pages.dev"],
  ["someone.github.io:8443", "github.io"],
  ["bucket.s3.eu-central-1.amazonaws.com", "amazonaws.com"],
  ["github.io", "github.io"],
])("recognizes %s as hosted on %s", (host, suffix) => {
  expect(sharedSuffixOf(host)).toBe(suffix);
});

test.each([
  "app.example",
  "app.example.co.uk",
  "claude.ai",
  "notpages.dev",
  "pages.dev.example",
  "github.com",
  "localhost",
])("treats %s as a host of its own", (host) => {
  expect(sharedSuffixOf(host)).toBeNull();
  expect(isPrivate(host)).toBe(false);
});
