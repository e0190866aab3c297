import { expect, test } from "vitest";
import { readBase } from "./base-file.ts";

test.each(["constructor", "__proto__", "map"])("a view with the layout “%s” becomes a table", (layout) => {
  const base = readBase(`views:\n  - type: ${layout}\n    name: A\n`, [], () => "[Notes](Notes/)");
  expect(base?.text).toContain("name: A\nas: table\n");
  expect(base?.notes).toEqual([`In the view “A”, the layout was left out: ${layout}; it is a table`]);
});
