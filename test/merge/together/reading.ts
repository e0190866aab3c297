/** Reads a page as values by name, with the product's own readers, and lists what no edit may produce. */
import { factsOf } from "../../../src/formats/tasks/facts.ts";
import { parseTasks, type Task } from "../../../src/formats/tasks/tasks.ts";
import { bodyStart, readFrontMatter, type Entry } from "../../../src/formats/properties/front-matter.ts";

/** Words that are unique in a page: the name of a task, a word added to its title, a line of its description. */
const TOKEN = /\b(tk|wd|nt)\d+x\b/g;

export type Reading = {
  /** `tk1x due` to `2026-12-01`; a missing name is a missing value. `wd1x` and `nt1x` have the name of their task. */
  readonly values: ReadonlyMap<string, string>;
  /** The lines that are neither properties nor part of a task. */
  readonly others: readonly string[];
  readonly faults: readonly string[];
};

export const taskName = (source: string): string | null => /\btk\d+x\b/.exec(source)?.[0] ?? null;

export function read(text: string): Reading {
  const values = new Map<string, string>();
  const faults: string[] = [];
  const put = (name: string, value: string): void => {
    if (values.has(name)) faults.push(`${name} is there twice`);
    values.set(name, value);
  };
  const lines = text.split("\n");
  const others = new Set(lines.keys());
  const bodyLine = text.slice(0, bodyStart(text)).split("\n").length - 1;
  for (let i = 0; i < bodyLine; i += 1) others.delete(i);
  readProperties(text, readFrontMatter(text)?.entries ?? [], "property", put, faults);
  for (const { title, tasks } of parseTasks(lines)) {
    for (const task of tasks) {
      readTask(task, tasks, title, put, faults);
      for (let i = task.line - 1; i < task.end; i += 1) others.delete(i);
    }
    readNotes(lines, tasks, put);
  }
  const rest = [...others].map((i) => lines[i] ?? "").filter((line) => line.trim() !== "");
  for (const [token] of rest.join("\n").matchAll(TOKEN)) faults.push(`${token} is outside of the tasks`);
  return { values, others: rest, faults };
}

type Put = (name: string, value: string) => void;

function readProperties(text: string, entries: readonly Entry[], lead: string, put: Put, faults: string[]): void {
  for (const { key, form, items, below, valueAt } of entries) {
    const name = `${lead} ${key ?? ""}`;
    if (key === null || form === "raw") faults.push(`${name} cannot be read`);
    else if (form === "map") readProperties(text, below, name, put, faults);
    else if (form === "scalar") put(name, text.slice(valueAt.from, valueAt.to));
    else for (const { source } of items) put(`${name} ${source}`, "yes");
  }
}

function readTask(task: Task, tasks: readonly Task[], title: string, put: Put, faults: string[]): void {
  const { source, level, line } = task;
  const name = taskName(source);
  if (name === null) return void faults.push(`a task without a name: ${source}`);
  const parent = tasks.findLast((each) => each.line < line && each.level < level && each.end >= line);
  put(name, "yes");
  put(`${name} place`, parent ? `below ${taskName(parent.source) ?? ""}` : title);
  put(`${name} done`, task.isDone ? "yes" : "no");
  const { single, spans } = factsOf(source);
  for (const [key, { value }] of single) put(`${name} ${key}`, value);
  const words = spans.map(({ from, to }) => source.slice(from, to).trim());
  const keys = words.filter((word) => /^(?:!|[a-z]+:)/.test(word)).map((word) => /^(?:!|[a-z]+:)/.exec(word)?.[0]);
  if (new Set(keys).size < keys.length) faults.push(`${name} has a fact twice`);
  for (const label of task.labels) put(`${name} label ${label}`, "yes");
  for (const { id } of task.people) put(`${name} person ${id}`, "yes");
  for (const [token] of source.matchAll(TOKEN)) if (token !== name) put(token, name);
}

/** A line of a description may follow a subtask that was added at the same time. */
function readNotes(lines: readonly string[], tasks: readonly Task[], put: Put): void {
  const heads = new Set(tasks.map(({ line }) => line));
  for (const [i, line] of lines.entries()) {
    const owner = tasks.findLast((task) => task.line <= i && i < task.end);
    if (!owner || heads.has(i + 1)) continue;
    for (const [token] of line.matchAll(TOKEN)) put(token, taskName(owner.source) ?? "");
  }
}
