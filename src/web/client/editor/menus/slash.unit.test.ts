import { CompletionContext } from "@codemirror/autocomplete";
import { expect, test } from "vitest";
import { withDisplaySettings } from "../../../../words/language.ts";
import { editorCommands } from "../commands/command.ts";
import { stateOf } from "../commands/testing.ts";
import { textCommands } from "../commands/text-commands.ts";
import { documentCommands } from "../document-commands.ts";
import { slashMatches } from "./slash-matches.ts";
import { slashSource } from "./slash.ts";

function offered(text: string): readonly string[] | null {
  const state = stateOf(text, editorCommands.of(textCommands));
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
  expect(withDisplaySettings({ language: "de", appearance: "system" }, () => offered(text))?.[0]).toBe(title);
});

test("offers files, suggestions and pages in documents only", () => {
  const inDocument = slashMatches("", documentCommands).map(({ id }) => id);
  const inMessage = slashMatches("", textCommands).map(({ id }) => id);
  expect(inDocument).toEqual([...inMessage, "image", "ask-here", "property", "page"]);
});

test("filters while typing without a new query", () => {
  const before = stateOf("/h‸", editorCommands.of(textCommands));
  const open = slashSource(new CompletionContext(before, 2, false));
  const later = stateOf("/h3‸", editorCommands.of(textCommands));
  const next = open?.update?.(open, 0, 3, new CompletionContext(later, 3, false));
  expect(next?.options.map(({ label }) => label)).toEqual(["Heading 3"]);
});
