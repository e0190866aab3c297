/** Printing of texts that are too large, too deeply nested or that fail to render: all words are still shown. */
import { h, options } from "preact";
import { renderToString } from "preact-render-to-string";
import { afterEach, expect, test, vi } from "vitest";
import { hostileNames, hostileText } from "../../../../test/support/hostile-markdown.ts";
import "../../views/html.ts";
import type * as callouts from "./callouts.ts";
import { DocumentPrint } from "./print.tsx";
import type * as tables from "./table-model.ts";

const failing = vi.hoisted(() => ({ model: false, render: false, place: false }));

vi.mock("./table-model.ts", async (load) => {
  const real = await load<typeof tables>();
  return {
    ...real,
    tableModel(source: string) {
      if (failing.model) throw new Error("no model");
      return real.tableModel(source);
    },
    rowsOf(model: Parameters<typeof real.rowsOf>[0]) {
      if (failing.render) throw new Error("no rows");
      return real.rowsOf(model);
    },
  };
});

vi.mock("./callouts.ts", async (load) => {
  const real = await load<typeof callouts>();
  return {
    ...real,
    calloutOf(line: string) {
      if (failing.place) throw new Error("no callout");
      return real.calloutOf(line);
    },
  };
});

afterEach(() => Object.assign(failing, { model: false, render: false, place: false }));

const print = (text: string): string => renderToString(h(DocumentPrint, { text }));

const wordsIn = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"');

function deepest(html: string): number {
  let [level, most] = [0, 0];
  for (const [, slash] of html.matchAll(/<(\/?)(?!br|img|input)[a-z0-9]+(?:"[^"]*"|[^">])*>/g)) {
    level += slash === "/" ? -1 : 1;
    most = Math.max(most, level);
  }
  return most;
}

test("renders on the Worker with error boundaries enabled", () => {
  expect(options).toMatchObject({ errorBoundaries: true });
});

test.each(["model", "render", "place"] as const)("prints a block as plain text when its %s fails", (part) => {
  failing[part] = true;
  const html = print("before *one*\n\n> > | a | b |\n> > |---|---|\n> > | c | d |\n\nafter *two*");
  expect(html).toContain("before <em>one</em>");
  expect(html).toContain("after <em>two</em>");
  for (const cell of ["a", "b", "c", "d"]) expect(wordsIn(html)).toMatch(new RegExp(`\\b${cell}\\b`));
});

test.each(hostileNames)("prints hostile text between other text, at most a hundred levels deep: %s", (name) => {
  const html = print(`first\n\n${hostileText(name, 8_000)}\n\nlast`);
  expect(wordsIn(html)).toMatch(/first[^]*last/);
  // A list item takes two elements, and inline nesting may be as deep as block nesting.
  expect(deepest(html)).toBeLessThan(320);
});

test.each(["> ", "- ", "1. ", "**", "*a ", "[", "![", "~~a", "==a ", "> - ", "[^a]: "])(
  "prints the last word and the next block after three thousand repetitions of %j",
  (unit) => {
    const html = print(`${unit.repeat(3000)}word\n\n# Next`);
    expect(wordsIn(html)).toContain("word");
    expect(html).toMatch(/<h2[^>]*><span class="cm-line md-h md-h1">Next/);
  },
);

test("prints half a megabyte of small blocks up to the budget, and the rest as source text", () => {
  for (const block of ["- item\n", "word\n\n", "*a* ", "a|b\n-|-\n", "# a\n", "> a\n\n", "<b>\n"]) {
    const text = `${block.repeat(Math.ceil(500_000 / block.length))}\n**last**`;
    const html = print(text);
    expect(html.split("<").length).toBeLessThan(700_000);
    expect(html).toContain("**last**");
    expect(wordsIn(html).replaceAll(/[^a-z]/g, "").length).toBeGreaterThanOrEqual(
      text.replaceAll(/[^a-z]/g, "").length * (block.startsWith("<") ? 0.9 : 1),
    );
  }
});

test("prints a long ordinary document completely formatted", () => {
  const text = "A line of words, with *emphasis* and a [link](https://example.com/page).\n".repeat(5000);
  expect(print(text).match(/<em>/g)).toHaveLength(5000);
});

test("prints only the written cells of a wide table with short rows", () => {
  const html = print(hostileText("a wide table of short rows", 30_000));
  expect(html.match(/<t[dh]/g)?.length).toBeLessThan(20_000);
  expect(print("|a|b|\n|-|-|\n|c|").match(/<td/g)).toHaveLength(2);
});
