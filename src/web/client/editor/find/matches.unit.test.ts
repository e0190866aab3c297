import { SearchQuery } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { documentLanguage } from "../language.ts";
import { countMatches, describeMatches, elementAround, MAX_COUNTED, regexpError } from "./matches.ts";
import { parsed } from "../commands/testing.ts";

const DOC = "One two one\n\n[one](https://one.example) **tone**\n";

function stateOf(doc: string, anchor = 0, head = anchor): EditorState {
  const state = EditorState.create({ doc, selection: { anchor, head }, extensions: documentLanguage });
  return parsed(state);
}

const said = (config: ConstructorParameters<typeof SearchQuery>[0], state = stateOf(DOC)): string => {
  const query = new SearchQuery(config);
  return describeMatches(countMatches(state, query), query);
};

test("counts the matches and reports the selected one", () => {
  expect(said({ search: "one" })).toBe("5 matches");
  expect(said({ search: "one" }, stateOf(DOC, 8, 11))).toBe("2 of 5");
  expect(said({ search: "One", caseSensitive: true })).toBe("1 match");
  expect(said({ search: "one", wholeWord: true })).toBe("4 matches");
  expect(said({ search: "[a-z]ne\\]", regexp: true })).toBe("1 match");
  expect(said({ search: "none" })).toBe("No matches");
  expect(said({ search: "(", regexp: true })).toBe("");
  expect(said({ search: "a" }, stateOf("a".repeat(MAX_COUNTED + 5), 0, 1))).toBe("1 of 1,000 or more");
});

test("explains an invalid regular expression", () => {
  expect(regexpError("(a")).toBe("Invalid expression: unterminated group.");
  expect(regexpError("(a)")).toBeNull();
});

test("reveals the link for a match in its URL", () => {
  const from = DOC.indexOf("one.example");
  expect(elementAround(stateOf(DOC, from, from + 3))).toEqual({ from: 13, to: 39 });
  expect(elementAround(stateOf(DOC, 14, 17))).toBeNull();
});
