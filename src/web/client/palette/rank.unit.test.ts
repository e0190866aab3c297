import { expect, test } from "vitest";
import { foldTitle, rank, rankNamed } from "./rank.ts";

const titlesOf = (...titles: string[]) => titles.map((title) => foldTitle({ id: title, title }));
const found = (typed: string, ...titles: string[]) => rank(typed, titlesOf(...titles), 10).map(({ title }) => title);

test("a title's beginning comes before a word's, a word's before what is inside one", () => {
  expect(found("plan", "Airplane", "The plan", "Planning", "Budget")).toEqual(["Planning", "The plan", "Airplane"]);
});

test("the title itself comes first, however short the others are", () => {
  expect(found("road map", "Road map", "Road maps", "map road")).toEqual(["Road map", "Road maps", "map road"]);
});

test("every word has to be there, in any order", () => {
  expect(found("notes budget", "Budget notes", "Budget", "Notes")).toEqual(["Budget notes"]);
});

test("case and marks make no difference, and scripts without them are found by their parts", () => {
  expect(found("EMILE", "Émile")).toEqual(["Émile"]);
  expect(found("日", "会議の日程")).toEqual(["会議の日程"]);
});

test("of two that answer alike the one visited lately comes first", () => {
  const titles = titlesOf("Plan A", "Plan B");
  expect(rank("plan", titles, 1, (id) => (id === "Plan B" ? 1 : 0))).toEqual([{ id: "Plan B", title: "Plan B" }]);
});

test("nothing typed finds nothing, and no more than asked for is returned", () => {
  expect(found("  ", "Plan")).toEqual([]);
  expect(rank("p", titlesOf("p1", "p2", "p3"), 2)).toHaveLength(2);
});

test("the exact name comes first, before others that it is only one of the words of", () => {
  const commands = [
    { id: "drive", title: "Share drive", words: "sign out of it" },
    { id: "everywhere", title: "Sign out everywhere", words: "" },
    { id: "out", title: "Sign out", words: "log off leave this browser with everything that is in it" },
  ];
  expect(rankNamed("sign out", commands, 3).map(({ id }) => id)[0]).toBe("out");
  expect(rankNamed("LOG OFF", commands, 3).map(({ id }) => id)).toEqual(["out"]);
});
