/** Changes to the tasks of a text, as edits of its lines. Pure. */
import { AppError, invalid } from "../../../kernel/errors.ts";
import type { PageType } from "../../../kernel/page-type.ts";
import { splitLines } from "../../../realtime/text.ts";
import type { TextEdit } from "../../../realtime/text-edit.ts";

/** GFM §5.3: the list's mark, the box, and what is to be done. */
const TASK = /^(?<lead>\s*(?:[-*+]|\d{1,9}[.)])\s+\[)(?<box>[ xX])(?<close>\]\s+)(?<title>\S.*)$/;

const WITHOUT_TASKS: ReadonlySet<PageType> = new Set(["SHEET", "CANVAS", "CODE"]);

type TaskChange = {
  readonly line?: number | undefined;
  readonly text?: string | undefined;
  readonly done?: boolean | undefined;
  readonly newTitle?: string | undefined;
};
type NewTask = { readonly title: string; readonly done: boolean; readonly beforeLine?: number | undefined };

/** Throws `invalid_request` for a task that is not there, or that the text names together with others. */
export function planTasks(
  type: PageType,
  base: string,
  set: readonly TaskChange[],
  add: readonly NewTask[],
): TextEdit[] {
  if (WITHOUT_TASKS.has(type)) throw new AppError("not_editable", `A ${type} page has no tasks. Use edit_page.`);
  const lines = splitLines(base);
  const changes = set.map((change, index): TextEdit => {
    const line = lineOf(lines, change, `set.${index}`);
    const { lead = "", box = " ", close = "] ", title = "" } = TASK.exec(lines[line - 1] ?? "")?.groups ?? {};
    const mark = change.done === undefined ? box : change.done ? "x" : " ";
    return { op: "replace", startLine: line, content: `${lead}${mark}${close}${change.newTitle ?? title}` };
  });
  const additions = add.map(({ title, done, beforeLine }): TextEdit => {
    const content = `- [${done ? "x" : " "}] ${title}`;
    return beforeLine === undefined ? { op: "append", content } : { op: "insert", startLine: beforeLine, content };
  });
  return [...changes, ...additions];
}

function lineOf(lines: readonly string[], { line, text }: TaskChange, path: string): number {
  if (line !== undefined) {
    if (TASK.test(lines[line - 1] ?? "")) return line;
    throw invalid(path, `${path}: line ${line} is no task at that revision.`);
  }
  if (text === undefined) throw invalid(path, `${path}: name the task by line or text.`);
  const found = lines.flatMap((content, index) => (TASK.test(content) && content.includes(text) ? [index + 1] : []));
  const exact = found.filter((at) => TASK.exec(lines[at - 1] ?? "")?.groups?.["title"] === text);
  const [only, ...others] = exact.length > 0 ? exact : found;
  if (only === undefined) throw invalid(path, `${path}: no task says ${JSON.stringify(text)}.`);
  if (others.length > 0) {
    throw invalid(path, `${path}: lines ${[only, ...others].slice(0, 10).join(", ")} say that. Name one by its line.`);
  }
  return only;
}
