import { expect, test } from "vitest";
import { parseTasks } from "../../../formats/tasks/tasks.ts";
import { isShown, type Row, type Shown } from "./columns.ts";

const SHOWN: Shown = { filter: "all", text: "", userId: "", today: "2026-01-01" };

test.each([
  ["cafe", true],
  ["CAFÉ", true],
  ["strasse", true],
  ["tea", false],
])("filters tasks by %j without regard to case and accents: %j", (text, expected) => {
  const rows = parseTasks(["- [ ] Sweep the café in Main Straße"]).flatMap(({ tasks }) => tasks);
  expect(
    rows.map((task): Row => ({ ...task, key: "1" })).filter((row) => isShown(row, { ...SHOWN, text })),
  ).toHaveLength(Number(expected));
});
