/** Random changes of a task list and of properties, made by the functions that the product's views and tools use. */
import { ChangeSet, Text } from "@codemirror/state";
import { descriptionOf, setDescription } from "../../../src/formats/tasks/description.ts";
import * as edits from "../../../src/formats/tasks/edits.ts";
import { changeStatus, readStatuses } from "../../../src/formats/tasks/statuses.ts";
import { parseTasks, type Section, type Task, wordsOf } from "../../../src/formats/tasks/tasks.ts";
import { setProperty } from "../../../src/formats/properties/front-matter-edits.ts";
import { findEntry, readFrontMatter } from "../../../src/formats/properties/front-matter.ts";
import type { Splice } from "../../../src/realtime/splices.ts";
import { seeded } from "../../support/seeded.ts";
import { taskName } from "./reading.ts";

export class Dice {
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seeded(seed);
  }

  below(end: number): number {
    return this.next() % end;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error("There is nothing to pick from.");
    return value;
  }
}

/** `task`: the name of the task that it changes; empty if it adds one or sets a property. */
export type Act = {
  readonly name: string;
  readonly task: string;
  readonly splices: readonly Splice[];
  readonly text: string;
};

type Place = {
  readonly doc: Text;
  readonly lines: readonly string[];
  readonly sections: readonly Section[];
  readonly section: Section;
  readonly task: Task;
  readonly dice: Dice;
  /** A new word that occurs nowhere else. */
  readonly word: (kind: "tk" | "wd" | "nt") => string;
};

type Make = (place: Place) => edits.Edit[] | null;

const SYLLABLES = ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu"];
const syllables = (dice: Dice): string => Array.from({ length: 3 }, () => dice.pick(SYLLABLES)).join("");
/** Titles share few words, as those of people do. */
const title = (word: string, dice: Dice): string => `${syllables(dice)} ${word} ${syllables(dice)}`;

const PEOPLE = [{ id: "u1", name: "Ann" }, { id: "u2", name: "Ben" }, { id: "u3", name: "Cleo" }]; // oxfmt-ignore
const LABELS = ["venue", "print", "money"];
const TODAY = "2026-12-05";
const dateFrom = (dice: Dice): string => `2027-0${1 + dice.below(9)}-${10 + dice.below(19)}`;

const TASK_ACTS: Readonly<Record<string, readonly [weight: number, Make]>> = {
  status: [8, ({ doc, task, dice }) => edits.setStatus(doc, task, dice.pick(readStatuses(doc.toString())))],
  tick: [4, ({ doc, task }) => (task.isDone ? edits.setDone(doc, task, false) : edits.complete(doc, task, TODAY))],
  due: [4, ({ doc, task, dice }) => edits.setDue(doc, task, dice.chance(20) ? null : dateFrom(dice))],
  priority: [2, ({ doc, task, dice }) => edits.setPriority(doc, task, dice.pick(["high", "low", null]))],
  assign: [4, ({ doc, task, dice }) => edits.assign(doc, task, dice.pick(PEOPLE))],
  unassign: [2, ({ doc, task, dice }) => edits.unassign(doc, task, dice.pick(PEOPLE).id)],
  label: [3, ({ doc, task, dice }) => edits.addLabel(doc, task, dice.pick(LABELS))],
  unlabel: [2, ({ doc, task, dice }) => edits.removeLabel(doc, task, dice.pick(LABELS))],
  reword: [3, reword],
  describe: [3, describe],
  move: [8, move],
  remove: [3, ({ doc, task }) => edits.remove(doc, task)],
  add: [4, ({ doc, section, word, dice }) => edits.add(doc, section, `${title(word("tk"), dice)}${dice.chance(50) ? " status:doing" : ""}`)],
  "add below": [2, ({ doc, task, word, dice }) => (task.level > 1 ? [] : edits.addBelow(doc, task, title(word("tk"), dice)))],
  "color of a status": [1, ({ doc, dice }) => changeStatus(doc.toString(), dice.pick(readStatuses(doc.toString())), { color: dice.pick(["red", "blue", "teal"]) })],
  property: [4, ({ doc, dice }) => property(doc.toString(), dice)],
}; // oxfmt-ignore

function reword({ doc, task, word, dice }: Place): edits.Edit[] {
  const words = wordsOf(task.source).split(" ");
  const people = words.findIndex((each) => each.startsWith("@"));
  const at = dice.below((people < 0 ? words.length : people) + 1);
  return edits.setWords(doc, task, words.toSpliced(at, 0, word("wd")).join(" "));
}

function describe({ doc, lines, section, task, word, dice }: Place): edits.Edit[] {
  const before = descriptionOf(lines, section.tasks, task).split("\n").filter((line) => line !== ""); // oxfmt-ignore
  const text = before.toSpliced(dice.below(before.length + 1), 0, `${title(word("nt"), dice)}.`).join("\n");
  return setDescription(doc, section.tasks, task, text);
}

function move({ doc, sections, task, dice }: Place): edits.Edit[] {
  const section = dice.pick(sections);
  const tops = section.tasks.filter(({ level }) => level === 0);
  return edits.move(doc, task, {
    section,
    before: dice.chance(25) ? null : (tops[dice.below(tops.length + 1)] ?? null),
  });
}

/** Text, a number, a date and a list. */
export function property(text: string, dice: Dice): edits.Edit[] | null {
  const name = dice.pick(["State", "Budget", "Due", "Tags"]);
  if (name === "State") return setProperty(text, name, dice.pick(["Doing", "Later", "Done"]));
  if (name === "Budget") return setProperty(text, name, 100 + dice.below(900));
  if (name === "Due") return setProperty(text, name, dateFrom(dice));
  const found = findEntry(readFrontMatter(text)?.entries ?? [], name)?.items ?? [];
  const tags = found.map(({ source }) => source);
  const tag = dice.pick(["venue", "print", "money", "spring"]);
  return setProperty(text, name, tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag]);
}

/** Acts by how often they are drawn. */
export const ACTS: readonly string[] = Object.entries(TASK_ACTS).flatMap(([name, [weight]]) =>
  Array.from({ length: weight }, () => name),
);

/** Null if the edit changes nothing. */
export function randomAct(text: string, dice: Dice, word: Place["word"], acts = ACTS): Act | null {
  const lines = text.split("\n");
  const doc = Text.of(lines);
  const sections = parseTasks(lines);
  const count = sections.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const chosen = count < 8 ? "add" : dice.pick(acts);
  const section = dice.pick(chosen === "add" ? sections : sections.filter(({ tasks }) => tasks.length > 0));
  const task = section.tasks[dice.below(Math.max(1, section.tasks.length))];
  if (!task && chosen !== "add") return null;
  // Adding a task needs none.
  const place = { doc, lines, sections, section, task: task as Task, dice, word };
  return actOf(doc, chosen, ["add", "property"].includes(chosen) ? "" : (taskName(task?.source ?? "") ?? ""), TASK_ACTS[chosen]?.[1](place) ?? []);
} // oxfmt-ignore

export function actOf(doc: Text, name: string, task: string, made: readonly edits.Edit[]): Act | null {
  const changes = ChangeSet.of([...made], doc.length);
  const splices: Splice[] = [];
  changes.iterChanges((from, to, _from, _to, inserted) => {
    splices.push({ at: from, remove: to - from, insert: inserted.toString() });
  });
  const text = changes.apply(doc).toString();
  return text === doc.toString() ? null : { name, task, splices, text };
}
