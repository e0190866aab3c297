import { CompletionContext } from "@codemirror/autocomplete";
import { expect, test } from "vitest";
import { withLook } from "../../../../words/language.ts";
import { stateOf } from "../commands/testing.ts";
import { insertables, insertablesFor } from "./insertables.ts";
import { slashSource } from "./slash.ts";

function offered(text: string): readonly string[] | null {
  const state = stateOf(text);
  const result = slashSource(new CompletionContext(state, state.selection.main.head, false));
  return result && result.options.map(({ label }) => label);
}

test.each(["/‸", "a /‸", "- /‸", "> /‸", "# /‸", "- [ ] /‸", "  /‸"])("opens the slash menu for %j", (text) => {
  expect(offered(text)).toContain("Heading 1");
});

test.each([
  "a/‸",
  "//‸",
  "/ ‸",
  "https://‸",
  "`/‸`",
  "```\n/‸\n```",
  "    /‸",
  "$$\n/‸\n$$",
  "[a /‸](b)",
  "<div>\n/‸",
  "/nothing called so‸",
  "‸/",
])("keeps the slash menu closed for %j", (text) => {
  expect(offered(text)).toBeNull();
});

test.each([
  ["/h2‸", "Heading 2"],
  ["/todo‸", "Task list"],
  ["/t‸", "Table"],
  ["/tàble‸", "Table"],
  ["/warn‸", "Warning"],
  ["/num‸", "Numbered list"],
  ["/heading 3‸", "Heading 3"],
  ["/t 3x4‸", "Table, 3 × 4"],
  ["/table 2×5‸", "Table, 2 × 5"],
])("lists first for %j: %s", (text, title) => {
  expect(offered(text)?.[0]).toBe(title);
});

test.each([
  ["/überschrift 2‸", "Überschrift 2"],
  ["/liste‸", "Nummerierte Liste"],
  ["/diagramm‸", "Mermaid-Diagramm"],
  ["/tabelle 3x4‸", "Tabelle, 3 × 4"],
  ["/heading 2‸", "Überschrift 2"],
  ["/numbered list‸", "Nummerierte Liste"],
  ["/diagram‸", "Mermaid-Diagramm"],
  ["/table 3x4‸", "Tabelle, 3 × 4"],
])("finds %j by German and English words in German", (text, title) => {
  expect(withLook({ language: "de", appearance: "system" }, () => offered(text))?.[0]).toBe(title);
});

test("lists commands of other editor modules, which replace those with the same id", () => {
  const image = { id: "image", title: "Image", section: "insert", glyph: "▣", run: () => undefined } as const;
  const table = { ...image, id: "table", title: "Grid" };
  const titles = insertablesFor("", [image, table]).map(({ title }) => title);
  expect(titles).toContain("Image");
  expect(titles).toContain("Grid");
  expect(titles).not.toContain("Table");
  expect(insertables.of(image)).toBeDefined();
});

test("filters while typing without a new query", () => {
  const before = stateOf("/h‸");
  const open = slashSource(new CompletionContext(before, 2, false));
  const later = stateOf("/h3‸");
  const next = open?.update?.(open, 0, 3, new CompletionContext(later, 3, false));
  expect(next?.options.map(({ label }) => label)).toEqual(["Heading 3"]);
});
