/** Bulk renaming, and the order in which a structure's pages are created. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "../../../kernel/errors.ts";
import type { RenamePattern, StructureNode } from "./contract.ts";
import { planStructure, renameTitle } from "./rules.ts";

const findReplace = (find: string, replace: string, caseSensitive = true): RenamePattern => ({
  type: "find_replace",
  find,
  replace,
  caseSensitive,
});

/** The field and message of the refusal, or "passes". */
function refused(act: () => unknown): readonly unknown[] {
  try {
    act();
    return ["passes"];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe("invalid_request");
    return (error.detail.issues ?? []).flatMap(({ path, message }) => [path, message]);
  }
}

test("adds a prefix or suffix to the title", () => {
  expect(renameTitle("Plan", { type: "prefix", text: "2027 " }, 1)).toBe("2027 Plan");
  expect(renameTitle("Plan", { type: "suffix", text: " (old)" }, 1)).toBe("Plan (old)");
});

test("fills a template's placeholders once, and treats placeholders in titles as text", () => {
  const template = (text: string): RenamePattern => ({ type: "template", template: text });
  expect(renameTitle("Plan", template("{index}. {title} – {title}/{index}"), 12)).toBe("12. Plan – Plan/12");
  expect(renameTitle("{index} $& {title}", template("<{title}>"), 3)).toBe("<{index} $& {title}>");
  expect(renameTitle("Plan", template("{Title} {indexes} title"), 3)).toBe("{Title} {indexes} title");
});

test("replaces every occurrence of the search text literally", () => {
  expect(renameTitle("a.b.c", findReplace(".", "-"), 1)).toBe("a-b-c");
  expect(renameTitle("aXa", findReplace("X", "$&$1$`"), 1)).toBe("a$&$1$`a");
  expect(renameTitle("Draft draft", findReplace("draft", "final"), 1)).toBe("Draft final");
  expect(renameTitle("Draft", findReplace("x", "y"), 1)).toBe("Draft");
});

test("finds text case-insensitively, character by character", () => {
  expect(renameTitle("Draft DRAFT draft drafts", findReplace("dRaft", "x", false), 1)).toBe("x x x xs");
  expect(renameTitle("aaa", findReplace("AA", "b", false), 1)).toBe("ba");
  expect(renameTitle("abab!", findReplace("AB", "", false), 1)).toBe("!");
  expect(renameTitle("Maß", findReplace("MAẞ", "x", false), 1)).toBe("x");
  expect(renameTitle("İstanbul i", findReplace("I", "x", false), 1)).toBe("İstanbul x");
  expect(renameTitle("🐙Ä", findReplace("ä", "$&", false), 1)).toBe("🐙$&");
  expect(renameTitle("ab", findReplace("abc", "x", false), 1)).toBe("ab");
});

test("finds lower-case text in the same way with and without case sensitivity", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "ß", "🐙", "."), minLength: 1, maxLength: 12 });
  const find = fc.string({ unit: fc.constantFrom("a", "b", "🐙"), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(text, find, (title, sought) => {
      expect(renameTitle(title, findReplace(sought, "x", false), 1)).toBe(
        renameTitle(title, findReplace(sought, "x"), 1),
      );
    }),
    { numRuns: 1_000 },
  );
});

test("normalizes a new title like any other", () => {
  const suffix = (text: string): string => renameTitle("a", { type: "suffix", text }, 1);
  expect(suffix("\n\t\u2028b")).toBe("a b");
  expect(suffix("\u2029 ")).toBe("a");
  expect(suffix("\u0308")).toBe("ä");
  expect(renameTitle("b", { type: "prefix", text: " \u0000" }, 1)).toBe("b");
});

test("rejects an empty or too long title and names the page", () => {
  expect(refused(() => renameTitle("Plan", findReplace("Plan", " "), 1))).toEqual([
    "pattern",
    "“Plan” would have no title left.",
  ]);
  const suffix: RenamePattern = { type: "suffix", text: "x" };
  expect(renameTitle("y".repeat(254), suffix, 1)).toHaveLength(255);
  const long = "y".repeat(255);
  expect(refused(() => renameTitle(long, suffix, 1))).toEqual([
    "pattern",
    `“${long}” would have more than 255 characters.`,
  ]);
});

const node = (title: string, children?: StructureNode[]): StructureNode => ({ title, type: "FOLDER", children });
function plan(structure: readonly StructureNode[]) {
  let made = 0;
  return planStructure(structure, () => `p${(made += 1)}`);
}

test("plans pages level by level with parent, position and path", () => {
  const planned = plan([
    node("A", [node("B", [{ title: "C", type: "DOCUMENT", content: "text" }]), node("D")]),
    node("E", []),
    { title: "F", type: "SHEET", children: [node("G")] },
  ]);
  const folder = { type: "FOLDER", content: "" };
  expect(planned).toEqual([
    { ...folder, id: "p1", parentId: null, title: "A", place: 1, path: "A", depth: 1 },
    { ...folder, id: "p2", parentId: null, title: "E", place: 2, path: "E", depth: 1 },
    { id: "p3", parentId: null, title: "F", type: "SHEET", content: "", place: 3, path: "F", depth: 1 },
    { ...folder, id: "p4", parentId: "p1", title: "B", place: 1, path: "A/B", depth: 2 },
    { ...folder, id: "p5", parentId: "p1", title: "D", place: 2, path: "A/D", depth: 2 },
    { ...folder, id: "p6", parentId: "p3", title: "G", place: 1, path: "F/G", depth: 2 },
    { id: "p7", parentId: "p4", title: "C", type: "DOCUMENT", content: "text", place: 1, path: "A/B/C", depth: 3 },
  ]);
});

test("accepts a structure of 500 pages in any shape and rejects one of 501", () => {
  const wide = (count: number) => Array.from({ length: count }, (_, i) => node(`n${i}`));
  expect(plan(wide(500))).toHaveLength(500);
  expect(plan([node("root", wide(499))])).toHaveLength(500);
  for (const structure of [wide(501), [node("root", wide(500))]])
    expect(refused(() => plan(structure))).toEqual(["structure", "A structure can contain at most 500 pages."]);
});
