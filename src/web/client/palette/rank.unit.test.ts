import { expect, test } from "vitest";
import { foldTitle, rank, rankNamed } from "./rank.ts";

const titlesOf = (...titles: string[]) => titles.map((title) => foldTitle({ id: title, title }));
const found = (typed: string, ...titles: string[]) => rank(typed, titlesOf(...titles), 10).map(({ title }) => title);

test("ranks a match at the start of a title before one at the start of a word or inside a word", () => {
  expect(found("plan", "Airplane", "The plan", "Planning", "Budget")).toEqual(["Planning", "The plan", "Airplane"]);
});

test("ranks the exact title first, regardless of the length of others", () => {
  expect(found("road map", "Road map", "Road maps", "map road")).toEqual(["Road map", "Road maps", "map road"]);
});

test("requires every word of the query, in any order", () => {
  expect(found("notes budget", "Budget notes", "Budget", "Notes")).toEqual(["Budget notes"]);
});

test("ignores case and accents, and matches substrings in scripts without spaces", () => {
  expect(found("EMILE", "Émile")).toEqual(["Émile"]);
  expect(found("日", "会議の日程")).toEqual(["会議の日程"]);
});

test("ranks the recently visited page first among equal matches", () => {
  const titles = titlesOf("Plan A", "Plan B");
  expect(rank("plan", titles, 1, (id) => (id === "Plan B" ? 1 : 0))).toEqual([{ id: "Plan B", title: "Plan B" }]);
});

test("returns nothing for an empty query, and at most the requested number of results", () => {
  expect(found("  ", "Plan")).toEqual([]);
  expect(rank("p", titlesOf("p1", "p2", "p3"), 2)).toHaveLength(2);
});

test("ranks the exact command name before commands that only contain its words", () => {
  const commands = [
    { id: "drive", title: "Share drive", keywords: ["sign out of it"] },
    { id: "everywhere", title: "Sign out everywhere", keywords: [] },
    { id: "out", title: "Sign out", keywords: ["log off leave this browser with everything that is in it"] },
  ];
  expect(rankNamed("sign out", commands, 3).map(({ id }) => id)[0]).toBe("out");
  expect(rankNamed("LOG OFF", commands, 3).map(({ id }) => id)).toEqual(["out"]);
});
