/**
 * `npm run budgets`: no source file outgrows its line budget, for a file past it has, as a rule, two subjects; nor do
 * files as a whole grow towards it.
 */
import { globSync, readFileSync } from "node:fs";
import { root } from "./commands.ts";

const SOURCE_LINES = 300;
const TEST_LINES = 500;
/** Of all source files, tests left out. */
const MEDIAN_LINES = 90;
const PERCENTILE_95_LINES = 225;

/** Files allowed past the budget, with the size they may not pass. The list only shrinks. */
const EXCEPTIONS: Readonly<Record<string, number>> = {};

const files = globSync("{src,durable-objects,queues,scripts,test}/**/*.{ts,tsx,mjs,css}", { cwd: root }).map((file) =>
  file.replaceAll("\\", "/"),
);
const sizes = files.map((file) => ({ file, lines: countLines(readFileSync(`${root}/${file}`, "utf8")) }));

function countLines(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

const isTest = (file: string) => file.startsWith("test/") || file.endsWith(".test.ts");
const budgetOf = (file: string) => EXCEPTIONS[file] ?? (isTest(file) ? TEST_LINES : SOURCE_LINES);

const faults = sizes
  .filter(({ file, lines }) => lines > budgetOf(file))
  .map(({ file, lines }) => `${file} has ${lines} lines; its budget is ${budgetOf(file)}.`);
for (const file of Object.keys(EXCEPTIONS)) {
  const size = sizes.find((each) => each.file === file);
  if (size === undefined || size.lines <= (isTest(file) ? TEST_LINES : SOURCE_LINES)) {
    faults.push(`${file} no longer needs its exception in scripts/check-budgets.ts: remove it.`);
  }
}

const ordered = sizes
  .filter(({ file }) => !isTest(file))
  .map(({ lines }) => lines)
  .toSorted((a, b) => a - b);
const quantile = (share: number) => ordered[Math.floor((ordered.length - 1) * share)] ?? 0;
const [median, percentile95] = [quantile(0.5), quantile(0.95)];
if (median > MEDIAN_LINES) faults.push(`The median of source files is ${median} lines; its budget is ${MEDIAN_LINES}.`);
if (percentile95 > PERCENTILE_95_LINES)
  faults.push(`The 95th percentile of source files is ${percentile95} lines; its budget is ${PERCENTILE_95_LINES}.`);
for (const fault of faults) console.error(fault);
console.log(
  `${ordered.length} source files: median ${median} lines, 95th percentile ${percentile95}, longest ${quantile(1)}.`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
