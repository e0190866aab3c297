/** `npm run growth`: what an instance costs and where it reaches a limit, by its number of people; writes docs/scale.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../commands.ts";
import { measuredBytes, measuredRequests, measuredTyping } from "./measured.ts";
import { billOf, limitsOf, loadOf, sizesOf, type Measured } from "./model.ts";

const PEOPLE = [10, 100, 1_000, 10_000, 100_000, 10_000_000];
const FILE = join(root, "docs/scale.md");

const count = (value: number): string => value.toLocaleString("en-US");
const dollars = (value: number): string => (value >= 100 ? count(Math.round(value)) : value.toFixed(2));
const gigabytes = (bytes: number): string => {
  const value = bytes / 1e9;
  return value >= 100 ? count(Math.round(value)) : value.toFixed(value < 1 ? 2 : 1);
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, n) => (n === 0 ? "---" : "--:"))), ...rows.map(line)].join("\n");
};

function costTable(measured: Measured): string {
  const bills = PEOPLE.map((people) => ({ people, parts: billOf(measured, people) }));
  const sum = (parts: Readonly<Record<string, number>>): number => Object.values(parts).reduce((a, b) => a + b, 0);
  const names = Object.keys(bills[0]?.parts ?? {});
  return table(
    ["US dollars a month", ...PEOPLE.map(count)],
    [
      ["**for each person**", ...bills.map(({ people, parts }) => `**${(sum(parts) / people).toFixed(3)}**`)],
      ["in all", ...bills.map(({ parts }) => dollars(sum(parts)))],
      ...names.map((name) => [`of it: ${name}`, ...bills.map(({ parts }) => dollars(parts[name] ?? 0))]),
    ],
  );
}

function sizeTable(measured: Measured): string {
  const row = (name: string, part: "main" | "search" | "audit", years: number): string[] => [
    `${name} after ${years === 1 ? "one year" : "three years"}, GB`,
    ...PEOPLE.map((people) => gigabytes(sizesOf(measured, people, years)[part])),
  ];
  return table(
    ["", ...PEOPLE.map(count)],
    [
      row("main database", "main", 1),
      row("main database", "main", 3),
      row("search database", "search", 3),
      row("audit log", "audit", 3),
      ["main database busy", ...PEOPLE.map((people) => `${(loadOf(measured, people) * 100).toFixed(1)} %`)],
    ],
  );
}

const limitTable = (measured: Measured): string =>
  table(
    ["limit", "people"],
    limitsOf(measured).map(({ limit, people }) => [limit, count(people)]),
  );

/** Replaces what is between the two marks of a part. */
function replacePart(text: string, part: string, content: string): string {
  const [begin, end] = [`<!-- ${part}: written by \`npm run growth\` -->`, `<!-- end of ${part} -->`];
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/scale.md has no place for ${part}.`);
  return `${before}${begin}\n\n${content}\n\n${end}${after}`;
}

const measured: Measured = { request: measuredRequests(), typing: measuredTyping(), bytes: measuredBytes() };
const parts = { cost: costTable(measured), sizes: sizeTable(measured), limits: limitTable(measured) };
let text = readFileSync(FILE, "utf8");
for (const [part, content] of Object.entries(parts)) text = replacePart(text, part, content);
writeFileSync(FILE, text);
console.log(Object.values(parts).join("\n\n"));
console.log("\nBytes of a row with its indexes:", measured.bytes);
