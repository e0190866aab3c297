import { type Tree, TreeFragment } from "@lezer/common";
import { expect, test } from "vitest";
import { documentParser } from "./syntax.ts";

const shapeOf = (tree: Tree): string => {
  const nodes: string[] = [];
  tree.iterate({ enter: ({ name, from, to }) => void nodes.push(`${name} ${from}-${to}`) });
  return nodes.join(", ");
};

const firstOf = (text: string): string => {
  const first = documentParser.parse(text).topNode.firstChild;
  return first ? `${first.name} ${first.from}-${first.to}` : "";
};

test.each([
  ["---\nstatus: Done\n---\nText\n", "FrontMatter 0-20"],
  ["---\nstatus: Done\n---", "FrontMatter 0-20"],
  ["---\nstatus: Done\n...\nText", "FrontMatter 0-20"],
  ["---\n# note\nstatus: Done\n---\nText", "FrontMatter 0-27"],
  ["---\n---\nText", "HorizontalRule 0-3"],
  ["---\n\n---\nText", "HorizontalRule 0-3"],
  ["---\n# Plan\n---\nText", "HorizontalRule 0-3"],
  ["---\nProse between rules.\n---\n", "HorizontalRule 0-3"],
  ["---\nstatus: Done\n", "HorizontalRule 0-3"],
  ["----\nstatus: Done\n----\n", "HorizontalRule 0-4"],
  ["Text\n\n---\nstatus: Done\n---\n", "Paragraph 0-4"],
])("reads the start of %j as %s", (text, first) => {
  expect(firstOf(text)).toBe(first);
});

const MATTER = `---\n${Array.from({ length: 40 }, (_, n) => `key${n}: value ${n}`).join("\n")}\n---\n`;
const TEXT = `${MATTER}\nText.\n\n# Heading\n\n- item\n`;

test("reuses a tree to the same result as parsing anew, wherever the change is", () => {
  let [text, fragments] = [TEXT, TreeFragment.addTree(documentParser.parse(TEXT))];
  const change = (from: number, to: number, insert: string): void => {
    const next = text.slice(0, from) + insert + text.slice(to);
    const changed = { fromA: from, toA: to, fromB: from, toB: from + insert.length };
    const tree = documentParser.parse(next, TreeFragment.applyChanges(fragments, [changed]));
    expect(shapeOf(tree)).toBe(shapeOf(documentParser.parse(next)));
    [text, fragments] = [next, TreeFragment.addTree(tree)];
  };
  const end = MATTER.length - 4;
  change(end, end + 3, "");
  change(end, end, "---");
  change(text.length, text.length, "more");
  change(20, 20, "x");
  change(end + 1, end + 2, "\n---\n");
  change(0, 1, "");
  change(0, 0, "-");
  change(4, 4, "Prose.\n");
  change(4, 11, "");
});
