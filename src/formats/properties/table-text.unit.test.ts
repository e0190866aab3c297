import { expect, test } from "vitest";
import { newProperty } from "./schema.ts";
import { tableHeader, tableRows } from "./table-text.ts";

test("names and texts that a spreadsheet would run as a formula begin with an apostrophe, also after blanks", () => {
  const schema = ["=A1", " =B1", "Plain", "C = D"].map((name) => newProperty(name, "text"));
  expect(tableHeader(schema)).toBe("Title,'=A1,' =B1,Plain,C = D");
  expect(tableRows(schema, [{ title: "\u00a0+1", text: '---\nPlain: " @x"\n---\n' }], 0)).toEqual([
    "'\u00a0+1,,,' @x,",
  ]);
});
