/** `npm run budgets`: no source file exceeds its line budget, because a longer file usually has two subjects. */
import { globSync, readFileSync } from "node:fs";
import { root } from "../commands.ts";

const SOURCE_LINES = 300;
const TEST_LINES = 500;
/** Files allowed past the budget, with the size they may not pass. The list only shrinks. */
const EXCEPTIONS: Readonly<Record<string, number>> = {};

const files = globSync("{src,durable-objects,queues,scripts,test}/**/*.{ts,tsx,mjs,css}", { cwd: root }).map((file) =>
  file.replaceAll("\\", "/"),
);
const sizes = files
  .map((file) => ({ file, text: readFileSync(`${root}/${file}`, "utf8") }))
  // Nobody reads or edits a generated file.
  .filter(({ text }) => !/^\/\*\*? Written by/.test(text))
  .map(({ file, text }) => ({ file, lines: countLines(text) }));

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
    faults.push(`${file} no longer needs its exception in scripts/check/budgets.ts: remove it.`);
  }
}

for (const fault of faults) console.error(fault);
const longest = Math.max(...sizes.filter(({ file }) => !isTest(file)).map(({ lines }) => lines));
console.log(`${sizes.length} files; the longest source file has ${longest} lines.`);
process.exitCode = faults.length === 0 ? 0 : 1;
