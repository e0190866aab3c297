/** Work and tree depth when parsing hostile text. Steps are counted, because timings are unreliable on a busy machine. */
import type { Tree } from "@lezer/common";
import { expect, test } from "vitest";
import { hostileNames, hostileText } from "../../../test/support/hostile-markdown.ts";
import { inlinePieces, MAX_NESTED } from "./bounds.ts";
import { documentParser } from "./syntax.ts";

/** Counts the characters read one by one and the array elements moved during `work`. */
function stepsOf(work: () => void): number {
  let steps = 0;
  const [strings, arrays] = [String.prototype, Array.prototype];
  // oxlint-disable-next-line typescript/unbound-method -- called with the right `this` below
  const { charCodeAt } = strings;
  // oxlint-disable-next-line typescript/unbound-method -- as above
  const { splice, slice } = arrays;
  strings.charCodeAt = function charCodeAtCounted(this: string, at) {
    steps++;
    return charCodeAt.call(this, at);
  };
  arrays.splice = function spliceCounted(this: unknown[], ...args: unknown[]) {
    steps += this.length;
    return Reflect.apply(splice, this, args) as unknown[];
  };
  arrays.slice = function sliceCounted(this: unknown[], ...args: unknown[]) {
    steps += this.length;
    return Reflect.apply(slice, this, args) as unknown[];
  };
  try {
    work();
  } finally {
    strings.charCodeAt = charCodeAt;
    arrays.splice = splice;
    arrays.slice = slice;
  }
  return steps;
}

const CONTAINER = /^(?:Blockquote|ListItem|FootnoteDefinition)$/;
const INLINE = /^(?:Emphasis|StrongEmphasis|Strikethrough|Highlight|Link|Image)$/;

function deepest(tree: Tree, kind: RegExp): number {
  let [level, most] = [0, 0];
  tree.iterate({
    enter({ name }) {
      if (kind.test(name)) most = Math.max(most, ++level);
    },
    leave({ name }) {
      if (kind.test(name)) level--;
    },
  });
  return most;
}

test.each(hostileNames)("parses hostile text in linear time: %s", (name) => {
  const [short, long] = [2_500, 20_000].map((length) => {
    const text = hostileText(name, length);
    return stepsOf(() => documentParser.parse(text));
  });
  expect(long).toBeLessThan(Math.max(short ?? 0, 2_500) * 16);
});

test.each(hostileNames)("limits the nesting of hostile text to a hundred levels: %s", (name) => {
  const tree = documentParser.parse(hostileText(name, 5_000));
  expect(deepest(tree, CONTAINER)).toBeLessThanOrEqual(MAX_NESTED);
  expect(deepest(tree, INLINE)).toBeLessThanOrEqual(MAX_NESTED);
  expect(tree.length).toBe(hostileText(name, 5_000).length);
});

test("parses a hundred nested quotes and treats further markers as text", () => {
  for (const mark of ["> ", "- ", "1. ", "[^a]: "]) {
    expect(deepest(documentParser.parse(`${mark.repeat(100)}a`), CONTAINER)).toBe(100);
    const tree = documentParser.parse(`${mark.repeat(101)}a`);
    expect(deepest(tree, CONTAINER)).toBe(100);
    expect(tree.resolveInner(mark.length * 100 + 1).name).toBe("Paragraph");
  }
});

test("parses the inline formatting of a long paragraph completely", () => {
  const sentence =
    "Some *words* and **some more words**, [a link](https://example.com/a_b), `code *`, snake_case and _others_. ";
  const count = (text: string, kind: string): number => {
    let found = 0;
    documentParser.parse(text).iterate({ enter: ({ name }) => void (name === kind && found++) });
    return found;
  };
  for (const [kind, each] of Object.entries({ Emphasis: 2, StrongEmphasis: 1, Link: 1, InlineCode: 1 }))
    expect([kind, count(sentence.repeat(500), kind)]).toEqual([kind, each * 500]);
});

test("splits a long text into complete pieces with few delimiters each", () => {
  for (const name of hostileNames) {
    const text = hostileText(name, 5_000);
    const pieces = inlinePieces(text);
    expect(pieces.map(({ from, to }) => text.slice(from, to)).join("")).toBe(text);
    for (const { from, to } of pieces)
      expect(text.slice(from, to).match(/[*_~=[\]<`.);]/g)?.length ?? 0).toBeLessThanOrEqual(2 * MAX_NESTED);
  }
});

test("ignores URLs with an invalid domain, and starts a paragraph after a blank line below a pipe", () => {
  const nodes = (text: string): string[] => {
    const names: string[] = [];
    documentParser.parse(text).iterate({ enter: ({ name }) => void names.push(name) });
    return names;
  };
  expect(nodes(`www.${"a".repeat(63)}.b.c`)).toContain("URL");
  expect(nodes(`www.${"a".repeat(300)}.b.c`)).not.toContain("URL");
  expect(nodes(`a\nb|c\n${" ".repeat(300)}x`).filter((name) => name === "Paragraph")).toHaveLength(2);
});

test("parses a table of 10,000 rows as one table, also in a quote", () => {
  const rows = (lead: string): string => `${lead}| a |\n${lead}| - |\n${`${lead}| b |\n`.repeat(10_000)}`;
  expect(documentParser.parse(rows("")).topNode.getChildren("Table")).toHaveLength(1);
  expect(documentParser.parse(rows("")).topNode.lastChild?.name).toBe("Table");
  expect(documentParser.parse(rows("> ")).topNode.getChild("Blockquote")?.getChild("Table")).not.toBeNull();
});
