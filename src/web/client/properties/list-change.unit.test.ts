import { expect, test } from "vitest";
import { applyEdits } from "../../../formats/properties/front-matter-edits.ts";
import { findEntry, readFrontMatter } from "../../../formats/properties/front-matter.ts";
import { newProperty, type Property, readOption } from "../../../formats/properties/schema.ts";
import { type ListChange, setOrChange } from "./list-change.ts";

const choices: Property = { ...newProperty("Tags", "choices"), options: [readOption("Doing, was Started")] };
const people = newProperty("Tags", "people");

/** The tags after the change, whatever value the list had when the editor opened. */
function after(property: Property, tags: string, change: ListChange) {
  const text = `---\nTags: ${tags}\n---\n`;
  const next = applyEdits(text, setOrChange(text, property, ["stale"], change) ?? []);
  return findEntry(readFrontMatter(next)?.entries ?? [], "Tags")?.value;
}

test("adds and removes one item, and leaves the others as written", () => {
  expect(after(choices, "[2024, Spring, 'x']", { item: "new", isOn: true })).toEqual([2024, "Spring", "x", "new"]);
  expect(after(choices, "[2024, Spring, 'x']", { item: "spring", isOn: false })).toEqual([2024, "x"]);
  expect(after(choices, "[2024, Spring]", { item: "2024", isOn: false })).toEqual(["Spring"]);
  expect(after(choices, "[Spring]", { item: "spring", isOn: true })).toEqual(["Spring"]);
  expect(after(choices, "one", { item: "two", isOn: true })).toEqual(["one", "two"]);
  expect(after(choices, "", { item: "two", isOn: true })).toEqual(["two"]);
});

test("recognizes an option by its earlier label", () => {
  expect(after(choices, "[Started, x]", { item: "Doing", isOn: false })).toEqual(["x"]);
});

test("recognizes people by their id, whatever they are called", () => {
  const tags = '["@[Ann, A.](user:u1)", "@[Bo](user:u2)", someone]';
  expect(after(people, tags, { item: "@[Ann](user:u1)", isOn: false })).toEqual(["@[Bo](user:u2)", "someone"]);
  expect(after(people, tags, { item: "@[Cy](user:u3)", isOn: true })).toEqual(["@[Ann, A.](user:u1)", "@[Bo](user:u2)", "someone", "@[Cy](user:u3)"]); // oxfmt-ignore
});
