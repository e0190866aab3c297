import { expect, test } from "vitest";
import { applyEdits } from "./front-matter-edits.ts";
import { addView, MAX_VIEWS, readSort, readViews, removeView, setViewOption, setWhere, writeNames, writeSort, type View } from "./view-blocks.ts"; // oxfmt-ignore

const FOLDER = `Talks that we plan.

\`\`\`view
name: Board
as: board
by: Status
where: Status != Done
sort: Due, -Budget
where: Owner has me
columns: Title, [Due, at last], Owner
later: unknown
\`\`\`

\`\`\`\`markdown
\`\`\`view
name: An example
\`\`\`
\`\`\`\`

~~~view
name: Old
name: Tasks
of: tasks
from: [Talks](page:p-1)
~~~
`;

function view(text: string, name: string): View {
  const found = readViews(text).find((each) => each.name === name);
  if (!found) throw new Error(`No view ${name}.`);
  return found;
}

test("reads the views that stand alone, with all conditions and the later of other options", () => {
  expect(readViews(FOLDER).map(({ name }) => name)).toEqual(["Board", "Tasks"]);
  expect(view(FOLDER, "Board")).toMatchObject({
    kind: "board",
    by: "Status",
    where: ["Status != Done", "Owner has me"],
    sort: [
      { name: "Due", isDescending: false },
      { name: "Budget", isDescending: true },
    ],
    columns: ["Title", "Due, at last", "Owner"],
    of: "pages",
    fromId: null,
    isClosed: true,
  });
  expect(view(FOLDER, "Tasks")).toMatchObject({ kind: "table", of: "tasks", fromId: "p-1", where: [] });
});

const after = (text: string, make: (found: View) => Parameters<typeof applyEdits>[1], name = "Board"): string =>
  applyEdits(text, make(view(text, name)));

test("an option changes its own line", () => {
  const set = (key: Parameters<typeof setViewOption>[2], value: string | null): string =>
    after(FOLDER, (found) => setViewOption(FOLDER, found, key, value));
  expect(set("as", "table")).toBe(FOLDER.replace("as: board", "as: table"));
  expect(set("by", null)).toBe(FOLDER.replace("by: Status\n", ""));
  expect(set("of", "tasks")).toBe(FOLDER.replace("later: unknown", "later: unknown\nof: tasks"));
  expect(set("as", "board")).toBe(FOLDER);
  expect(after(FOLDER, (found) => setViewOption(FOLDER, found, "name", "New\nname"), "Tasks")).toBe(
    FOLDER.replace("name: Tasks", "name: New name"),
  );
});

test("conditions keep their lines", () => {
  const set = (where: string[]): string => after(FOLDER, (found) => setWhere(FOLDER, found, where));
  expect(set(["Status != Done", "Owner has me", "Approved"])).toBe(
    FOLDER.replace("later: unknown", "later: unknown\nwhere: Approved"),
  );
  expect(set(["Status = Done", "Owner has me"])).toBe(FOLDER.replace("where: Status != Done", "where: Status = Done"));
  expect(set(["Status != Done"])).toBe(FOLDER.replace("where: Owner has me\n", ""));
});

test("adds and removes views", () => {
  const text = applyEdits("Talks.", addView("Talks.", { name: "Plan", kind: "calendar", by: "Due" }));
  expect(text).toBe("Talks.\n\n```view\nname: Plan\nas: calendar\nby: Due\n```\n");
  expect(view(text, "Plan")).toMatchObject({ kind: "calendar", by: "Due" });
  expect(after(text, (found) => removeView(text, found), "Plan")).toBe("Talks.\n\n");
  expect(applyEdits("", addView("", { name: "T", kind: "list", of: "tasks" }))).toContain("of: tasks\n```\n");
});

test("a fence that is never closed reaches to the end, and can be edited", () => {
  const text = "```view";
  const [open] = readViews(text);
  expect(open).toMatchObject({ isClosed: false, name: "" });
  expect(open && applyEdits(text, setViewOption(text, open, "name", "A"))).toBe("```view\nname: A");
});

test("names are written as they are read", () => {
  const names = ["Title", "Due, at last", "-x"];
  expect(readSort(writeNames(names)).map(({ name }) => name)).toEqual(["Title", "Due, at last", "x"]);
  const sort = [{ name: "Due, at last", isDescending: true }, { name: "Title", isDescending: false }]; // oxfmt-ignore
  expect(readSort(writeSort(sort))).toEqual(sort);
});

test("hostile texts are read within bounds", () => {
  expect(readViews("```view\n```\n".repeat(5000))).toHaveLength(MAX_VIEWS);
  const [long] = readViews(`\`\`\`view\ncolumns: ${"[,".repeat(50_000)}\n${"where: x\n".repeat(5000)}\`\`\`\n`);
  expect(long?.lines.length).toBeLessThanOrEqual(100);
  const blanks = " ".repeat(990_000);
  expect(readViews(`\`\`\`${blanks}\u2028x`)).toEqual([]);
  const [bounded] = readViews(`\`\`\`view\nname:${blanks}\u2028x\n\`\`\`\n`);
  expect(bounded?.lines.map(({ key }) => key)).toEqual(["name"]);
});
