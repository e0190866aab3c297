/** Tools that edit the text of a page. Positions refer to the revision that the caller read. */
import { toIso } from "../../../kernel/clock.ts";
import * as z from "zod";
import { AppError, invalid } from "../../../kernel/errors.ts";
import { CONTENT_LIMIT_BYTES } from "../../../kernel/text.ts";
import { withField } from "../../../formats/sheet/csv.ts";
import { rangeOf } from "../../../formats/sheet/references.ts";
import { countRows, isSettings } from "../../../formats/sheet/settings-line.ts";
import type { TextEdit } from "../../../realtime/text-edit.ts";
import { splitLines } from "../../../realtime/text.ts";
import { changesAppearance } from "../../../kernel/page.ts";
import { AppearanceArguments, readAppearance } from "./appearance.ts";
import { patchPage } from "../../pages/service.ts";
import { editText, type PageEditRequest, type EditResult } from "./edit-text.ts";
import { excerptOf } from "./page-text.ts";
import { lineNumberWarnings } from "./line-numbers.ts";
import { PageRef, pageIdOf } from "./page-ref.ts";
import { LineArgument, addressOf, tool } from "./tool.ts";
import { planTasks } from "./task-edits.ts";

const Text = z.string().max(CONTENT_LIMIT_BYTES);
const Line = z.int().min(1);
const Base = z.int().min(0).describe("revision returned by fetch");
const DiffFrom = z.int().min(0).optional().describe("nextDiff");
const Expected = z.int().min(0).optional().describe("Fail if the page has changed since");
const DryRun = z.boolean().default(false).describe("Only show the diff");
const Suggest = z.boolean().optional();

/** Only the main fields are listed; responses also contain the other fields of an excerpt, like those of fetch. */
const Edited = z.looseObject({
  changed: z.boolean(),
  revision: z.int(),
  text: z.string(),
  warnings: z.array(z.string()),
  diff: z.string().optional(),
  nextDiff: z.int().nullable().optional(),
  suggestions: z.array(z.string()).optional(),
});

const answer = ({ warnings, suggestions, ...result }: EditResult): z.output<typeof Edited> => ({
  ...result,
  warnings: [...warnings],
  ...(suggestions && { suggestions: [...suggestions] }),
});

/** One flat object, because clients that show the schema to a model pay for each branch of a union. */
const Edit = z.strictObject({
  op: z.enum(["replace", "insert", "delete", "append", "replace_text"]),
  startLine: Line.optional(),
  endLine: Line.optional(),
  content: Text.optional(),
  oldText: Text.optional(),
  newText: Text.optional(),
  all: z.boolean().optional(),
});

function toTextEdit(edit: z.output<typeof Edit>, index: number): TextEdit {
  const { op, startLine, endLine, content, oldText, newText, all } = edit;
  const need = <T>(value: T | undefined, name: string): T => {
    if (value !== undefined) return value;
    throw invalid(`edits.${index}`, `edits.${index}: ${op} requires ${name}.`);
  };
  switch (op) {
    case "replace":
      return { op, startLine: need(startLine, "startLine"), endLine, content: need(content, "content") };
    case "insert":
      return { op, startLine: need(startLine, "startLine"), content: need(content, "content") };
    case "delete":
      return { op, startLine: need(startLine, "startLine"), endLine };
    case "append":
      return { op, content: need(content, "content") };
    case "replace_text":
      return { op, oldText: need(oldText, "oldText"), newText: need(newText, "newText"), all };
  }
}

const editPageTool = tool({
  name: "edit_page",
  title: "Edit a page",
  description:
    "Edits and renames a page, and sets its icon, in one change: all edits are applied or none. Line numbers and oldText refer to the " +
    "page at baseRevision (not needed for replace_text and append); later changes by others are merged. replace: replaces lines startLine to endLine by content. " +
    "insert: inserts content before startLine. delete: deletes lines. append: adds content at the end. replace_text: replaces oldText, which " +
    "must occur once (or all: true), by newText. Send content without line numbers. Returns the resulting lines. " +
    "suggest: only suggests each change.",
  kind: "destroy",
  idempotent: false,
  input: z.strictObject({
    page: PageRef,
    baseRevision: Base.optional(),
    edits: z.array(Edit).max(200).default([]),
    title: LineArgument(255).optional(),
    ...AppearanceArguments,
    expectedRevision: Expected,
    dryRun: DryRun,
    suggest: Suggest,
    diffFrom: DiffFrom,
  }),
  output: Edited,
  async run(context, { page, edits: sent, icon, cover, ...request }) {
    const edits = sent.map(toTextEdit);
    const appearance = readAppearance({ icon, cover });
    const pageId = await pageIdOf(context, page);
    if (edits.length > 0) {
      const byLine = edits.find(({ op }) => op !== "replace_text" && op !== "append");
      if (byLine && request.baseRevision === undefined)
        throw invalid("baseRevision", `${byLine.op} requires baseRevision: the revision returned by fetch.`);
      const edited = answer(await editText(context, { ...request, appearance, pageId, edits }));
      const texts = sent.flatMap(({ content, newText }) => [content, newText]);
      return { ...edited, warnings: [...edited.warnings, ...lineNumberWarnings("The content", texts)] };
    }
    const { title, expectedRevision } = request;
    if (title === undefined && !changesAppearance(appearance))
      throw invalid("edits", "Send edits, a title, an icon or a cover.");
    if (request.suggest) throw invalid("suggest", "Only edits of the text can be suggested.");
    if (request.dryRun) throw invalid("dryRun", "Only edits of the text have a diff.");
    const renamed = await patchPage(context.deps, context.caller, pageId, { title, ...appearance, expectedRevision });
    return {
      id: renamed.id,
      title: renamed.title,
      url: addressOf(context, renamed.id),
      changed: true,
      ...excerptOf(splitLines(renamed.content), renamed.revision, 1, 3),
      warnings: [],
    };
  },
});

/** How many rows beyond the last one a cell reference may add. */
const MAX_NEW_ROWS = 1_000;

type CellValue = { readonly cell: string; readonly value: string };

/** Produces one edit per changed row. New rows are appended, which places them before the sheet's settings line. */
function planCells(base: string, cells: readonly CellValue[]): TextEdit[] {
  const all = splitLines(base);
  const lines = all.slice(
    0,
    countRows(all.length, (index) => all[index] ?? ""),
  );
  const changed = new Map<number, string>();
  for (const { cell, value } of cells) {
    const range = rangeOf(cell);
    if (!range || cell.includes(":")) throw invalid("cells", `“${cell}” is not a cell. Cell names look like B7.`);
    const { top: row, left: column } = range;
    if (isSettings(lines[row] ?? ""))
      throw invalid(
        "cells",
        `Line ${row + 1} contains the settings of the sheet. Move it to the end with edit_page first.`,
      );
    if (row >= lines.length + MAX_NEW_ROWS) {
      throw new AppError("line_out_of_range", `${cell}: the sheet has ${lines.length} rows.`, {
        totalLines: lines.length,
      });
    }
    changed.set(row, withField(changed.get(row) ?? lines[row] ?? "", column, value));
  }
  const edits: TextEdit[] = [];
  const added: string[] = [];
  for (const [row, content] of changed) {
    if (row < lines.length) edits.push({ op: "replace", startLine: row + 1, content });
    else added[row - lines.length] = content;
  }
  if (added.length > 0) edits.push({ op: "append", content: Array.from(added, (line) => line ?? "").join("\n") });
  return edits;
}

const editCellsTool = tool({
  name: "edit_cells",
  title: "Edit cells of a sheet",
  description:
    "Sets cells of a SHEET page, named as in spreadsheets. A value that starts with = is a formula. A last line " +
    "`#octavo-sheet` contains display settings and is not a row.",
  kind: "destroy",
  idempotent: true,
  input: z.strictObject({
    page: PageRef,
    baseRevision: Base,
    cells: z
      .array(z.strictObject({ cell: z.string().max(12).describe("Such as B7"), value: z.string().max(32_767) }))
      .min(1)
      .max(500),
    expectedRevision: Expected,
    dryRun: DryRun,
    suggest: Suggest,
    diffFrom: DiffFrom,
  }),
  output: Edited,
  async run(context, { page, cells, ...request }) {
    const pageId = await pageIdOf(context, page);
    return answer(
      await editText(context, {
        ...request,
        pageId,
        edits(type, base) {
          if (type !== "SHEET")
            throw new AppError("not_editable", `This is a ${type} page, not a SHEET. Use edit_page.`);
          return planCells(base, cells);
        },
      }),
    );
  },
});

const updateTasksTool = tool({
  name: "update_tasks",
  title: "Update tasks",
  description:
    "Checks off, renames and adds tasks (`- [ ] title`) on a TASK_LIST or any Markdown page. Identify a task by its line at " +
    "baseRevision or by text that occurs only in that task.",
  kind: "destroy",
  idempotent: false,
  input: z.strictObject({
    page: PageRef,
    baseRevision: Base,
    set: z
      .array(
        z.strictObject({
          line: Line.optional(),
          text: z.string().min(1).max(2_000).optional(),
          done: z.boolean().optional(),
          newTitle: LineArgument(2_000).optional(),
          status: z.string().max(100).optional().describe("One that the list declares; sets done too"),
        }),
      )
      .max(200)
      .default([]),
    add: z
      .array(
        z.strictObject({
          title: LineArgument(2_000),
          done: z.boolean().default(false),
          beforeLine: Line.optional().describe("Default: at the end"),
        }),
      )
      .max(200)
      .default([]),
    dryRun: DryRun,
    suggest: Suggest,
    diffFrom: DiffFrom,
  }),
  output: Edited,
  async run(context, { page, set, add, ...request }) {
    if (set.length + add.length === 0) throw invalid("set", "Send tasks to set or to add.");
    const pageId = await pageIdOf(context, page);
    const edits: PageEditRequest["edits"] = (type, base) =>
      planTasks(type, base, set, add, toIso(context.deps.now).slice(0, 10));
    return answer(await editText(context, { ...request, pageId, edits }));
  },
});

export const EDIT_TOOLS = [editPageTool, editCellsTool, updateTasksTool];
