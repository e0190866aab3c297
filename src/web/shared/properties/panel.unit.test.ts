import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { readSchema } from "../../../formats/properties/schema.ts";
import { DocumentPrint } from "../document/print.tsx";
import { NO_SCOPE, type PropertyScope } from "./context.ts";
import { WithProperties } from "./panel.tsx";

const SCHEMA = readSchema("---\nproperties:\n  Status:\n    - To do\n    - Done, green\n  Budget: number, EUR\n---\n");

const print = (text: string, scope: Partial<PropertyScope> = {}): string =>
  renderToString(
    h(WithProperties, { scope: { ...NO_SCOPE, schema: SCHEMA, ...scope }, children: h(DocumentPrint, { text }) }),
  );

/** Text of elements with a class, without markup. */
const textsOf = (html: string, className: string): string[] =>
  [...html.matchAll(new RegExp(`class="[^"]*\\b${className}\\b[^"]*"[^>]*>(.*?)</(?:div|pre|span)>`, "gs"))].map(
    ([, inner = ""]) => inner.replaceAll(/<[^>]*>/g, ""),
  );

const TEXT = "---\nStatus: done\nBudget: many\nextra: &x\nStatus: Done\n---\nText.\n";

test("prints properties by their declared types, and lines that are not understood as written", () => {
  const html = print(TEXT);
  expect(html).toContain('data-source-lines="6"');
  expect(textsOf(html, "prop-chip")).toEqual(["Done"]);
  expect(html).toContain("Does not fit the type “Number”");
  expect(textsOf(html, "prop-raw")).toEqual(["extra: &amp;x"]);
  expect(html).not.toContain("<button");
  expect(html.match(/data-key="Status"/g)).toHaveLength(1);
});

test("prints controls for users who may write, and no declarations of a folder", () => {
  expect(print(TEXT, { writes: true })).toContain('data-prop="edit"');
  const folder = "---\nproperties:\n  Due: date\n---\nText.\n";
  expect(print(folder, { hides: ["properties"], writes: true })).toContain('<div class="md-properties" data-source-lines="4"></div>'); // oxfmt-ignore
  expect(textsOf(print(folder), "prop-raw")).toEqual(["properties:\n  Due: date"]);
});

test("escapes values, and makes no link to an address that runs code", () => {
  const html = print('---\na: "<b>x</b>"\nb: "javascript:alert(1)"\nc: https://example.com/?q="x\n---\n');
  expect(html).toContain("&lt;b>x&lt;/b>");
  expect(html).not.toContain('href="javascript');
});

test.each(["---\n\n---\nText.\n", "---\n---\nText.\n"])("prints two rules at the start of %j, and no panel", (text) => {
  const html = print(text, { writes: true });
  expect(html).not.toContain("md-properties");
  expect(html.match(/\bmd-rule[ "]/g)).toHaveLength(2);
});

test("prints the lines where no panel is provided, one element for each", () => {
  const html = renderToString(h(DocumentPrint, { text: TEXT }));
  expect(html.match(/cm-line md-raw/g)).toHaveLength(6);
  expect(html).not.toContain("md-properties");
});
