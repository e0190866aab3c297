/**
 * Six edits at the place where a person is typing, each as line edits and as a whole body, in both orders. Used by tests in
 * workerd and by a program that runs them against a live service.
 */
import type { LivePage } from "../../src/live-client/page.ts";

export const START = ["# Plan", "", "alpha one", "bravo two", "charlie three", "", "end"];
/** The place where the person types, and the text. */
const AT = "bravo";
const TYPED = " TYPED";

type Lines = readonly {
  readonly operation: string;
  readonly startLine: number;
  readonly endLine?: number;
  readonly content?: string;
}[];

/** `lines` edits the page as a tool has read it, `body` does the same as a whole body; `words` must be there afterwards. */
type Race = {
  readonly lines: Lines;
  readonly body: readonly string[];
  readonly words: readonly string[];
  readonly near: RegExp;
};

const RACES: Readonly<Record<string, Race>> = {
  "another line is replaced": {
    lines: [{ operation: "replace", startLine: 3, content: "alpha ONE" }],
    body: START.with(2, "alpha ONE"),
    words: ["alpha", "ONE"],
    near: /^bravo TYPED two$/m,
  },
  "a paragraph is inserted first and the end changes": {
    lines: [
      { operation: "replace", startLine: 7, content: "end of it" },
      { operation: "insert", startLine: 1, content: "New first" },
    ],
    body: ["New first", ...START.with(6, "end of it")],
    words: ["New", "first", "of", "it"],
    near: /^bravo TYPED two$/m,
  },
  "two lines are inserted and one is deleted": {
    lines: [
      { operation: "insert", startLine: 6, content: "delta" },
      { operation: "delete", startLine: 3 },
      { operation: "insert", startLine: 2, content: "echo" },
    ],
    body: ["# Plan", "echo", "", "bravo two", "charlie three", "delta", "", "end"],
    words: ["delta", "echo"],
    near: /^bravo TYPED two$/m,
  },
  "three paragraphs become a list": {
    lines: [{ operation: "replace", startLine: 3, endLine: 5, content: "- alpha one\n- bravo two\n- charlie three" }],
    body: ["# Plan", "", "- alpha one", "- bravo two", "- charlie three", "", "end"],
    words: ["alpha", "charlie"],
    near: /^- bravo TYPED two$/m,
  },
  "the paragraph becomes a heading": {
    lines: [{ operation: "replace", startLine: 4, content: "## bravo two" }],
    body: START.with(3, "## bravo two"),
    words: ["##"],
    near: /^## bravo TYPED two$/m,
  },
  "the same paragraph is reworded": {
    lines: [{ operation: "replace", startLine: 4, content: "bravo number two, again" }],
    body: START.with(3, "bravo number two, again"),
    words: ["number", "again"],
    near: /bravo.*TYPED/,
  },
};

export type RaceCase = readonly [
  name: string,
  by: "lines" | "body",
  order: "typed first" | "written first",
  race: Race,
];

export const RACE_CASES: readonly RaceCase[] = Object.entries(RACES).flatMap(([name, race]) =>
  (["lines", "body"] as const).flatMap((by) =>
    (["typed first", "written first"] as const).map((order): RaceCase => [name, by, order, race]),
  ),
);

/** A page with the text `START` that two people have open and a tool has read. */
export type Stage = {
  readonly person: { readonly page: LivePage; readonly hold: () => void; readonly release: () => void };
  readonly other: { readonly page: LivePage };
  /** Changes the page based on the text that the tool has read. Both throw if rejected. */
  readonly writeLines: (change: Lines[number]) => Promise<unknown>;
  readonly writeBody: (content: string) => Promise<unknown>;
  readonly read: () => Promise<string>;
  /** Resolves once `isSo` returns true, and rejects on a timeout. */
  readonly until: (what: string, isSo: () => boolean) => Promise<unknown>;
};

/** Plays one case and returns the final text. Throws an Error that describes what is wrong with it. */
export async function playRace(stage: Stage, [, by, order, race]: RaceCase): Promise<string> {
  const { person, other, until } = stage;
  const isSaved = (): boolean => person.page.status.state === "saved";
  for (const { page } of [person, other]) {
    await until("both are connected", () => page.status.state === "connected");
    await until("the page is there", () => page.text.toJSON() === START.join("\n"));
  }
  person.hold();
  person.page.text.insert(person.page.text.toJSON().indexOf(AT) + AT.length, TYPED);
  if (order === "typed first") {
    person.release();
    await until("what was typed is saved", isSaved);
  }
  // From the bottom up, so that each edit's line numbers are those of the page as it was read.
  if (by === "lines") for (const change of race.lines) await stage.writeLines(change);
  else await stage.writeBody(race.body.join("\n"));
  person.release();
  await until("what was typed is saved", isSaved);
  const content = await stage.read();
  const words = content.split(/\s+|,/);
  const lost = race.words.filter((word) => !words.includes(word));
  if (!race.near.test(content) || lost.length > 0)
    throw new Error(`Lost ${lost.join(" ")} or the typed text:\n${content}`);
  for (const { page } of [person, other]) await until("both see the page", () => page.text.toJSON() === content);
  await Promise.all([person.page.close(), other.page.close()]);
  return content;
}
