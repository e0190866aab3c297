/**
 * 22 pairs of concurrent edits to one page's properties and views, with one option per line and one fence per view.
 * Word-level merging left 4 of them with a view without its filter or a filter in another view; merging by parts of lines
 * left 2; tracking moved and removed views as a whole leaves none.
 */
import { expect, test } from "vitest";
import { damagedCases, type Case, type Edit, type Reading, type Thing } from "./judge.ts";

const PAGE = `---
properties:
  Status:
    - To do, gray
    - Doing, amber
    - Done, green
  Due: date
  Owner: people
  Budget: number
---
Talks that we plan.

\`\`\`view
name: Board
as: board
by: Status
where: Status != Done
sort: Due
columns: Title, Due, Owner
\`\`\`

\`\`\`view
name: Calendar
as: calendar
by: Due
columns: Title, Status
\`\`\`

\`\`\`view
name: All
as: table
where: Budget > 100
where: Owner = me
sort: -Budget
columns: Title, Status, Budget
\`\`\`
`;

function read(text: string): Reading {
  const lines = text.split("\n");
  const things = new Map<string, Thing>();
  const faults: string[] = [];
  const put = (name: string, thing: Thing): void => {
    if (things.has(name)) faults.push(`${name} is there twice`);
    things.set(name, thing);
  };
  const end = lines.indexOf("---", 1);
  let view: Record<string, string | string[]> | null = null;
  for (const [i, line] of lines.entries()) {
    const [, key = "", value = ""] = /^ *([A-Za-z]+):(?: (.*))?$/.exec(line) ?? [];
    const [, option = "", color = ""] = /^ {4}- ([^,]+), ([a-z]+)$/.exec(line) ?? [];
    if (i < end) {
      if (option !== "") put(`option ${option}`, { color });
      else if (i > 1 && key === "") faults.push(`property ${line}`);
      else if (i > 1) put(`property ${key}`, { type: value });
    } else if (line === "```view") {
      if (view !== null) faults.push("a view in a view");
      view = { where: [] };
    } else if (line === "```" && view !== null) {
      put(`view ${String(view["name"])}`, view);
      view = null;
    } else if (view !== null) {
      if (key === "" || (key !== "where" && key in view)) faults.push(`line ${line}`);
      else if (key === "where") (view["where"] as string[]).push(value);
      else view[key] = key === "columns" ? value.split(", ") : value;
    } else if (key !== "" && i > end) faults.push(`stray ${line}`);
  }
  put("text", { text: lines[end + 1] ?? null });
  return { things, faults: view === null ? faults : [...faults, "an open view"] };
}

const replace =
  (one: string, other: string): Edit =>
  (lines) =>
    lines.join("\n").replace(one, other).split("\n");
const addTo = (line: string, more: string): Edit => replace(line, `${line}\n${more}`);
const fence = (name: string, ...lines: string[]): string =>
  ["", "```view", `name: ${name}`, ...lines, "```"].join("\n");
const viewOf = (text: string, name: string): string =>
  new RegExp(`\\n\`\`\`view\\nname: ${name}\\n[^\`]*\`\`\`\\n`).exec(text)?.[0] ?? "";
const removeView =
  (name: string): Edit =>
  (lines) =>
    lines.join("\n").replace(viewOf(PAGE, name), "").split("\n");
const viewToTop =
  (name: string): Edit =>
  (lines) =>
    removeView(name)(lines)
      .join("\n")
      .replace("plan.\n", `plan.\n${viewOf(PAGE, name)}`)
      .split("\n");
const addView = (name: string, ...more: string[]): Edit =>
  addTo("columns: Title, Status, Budget\n```", fence(name, ...more));

const CASES: readonly Case[] = [
  ["two new options", addTo("    - Doing, amber", "    - Blocked, red"), addTo("    - Doing, amber", "    - Waiting, teal")],
  ["new option, color of another", addTo("    - Done, green", "    - Dropped, gray"), replace("Doing, amber", "Doing, orange")],
  ["option removed, another color", replace("    - To do, gray\n", ""), replace("Done, green", "Done, teal")],
  ["options in another order, a new one", replace("    - To do, gray\n    - Doing, amber\n    - Done, green", "    - Done, green\n    - Doing, amber\n    - To do, gray"), addTo("    - Done, green", "    - Dropped, gray")],
  ["two colors", replace("Doing, amber", "Doing, orange"), replace("Doing, amber", "Doing, red")],
  ["two new properties", addTo("  Budget: number", "  Place: text"), addTo("  Budget: number", "  Link: url")],
  ["another type, the next removed", replace("Owner: people", "Owner: text"), replace("  Budget: number\n", "")],
  ["filter, order of one view", replace("where: Status != Done", "where: Owner = me"), replace("sort: Due", "sort: -Due")],
  ["two filters of one view", replace("where: Status != Done", "where: Owner = me"), replace("where: Status != Done", "where: Due < today")],
  ["two new conditions", addTo("where: Status != Done", "where: Owner = me"), addTo("where: Status != Done", "where: Due < today")],
  ["new condition, another removed", addTo("where: Owner = me", "where: Due < today"), replace("where: Budget > 100\n", "")],
  ["two first conditions", addTo("by: Due", "where: Owner = me"), addTo("by: Due", "where: Status = Doing")],
  ["two new columns", replace("Status, Budget", "Status, Budget, Due"), replace("Status, Budget", "Status, Budget, Owner")],
  ["column removed, new column", replace("Title, Due, Owner", "Title, Owner"), replace("Title, Due, Owner", "Title, Due, Owner, Budget")],
  ["two orders", replace("sort: -Budget", "sort: Due"), replace("sort: -Budget", "sort: Title")],
  ["two new views", addView("Mine", "as: table", "where: Owner = me", "columns: Title"), addView("Late", "as: table", "where: Due < today", "columns: Title")],
  ["view removed, filter", removeView("Board"), replace("where: Status != Done", "where: Owner = me")],
  ["view moved, condition removed", viewToTop("All"), replace("where: Budget > 100\n", "")],
  ["table, other groups", replace("as: board", "as: table"), replace("by: Status", "by: Owner")],
  ["text, column", replace("that we plan", "that we plan for spring"), replace("Status, Budget", "Status, Budget, Due")],
  ["order removed, new column", replace("sort: -Budget\n", ""), replace("Status, Budget", "Status, Budget, Owner")],
]; // oxfmt-ignore

test("merges every pair of view changes without damage", () => {
  expect(damagedCases(PAGE, CASES, read)).toEqual({});
});

/** The twenty-second pair: the view must not appear under its old name. */
test("keeps one view that one side renames and the other filters, with both changes", () => {
  const rename = replace("name: Board", "name: By status");
  const filter = replace("where: Status != Done", "where: Owner = me");
  const damage = damagedCases(PAGE, [["renamed, filter", rename, filter]], read)["renamed, filter"];
  expect(damage).toEqual(['view By status: where is ["Owner = me"]']);
});

const MORE: readonly Case[] = [
  ["view moved, filter and column", viewToTop("All"), (lines) => replace("Status, Budget", "Status, Budget, Due")(replace("where: Owner = me", "where: Owner = Ann")(lines))],
  ["last view removed, filter", removeView("All"), replace("where: Owner = me", "where: Owner = Ann")],
  ["view in the middle removed, grouped anew", removeView("Calendar"), replace("by: Due", "by: Owner")],
  ["views moved by both", viewToTop("All"), viewToTop("Calendar")],
]; // oxfmt-ignore

test("keeps changes to a view that the other side moved or removed", () => {
  expect(damagedCases(PAGE, MORE, read)).toEqual({});
});
