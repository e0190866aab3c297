import { expect, test } from "vitest";
import { seeded } from "../../../test/support/seeded.ts";
import { readFrontMatter } from "../properties/front-matter.ts";
import { newProperty, readOption, type Property } from "../properties/schema.ts";
import { indexedValues, type IndexedValue } from "../properties/values.ts";
import { readQueryJson } from "./check.ts";
import { matchesQuery, resolve } from "./evaluate.ts";
import { QueryFault } from "./faults.ts";
import { parseQuery, printQuery } from "./parse.ts";
import { allOf, fieldsOf, OPERATORS_OF, testsOf, type Query } from "./query.ts";

const SCHEMA: readonly Property[] = [
  { ...newProperty("Status", "choice"), options: ["To do", "Doing", "In review", "Done"].map(readOption) },
  newProperty("Due", "date"),
  newProperty("Owner", "people"),
  newProperty("Tags", "choices"),
  newProperty("Budget", "number"),
  newProperty("Approved", "checkbox"),
  newProperty("Start date", "date"),
  newProperty("Project", "page"),
];
const KNOWN = fieldsOf(SCHEMA);
const OPEN = fieldsOf([]);

test.each<readonly [string, Query]>([
  ["Status != Done", { p: "Status", op: "!=", v: "Done" }],
  ["status in (to do, In review) and due <= today+7d", { and: [{ p: "Status", op: "in", v: ["To do", "In review"] }, { p: "Due", op: "<=", v: "today+7d" }] }], // oxfmt-ignore
  ["Owner has me and not Approved", { and: [{ p: "Owner", op: "has", v: "me" }, { not: { p: "Approved", op: "=", v: true } }] }], // oxfmt-ignore
  [
    "Due is empty or Due < today",
    {
      or: [
        { p: "Due", op: "empty" },
        { p: "Due", op: "<", v: "today" },
      ],
    },
  ],
  ["Due is not empty", { p: "Due", op: "filled" }],
  ["[Start date] >= 2026-12-01", { p: "Start date", op: ">=", v: "2026-12-01" }],
  ["(Tags has venue or Tags has print) and Status = Doing", { and: [{ or: [{ p: "Tags", op: "has", v: "venue" }, { p: "Tags", op: "has", v: "print" }] }, { p: "Status", op: "=", v: "Doing" }] }], // oxfmt-ignore
  ['Title contains "the \\"hall\\""', { p: "Title", op: "contains", v: 'the "hall"' }],
  ['Project = "Spring meeting"', { p: "Project", op: "=", v: "Spring meeting" }],
  ["Owner has user:0198-a", { p: "Owner", op: "has", v: "user:0198-a" }],
  ["Budget >= -3.5", { p: "Budget", op: ">=", v: -3.5 }],
  ["Title = 2026", { p: "Title", op: "=", v: "2026" }],
])("parses %s, and prints what it parses", (source, query) => {
  expect(parseQuery(source, KNOWN)).toEqual(query);
  expect(parseQuery(printQuery(query), KNOWN)).toEqual(query);
  expect(readQueryJson(JSON.parse(JSON.stringify(query)), KNOWN)).toEqual(query);
});

function faultOf(read: () => Query): string {
  try {
    return JSON.stringify(read());
  } catch (error) {
    if (error instanceof QueryFault) return error.message;
    throw error;
  }
}

test.each([
  ["Stauts = Done", "Character 1: there is no property “Stauts”. Did you mean “Status”?"],
  ["Start >= today", "Character 1: there is no property “Start”. Did you mean “[Start date]”?"],
  ["Wholly = 1", "Character 1: there is no property “Wholly”."],
  ["Budget > soon", "Character 10: “Budget” is a number, and “soon” is not."],
  ["Status = Blocked", "Character 10: “Status” has no choice “Blocked”; it has To do, Doing, In review, Done."],
  ["Due <", "At the end: a value is expected."],
  ["(Status = Done", "At the end: a “)” is missing."],
  ["Tags > 3", "Character 6: “Tags” does not support “>”; use has, in."],
  ["Due is late", "Character 8: “is” must be followed by “empty” or “not empty”."],
  ["Status = Done Budget > 3", "Character 15: “and”, “or” or the end is expected, not “Budget”."],
  ["Due < tomorrow", "Character 7: “Due” is a date, such as 2026-12-01 or today+7d, and “tomorrow” is not."],
  ["Due = 2026-02-30", "Character 7: “Due” is a date, such as 2026-12-01 or today+7d, and “2026-02-30” is not."],
  ["Approved = maybe", "Character 12: “Approved” is true or false."],
  ["Approved = constructor", "Character 12: “Approved” is true or false."],
  ["; drop", "Character 1: “;” is not understood here."],
  ["Status", "At the end: “Status” must be followed by one of: =, !=, in, is empty."],
  ["Status in Done", "Character 11: “in” needs a list in parentheses, separated by commas."],
  ["", "At the end: the name of a property is expected."],
  ["= 3", "Character 1: the name of a property is expected."],
  [`Title = "${"x".repeat(2000)}"`, "A filter has at most 2,000 characters."],
  ["a ".repeat(201), "A filter has at most 200 words."],
  [Array.from({ length: 61 }, () => "Approved").join(" or "), "A filter has at most 60 conditions and values."],
  [
    `Budget in (${Array.from({ length: 60 }, (_, n) => n).join(",")})`,
    "A filter has at most 60 conditions and values.",
  ],
  ["(".repeat(25), "Character 22: Conditions nest at most 20 deep."],
  [`${"not ".repeat(25)}Approved`, "Character 85: Conditions nest at most 20 deep."],
])("refuses %s", (source, sentence) => {
  expect(faultOf(() => parseQuery(source, KNOWN))).toBe(sentence);
});

const deep = (levels: number): unknown =>
  levels === 0 ? { p: "Approved", op: "=", v: true } : { not: deep(levels - 1) };

test.each<readonly [string, unknown, string]>([
  ["null", null, "Condition 1: this is not a condition."],
  ["an unknown operator", { p: "Due", op: "~" }, "Condition 1: this is not a condition."],
  ["an unknown name", { and: [{ p: "Due", op: "empty" }, { p: "Dua", op: "empty" }] }, "Condition 3: there is no property “Dua”. Did you mean “Due”?"], // oxfmt-ignore
  ["no value", { p: "Due", op: "<" }, "Condition 1: a value is expected."],
  ["a value of another type", { p: "Budget", op: "<", v: "3" }, "Condition 1: “Budget” is a number, and “3” is not."],
  ["an object as value", { p: "Title", op: "=", v: {} }, "Condition 1: a value is expected."],
  ["a value instead of a list", { p: "Status", op: "in", v: "Done" }, "Condition 1: “in” needs a list in parentheses, separated by commas."], // oxfmt-ignore
  ["no parts", { or: [] }, "Condition 1: this is not a condition."],
  ["too many levels", deep(30), "Conditions nest at most 20 deep."],
  ["too many values", { or: [{ p: "Approved", op: "=", v: true }, { p: "Budget", op: "in", v: Array.from({ length: 59 }, (_, n) => n) }] }, "A filter has at most 60 conditions and values."], // oxfmt-ignore
  ["too many conditions", { and: Array.from({ length: 300 }, () => ({ p: "Due", op: "empty" })) }, "A filter has at most 200 words."], // oxfmt-ignore
])("refuses JSON with %s", (_, json, sentence) => {
  expect(faultOf(() => readQueryJson(json, KNOWN))).toBe(sentence);
});

test("without declarations every name is accepted", () => {
  expect(parseQuery("anything > 3 and Other has x", OPEN)).toEqual({ and: [{ p: "anything", op: ">", v: 3 }, { p: "Other", op: "has", v: "x" }] }); // oxfmt-ignore
});

const row = (source: string, title = "Book the hall"): ReadonlyMap<string, readonly IndexedValue[]> =>
  Map.groupBy(
    [
      ...indexedValues(readFrontMatter(`---\n${source}\n---\n`)),
      { key: "title", n: 0, value: title.toLowerCase(), shown: title },
    ],
    ({ key }) => key,
  );

const ROW = row('Status: In review\nDue: 2026-12-01T10:00\nOwner: ["@[Ann](user:u1)"]\nTags: [Venue, spring]\nBudget: 12\nApproved: false\nStart date: soon\nProject: "[Spring meeting](page:p1)"'); // oxfmt-ignore
const CONTEXT = { userId: "u1", today: "2026-12-01" };

test.each([
  ["Status = In review", true],
  ["Status != Done", true],
  ["not Status = In review", false],
  ["Status in (Done, In review)", true],
  ["Due = today", true],
  ["Due <= today", true],
  ["Due < today", false],
  ["Due > today", false],
  ["Due >= 2026-12-01", true],
  ["Due < today+1d", true],
  ["Due > today-1m", true],
  ["Owner has me", true],
  ["Owner has Ann", true],
  ["Owner has user:u2", false],
  ["Tags has venue", true],
  ["Tags in (print, SPRING)", true],
  ["Tags has print", false],
  ["Budget > 11.5 and Budget < 12.5", true],
  ["Budget in (1, 12)", true],
  ["Approved", false],
  ["Approved = no", true],
  ["[Start date] < today", false],
  ["[Start date] > today", false],
  ["[Start date] is empty", false],
  ['Project = "spring meeting"', true],
  ["Project = page:p1", true],
  ["Title contains HALL", true],
  ["Title starts hall", false],
  ["Created is empty or Status = Done", true],
])("evaluates %s", (source, isMatch) => {
  expect(matchesQuery(parseQuery(source, KNOWN), ROW, CONTEXT)).toBe(isMatch);
});

test("a page without the property matches its negation, and no comparison", () => {
  const matches = (source: string): boolean => matchesQuery(parseQuery(source, KNOWN), row("x: 1"), CONTEXT);
  expect(["Status != Done", "Due is empty", "not Approved"].map(matches)).toEqual([true, true, true]);
  expect(["Due < today", "Due > today", "Budget <= 0", "Approved = no"].map(matches)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test.each([
  ["today", "2026-01-31"],
  ["today+1d", "2026-02-01"],
  ["today-2w", "2026-01-17"],
  ["today+1m", "2026-02-28"],
  ["today-11m", "2025-02-28"],
  ["today+2y", "2028-01-31"],
])("%s is %s", (value, day) => {
  expect(resolve(value, { userId: null, today: "2026-01-31" })).toBe(day);
});

test("every query is printed in a form that parses to it, and its negation matches the other rows", () => {
  const next = seeded(5);
  const pick = <T>(list: readonly T[]): T => list[next() % list.length] as T; // oxlint-disable-line typescript/no-unsafe-type-assertion
  const condition = (): Query => {
    const field = pick(KNOWN.fields);
    const p = field.name;
    const op = pick([...OPERATORS_OF[field.type], "empty", "filled"] as const);
    if (op === "empty" || op === "filled") return { p, op };
    const value = () => {
      if (field.options.length > 0) return pick(field.options);
      if (field.type === "number") return (next() % 100) / 4;
      if (field.type === "checkbox") return pick([true, false]);
      if (field.type === "date") return pick(["today", "today-3d", "2026-12-01"]);
      return pick(["venue", "a b", "and", 'q"\\', "me", "2026", "user:u1", "é", "(", "In review"]);
    };
    return op === "in" ? { p, op, v: [value(), value()] } : { p, op, v: value() };
  };
  const make = (depth: number): Query => {
    const kind = depth > 3 ? 0 : next() % 4;
    if (kind === 1) return { not: make(depth + 1) };
    if (kind === 2) return { and: [make(depth + 1), make(depth + 1)] };
    return kind === 3 ? { or: [make(depth + 1), make(depth + 1), make(depth + 1)] } : condition();
  };
  for (let n = 0; n < 500; n += 1) {
    const query = make(0);
    const source = printQuery(query);
    if (source.length > 2000 || testsOf(query).length > 20) continue;
    expect(matchesQuery({ not: query }, ROW, CONTEXT)).toBe(!matchesQuery(query, ROW, CONTEXT));
    expect(parseQuery(source, KNOWN)).toEqual(query);
  }
});

test("conditions of several lines are joined", () => {
  const [a, b] = [
    { p: "Due", op: "empty" },
    { p: "Approved", op: "=", v: true },
  ] as const;
  expect(allOf([])).toBe(null);
  expect(allOf([a])).toBe(a);
  expect(allOf([a, b])).toEqual({ and: [a, b] });
});
