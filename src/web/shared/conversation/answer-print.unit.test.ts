/** Answers repeat what others may have put in front of a model, so they load nothing and say where their links lead. */
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import "../../views/html.ts";
import { DocumentPrint } from "../document/print.tsx";
import { ANSWER_PRINT } from "./answer-print.tsx";

const print = (text: string): string => renderToString(h(DocumentPrint, { text, variant: ANSWER_PRINT }));
const linksIn = (html: string): string[] => html.match(/<a\b[^>]*>/g) ?? [];

test("prints images as links, wherever they are", () => {
  const images = [
    "![Cat](/api/files/1/view)",
    "![Cat](https://evil.example/x.png)",
    "Text ![Cat](https://evil.example/x.png)",
    "> ![Cat](//evil.example/x.png)",
    "- ![Cat|100](/api/files/1/view)",
    "| a |\n| - |\n| ![Cat](/api/files/1/view) |",
    "![Cat][1]\n\n[1]: https://evil.example/x.png",
    "[![Cat](/api/files/1/view)](https://evil.example/)",
  ];
  for (const text of images) {
    const html = print(text);
    expect(html, text).not.toContain("<img");
    expect(html, text).toContain("Cat");
    expect(linksIn(html).length, text).toBeGreaterThan(0);
  }
});

test("names the host of every link to another site, and tells that site nothing", () => {
  for (const text of [
    "[Octavo](https://evil.example/a)",
    "[Octavo](//evil.example/a)",
    "<https://evil.example/a>",
    "https://evil.example/a",
    "[Octavo](https://octavo.example@evil.example/a)",
  ]) {
    const [link = ""] = linksIn(print(text));
    expect(link, text).toContain('data-host="evil.example"');
    expect(link, text).toMatch(/rel="noreferrer noopener[^"]*"/);
  }
  expect(linksIn(print("[Plan](/pages/a) [Mail](mailto:a@b.example)")).join("")).not.toContain("data-host");
});

test("shows citations as such, with the quoted words", () => {
  const [link = ""] = linksIn(print('See [1](/pages/a?revision=3#L4-L5 "the words").'));
  expect(link).toContain('class="md-cite"');
  expect(link).toContain('title="the words"');
  expect(linksIn(print("[1](/pages/a)"))[0]).not.toContain("md-cite");
});
