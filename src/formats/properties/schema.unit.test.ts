import { expect, test } from "vitest";
import { applyEdits } from "./front-matter-edits.ts";
import {
  declareProperty,
  findOption,
  moveDeclaration,
  newProperty,
  readOption,
  readSchema,
  removeDeclaration,
  renameDeclaration,
  writeOption,
  type Option,
} from "./schema.ts";

const FOLDER = `---
properties:
  Status:
    - To do, gray
    - Doing, amber, limit 3
    - Done, green, done
  Due: date
  Tags: choices
  Kinds:
    - choices
    - Red, red
  Owner: people
  Project: page in [Projects](page:p-1)
  Any page: page
  Budget: number, EUR
  Hours: number
  Approved: checkbox
  Site: address
  Plan: file
  Cost: =Budget * 1.2
  Sum: sum of Estimate over Project
  Pages: count over Project
  Odd: bananas
  Number: number, euros
  due: text
---
Talks.
`;

test("reads every kind of declaration in order, the later of equal names", () => {
  const shown = readSchema(FOLDER).map(({ name, type, isUnderstood }) => `${name}: ${type}${isUnderstood ? "" : "?"}`);
  expect(shown).toEqual([
    "Status: choice",
    "Tags: choices",
    "Kinds: choices",
    "Owner: people",
    "Project: page",
    "Any page: page",
    "Budget: number",
    "Hours: number",
    "Approved: checkbox",
    "Site: address",
    "Plan: file",
    "Cost: formula",
    "Sum: rollup",
    "Pages: rollup",
    "Odd: text?",
    "Number: number?",
    "due: text",
  ]);
});

const property = (name: string) => {
  const found = readSchema(FOLDER).find((each) => each.name === name);
  if (!found) throw new Error(`No property ${name}.`);
  return found;
};

test("reads what belongs to each type", () => {
  expect(property("Budget").currency).toBe("EUR");
  expect(property("Project").folderId).toBe("p-1");
  expect(property("Cost").formula).toBe("=Budget * 1.2");
  expect(property("Sum").rollup).toEqual({ how: "sum", of: "Estimate", over: "Project" });
  expect(property("Pages").rollup).toEqual({ how: "count", of: null, over: "Project" });
  expect(property("Kinds").options.map(({ label }) => label)).toEqual(["Red"]);
});

test.each([
  ["roll-ups", `sum of ${" over ".repeat(10_000)}`],
  ["roll-ups before a line separator", `count of x${" over ".repeat(10_000)}\u2028`],
  ["formulas", `=${"1+".repeat(30_000)}1`],
])("60 KB of %s are not understood", (_, source) => {
  const [long] = readSchema(`---\nproperties:\n  Sum: ${source}\n---\n`);
  expect(long).toMatchObject({ type: "text", isUnderstood: false });
});

test("a label that several options have, now or before, belongs to one of them", () => {
  const lines = ["Doing, was Open", "Open, was To do", "doing, red", "Later, was TO DO", "Done, done"];
  const [status] = readSchema(`---\nproperties:\n  Status:\n${lines.map((line) => `    - ${line}\n`).join("")}---\n`);
  expect(status?.options.map(writeOption)).toEqual(["Doing", "Open, was To do", "Later", "Done, done"]);
});

const OPTION: Option = { label: "Doing", color: null, limit: null, isDone: false, was: null };

test.each<readonly [string, Partial<Option>]>([
  ["Doing", {}],
  ["Doing, amber, limit 3", { color: "amber", limit: 3 }],
  ["Doing, done", { isDone: true }],
  ["Doing, teal, was Review", { color: "teal", was: "Review" }],
  ["Reading, writing", { label: "Reading, writing" }],
  ["Reading, writing, red", { label: "Reading, writing", color: "red" }],
  ["Doing, limit many", { label: "Doing, limit many" }],
  ["red", { label: "red" }],
])("reads and writes the option %s", (source, parts) => {
  const option = { ...OPTION, ...parts };
  expect(readOption(source)).toEqual(option);
  expect(writeOption(option)).toBe(source);
});

test("a label never becomes another part of its option", () => {
  expect(readOption(writeOption({ ...OPTION, label: "Big, red" }))).toEqual({ ...OPTION, label: "Big red" });
  expect(writeOption({ ...OPTION, label: " Two\nlines " })).toBe("Two lines");
});

test("an option is found by its previous label too", () => {
  const options = [readOption("Review, was Doing"), readOption("Done")];
  expect(findOption(options, "doing")?.label).toBe("Review");
  expect(findOption(options, "DONE")?.label).toBe("Done");
  expect(findOption(options, "gone")).toBe(null);
});

const after = (text: string, edits: ReturnType<typeof declareProperty>): string => applyEdits(text, edits ?? []);

test.each(readSchema(FOLDER).filter(({ isUnderstood }) => isUnderstood))(
  "writes $name: $type as it reads it",
  (each) => {
    const text = after("Talks.", declareProperty("Talks.", each, "Projects"));
    expect(readSchema(text)).toEqual([each]);
    expect(declareProperty(FOLDER, each, "Projects")).toEqual([]);
  },
);

test("a changed option changes its line alone; renaming, moving and removing keep the rest", () => {
  const status = property("Status");
  const options = status.options.map((each) =>
    each.label === "Doing" ? { ...each, label: "Now", was: "Doing" } : each,
  );
  const text = after(FOLDER, declareProperty(FOLDER, { ...status, options }));
  expect(text).toBe(FOLDER.replace("Doing, amber, limit 3", "Now, amber, limit 3, was Doing"));
  expect(after(FOLDER, renameDeclaration(FOLDER, "Status", "State"))).toBe(FOLDER.replace("  Status:", "  State:"));
  expect(after(FOLDER, removeDeclaration(FOLDER, "Due"))).toBe(
    FOLDER.replace("  Due: date\n", "").replace("  due: text\n", ""),
  );
  const names = readSchema(after(FOLDER, moveDeclaration(FOLDER, "Budget", "Status"))).map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(["Budget", "Status"]);
  expect(after("", declareProperty("", newProperty("Due", "date")))).toBe("---\nproperties:\n  Due: date\n---\n");
});

test.each([
  ["lines of a choice", ""],
  ["choices", "\n    - choices"],
])("refuses changes that would delete options past the limit: %s", (_, head) => {
  const folder = (count: number): string =>
    `---\nproperties:\n  Tags:${head}${Array.from({ length: count }, (__, n) => `\n    - tag ${n}`).join("")}\n---\n`;
  const added = (text: string) => {
    const [tags] = readSchema(text);
    return tags ? declareProperty(text, { ...tags, options: [...tags.options, readOption("new")] }) : [];
  };
  expect(after(folder(99), added(folder(99)))).toContain("- tag 98\n    - new\n");
  expect(added(folder(100))).toBe(null);
  expect(added(folder(150))).toBe(null);
  expect(declareProperty(folder(150), newProperty("Tags", "choices"))).toBe(null);
});
