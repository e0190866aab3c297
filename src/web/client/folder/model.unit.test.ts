import { describe, expect, test } from "vitest";
import type { FolderRow } from "../../../features/properties/contract.ts";
import { newProperty, readSchema } from "../../../formats/properties/schema.ts";
import { readViews } from "../../../formats/properties/view-blocks.ts";
import { parseQuery } from "../../../formats/query/parse.ts";
import { fieldsOf } from "../../../formats/query/query.ts";
import { movedDate } from "./calendar.tsx";
import { columnsOf, groupsOf, propertiesOf, shownIn, textWith, valuesOf } from "./model.ts";

const SCHEMA = readSchema(`---
properties:
  Status:
    - To do
    - Doing, amber, was Started
  Tags: choices
  Owner: people
  Budget: number
---
`);

const row = (id: string, values: FolderRow["values"]): FolderRow => ({
  page: { id, title: id, icon: null, type: "DOCUMENT", revision: 1, createdAt: "", updatedAt: "" },
  values,
  rights: { canView: true, canComment: true, canEdit: true, canDelete: true, canShare: true },
});

const text = (value: string): FolderRow["values"][string] => ({ value, text: value, fits: true });
const status = (id: string, value: string): FolderRow => row(id, { status: text(value) });
const [STATUS = newProperty("Status", "choice")] = SCHEMA;

test("groups by the declared options, then unknown values, then pages without a value", () => {
  const rows = [status("a", "Parked"), status("b", "doing"), row("c", {}), status("d", "Started")];
  expect(groupsOf(rows, STATUS).map(({ label, rows: own }) => [label, own.map(({ page }) => page.id)])).toEqual([
    ["To do", []],
    ["Doing", ["b", "d"]],
    ["Parked", ["a"]],
    [null, ["c"]],
  ]);
});

test("offers declared properties and those that only pages have", () => {
  const rows = [row("a", { status: text("Doing"), room: text("B 12"), seats: { value: 12, text: "12", fits: true } })];
  const properties = propertiesOf(SCHEMA, rows);
  expect(properties.map(({ name, type }) => `${name}: ${type}`)).toEqual([
    "Status: choice",
    "Tags: choices",
    "Owner: people",
    "Budget: number",
    "room: text",
    "seats: number",
  ]);
  const columns = (source: string): string[] => {
    const [view] = readViews(`\`\`\`view\n${source}\n\`\`\`\n`);
    return view ? columnsOf(view, properties).map(({ name }) => name) : [];
  };
  expect(columns("columns: Title, seats, Status, Missing")).toEqual(["seats", "Status"]);
  expect(columns("columns: Title")).toEqual([]);
  expect(columns("as: table")).toHaveLength(6);
});

test("reads people from the ids and the names of a value", () => {
  const people = { value: ["user:u1", "user:u2"], text: "Ann, Bo", fits: true };
  expect(shownIn(row("a", { Owner: people }), newProperty("owner", "people")).references).toEqual([
    { kind: "user", id: "u1", label: "Ann" },
    { kind: "user", id: "u2", label: "Bo" },
  ]);
});

describe("a new page", () => {
  const made = (query: string): string => textWith(valuesOf(parseQuery(query, fieldsOf(SCHEMA)), SCHEMA));

  test.each([
    ["Status = Doing", "---\nStatus: Doing\n---\n"],
    ["Status = Doing and Tags has venue and Budget = 5", "---\nStatus: Doing\nTags: [venue]\nBudget: 5\n---\n"],
    ["Status != Doing", ""],
    ["Status = Doing or Budget = 5", ""],
    ["Owner has me", ""],
  ])("has the values that %j requires", (query, expected) => {
    expect(made(query)).toBe(expected);
  });
});

test.each([
  ["2026-12-01", "2026-12-05", "2026-12-05"],
  ["2026-12-01/2026-12-03", "2026-12-30", "2026-12-30/2027-01-01"],
  ["2026-12-01T10:00", "2026-12-02", "2026-12-02T10:00"],
  ["", "2026-12-02", "2026-12-02"],
  ["soon", "2026-12-02", "2026-12-02"],
])("moves %j to %s", (source, to, expected) => {
  expect(movedDate(source, to)).toBe(expected);
});
