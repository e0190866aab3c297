import { expect, test } from "vitest";
import { addTallies, formatTally, readNodeTestTally, readTally, tallyReport } from "./test-summary.ts";

const report = (...files: { status: string; tests: string[] }[]) =>
  JSON.stringify({
    testResults: files.map(({ status, tests }) => ({
      status,
      assertionResults: tests.map((each) => ({ status: each })),
    })),
  });

test("counts passed and failed tests once and ignores skipped ones", () => {
  const json = report(
    { status: "passed", tests: ["passed", "passed", "skipped"] },
    { status: "failed", tests: ["failed", "passed"] },
  );
  expect(tallyReport(json, 1)).toEqual({ passed: 3, failed: 1 });
});

test("counts a file that fails before its tests as a failure", () => {
  const json = report({ status: "passed", tests: ["passed"] }, { status: "failed", tests: [] });
  expect(tallyReport(json, 1)).toEqual({ passed: 1, failed: 1 });
});

test("counts a failure when a run crashes, writes no report or runs no tests", () => {
  expect(tallyReport(report({ status: "passed", tests: ["passed"] }), 1)).toEqual({ passed: 1, failed: 1 });
  expect(tallyReport(null, 1)).toEqual({ passed: 0, failed: 1 });
  expect(tallyReport(report(), 0)).toEqual({ passed: 0, failed: 1 });
});

test("reads the tally from the last line that contains nothing else", () => {
  const tally = addTallies([
    { passed: 2, failed: 0 },
    { passed: 5, failed: 1 },
  ]);
  expect(readTally(`1 passed, 0 failed\nnoise 9 passed, 9 failed\n${formatTally(tally)}\n\n`)).toEqual(tally);
  expect(readTally("nothing here")).toBeNull();
});

test("reads the summary of node --test, and counts canceled tests as failed", () => {
  const summary = (mark: string) =>
    ["tests 6", "pass 3", "fail 1", "cancelled 2"].map((line) => `${mark} ${line}`).join("\n");
  for (const mark of ["ℹ", "#"]) expect(readNodeTestTally(summary(mark))).toEqual({ passed: 3, failed: 3 });
  expect(readNodeTestTally("crashed")).toBeNull();
});
