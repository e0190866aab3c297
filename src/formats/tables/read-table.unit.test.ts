/** Reading tables written by other programs. */
import { expect, test } from "vitest";
import { notesOn, printTable, readTable } from "./read-table.ts";

const read = (text: string, known?: Parameters<typeof readTable>[1]) => {
  const table = readTable(text, known);
  return [printTable(table), ...notesOn(table)];
};

const SEMICOLONS = "Read with semicolons as separators and commas as decimal marks.";

test.each([
  ["commas", "a,b\n1.5,2", ["a,b\n1.5,2"]],
  ["semicolons", "name;price\nPear;4,65\nPlum;1.234,50", ["name,price\nPear,4.65\nPlum,1234.50", SEMICOLONS]],
  ["no header", "Pear;4,65\nPlum;12,50", ["Pear,4.65\nPlum,12.50", SEMICOLONS]],
  ["semicolons in text", "a,b; c\nd,e; f", ["a,b; c\nd,e; f"]],
  ["decimal points", "a;b\n1.5;2.25", ["a,b\n1.5,2.25", "Read with semicolons as separators."]],
  ["a sep= line", "sep=;\r\na;b\r\n1,5;2\r\n", ["a,b\n1.5,2", SEMICOLONS]],
  ["a sep= line and a single column", "sep=;\nprice\n1,5", ["price\n1.5", SEMICOLONS]],
  ["tabs", "a\tb\n1,5\tx, y", ['a,b\n1.5,"x, y"', "Read with tabs as separators and commas as decimal marks."]],
  ["vertical bars", "a|b\n1|2", ["a,b\n1,2", "Read with vertical bars as separators."]],
  ["a byte order mark", "\ufeffa;b\n1;2", ["a,b\n1,2", "Read with semicolons as separators."]],
  [
    "quotes",
    'a;b\n"x; ""y""";"one\r\ntwo"\n',
    ['a,b\n"x; ""y""",one two', "Read with semicolons as separators.", "Line breaks in its fields became spaces."],
  ],
  ["an unclosed quote", 'a;b\n12" pipe;"x', ['a,b\n"12"" pipe","""x"', "Read with semicolons as separators."]],
  [
    "decimal commas in quotes",
    'a,b\nx,"4,65"',
    ["a,b\nx,4.65", "Read with commas as separators and commas as decimal marks."],
  ],
  ["thousands", 'a,b\nx,"1,234,567.5"', ['a,b\nx,"1,234,567.5"']],
  ["amounts", "a;b\n4,65 €;12,5 %\n−1 234,50 €;−0,5", ["a,b\n4.65 €,12.5%\n-1234.50 €,-0.5", SEMICOLONS]],
  ["Swiss thousands", "a;b\n1'234.50;x", ["a,b\n1234.50,x", "Read with semicolons as separators."]],
  [
    "both decimal marks in one column",
    "a;b\n1.50;x\n2,75;y\n1.234;z",
    [
      "a,b\n1.50,x\n2.75,y\n'1.234,z",
      "Read with semicolons as separators and both points and commas as decimal marks.",
      "It is unclear whether points or commas are decimal marks. Numbers kept as text: 1.",
    ],
  ],
  [
    "an ambiguous decimal mark",
    "a;b\n1.234;x\n5.678;y",
    [
      "a,b\n'1.234,x\n'5.678,y",
      "Read with semicolons as separators.",
      "It is unclear whether points or commas are decimal marks. Numbers kept as text: 2.",
    ],
  ],
  ["a decimal mark known from another column", "a;b\n1.234;0,5", ["a,b\n1234,0.5", SEMICOLONS]],
  [
    "values that are not numbers",
    "a;b\n01.02.2026;007\n1.2.3;030 123 456",
    ["a,b\n01.02.2026,007\n1.2.3,030 123 456", "Read with semicolons as separators."],
  ],
  ["no content", "", [""]],
])("reads a table with %s", (_, text, expected) => {
  expect(read(text)).toEqual(expected);
});

test("recognizes a table that needs no conversion", () => {
  expect(readTable('a,"b"\n1,"2"\n').isAsItWas).toBe(true);
  expect(readTable("a;b\n1;2").isAsItWas).toBe(false);
});

test("reads a megabyte in linear time", () => {
  for (const line of [
    "Pear;4,65;1.234,50\n",
    '"a""b;c\n',
    "1 234 567,89 €;;;;\n",
    "'".repeat(500) + "\n",
    ",,,,;;;;||||\n",
  ]) {
    const { rows } = readTable(line.repeat(1_000_000 / line.length));
    expect(rows.length).toBeGreaterThan(0);
  }
});
