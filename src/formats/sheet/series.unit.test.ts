import { expect, test } from "vitest";
import { seriesOf } from "./series.ts";

/** Continues the series: the two cells before it and the three after it. */
function around(cells: readonly string[], along: "down" | "right" = "down"): [string[], string[]] {
  const at = seriesOf(cells, along);
  return [[-2, -1].map(at), [0, 1, 2].map((each) => at(cells.length + each))];
}

test.each<[string[], string[], string[]]>([
  [
    ["1", "2"],
    ["-1", "0"],
    ["3", "4", "5"],
  ],
  [
    ["0.1", "0.2"],
    ["-0.1", "0"],
    ["0.3", "0.4", "0.5"],
  ],
  [
    ["10", "8", "6"],
    ["14", "12"],
    ["4", "2", "0"],
  ],
  [["7"], ["7", "7"], ["7", "7", "7"]],
  [
    ["1", "2", "4"],
    ["2", "4"],
    ["1", "2", "4"],
  ],
  [["2026-01-30"], ["2026-01-28", "2026-01-29"], ["2026-01-31", "2026-02-01", "2026-02-02"]],
  [
    ["2026-01-01", "2026-01-08"],
    ["2025-12-18", "2025-12-25"],
    ["2026-01-15", "2026-01-22", "2026-01-29"],
  ],
  [
    ["2026-01-31", "2026-03-31"],
    ["2025-09-30", "2025-11-30"],
    ["2026-05-31", "2026-07-31", "2026-09-30"],
  ],
  [["2026/12/31"], ["2026/12/29", "2026/12/30"], ["2027/01/01", "2027/01/02", "2027/01/03"]],
  [["Week 1"], ["Week 1", "Week 0"], ["Week 2", "Week 3", "Week 4"]],
  [
    ["item-008", "item-010"],
    ["item-004", "item-006"],
    ["item-012", "item-014", "item-016"],
  ],
  [
    ["Q1", "Week 2"],
    ["Q1", "Week 2"],
    ["Q1", "Week 2", "Q1"],
  ],
  [["007"], ["005", "006"], ["008", "009", "010"]],
  [
    ["$1", "$2"],
    ["$1", "$2"],
    ["$1", "$2", "$1"],
  ],
  [
    ["yes", ""],
    ["yes", ""],
    ["yes", "", "yes"],
  ],
])("continues the series %j", (cells, before, after) => {
  expect(around(cells)).toEqual([before, after]);
});

test("adjusts relative references when continuing formulas", () => {
  expect(around(["=A3*$B$1"])).toEqual([
    ["=A1*$B$1", "=A2*$B$1"],
    ["=A4*$B$1", "=A5*$B$1", "=A6*$B$1"],
  ]);
  expect(around(["=A1", "=C1+1"], "right")[1]).toEqual(["=C1", "=E1+1", "=E1"]);
  expect(seriesOf(["=A1"], "down")(-1)).toBe("=#REF!");
});

test("continues empty cells with empty cells", () => {
  expect(seriesOf([""], "down")(3)).toBe("");
  expect(seriesOf([], "down")(3)).toBe("");
});
