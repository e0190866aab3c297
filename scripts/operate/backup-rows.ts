/** Reads the copied rows of a table back from the parts of a backup. */
import type { BackedUpTable } from "../../src/features/operator/table-rules.ts";
import type { BackupFolder, Part } from "./backup-folder.ts";

export type Values = readonly (string | number | null)[];
export type RowBlock = { readonly columns: readonly string[]; readonly values: Values };

export const isHeader = (line: string): boolean => line.startsWith("{");

/** Rows of lines of which `{"table", "columns"}` come first; `table` is that of the row. */
export async function* rowsIn(lines: AsyncIterable<string>): AsyncGenerator<RowBlock & { readonly table: string }> {
  let header = { table: "", columns: [] as readonly string[] };
  for await (const line of lines) {
    if (isHeader(line)) header = JSON.parse(line) as typeof header;
    else yield { ...header, values: JSON.parse(line) as Values };
  }
}

export async function* rowsOfTable(
  folder: BackupFolder,
  parts: readonly Part[],
  table: BackedUpTable,
): AsyncGenerator<RowBlock> {
  for (const part of parts) if (part.kind === "rows" && part.name === table) yield* rowsIn(folder.read(part.path));
}

/** A page of the backup; `hasRoom`: its room may have been used, and is copied. */
export type CopiedPage = {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly revision: number;
  readonly hasRoom: boolean;
};

/**
 * Pages in the order of their ids. The room of a page that was never edited, that is not being typed on and has no thread in
 * its text has nothing that matters, and waking it would create it.
 */
export async function* pagesIn(folder: BackupFolder, parts: readonly Part[]): AsyncGenerator<CopiedPage> {
  const anchored = new Set<unknown>();
  for await (const row of rowsOfTable(folder, parts, "comment_threads"))
    if (["text", "cells"].includes(String(valueOf(row, "target")))) anchored.add(valueOf(row, "page_id"));
  for await (const row of rowsOfTable(folder, parts, "pages")) {
    const revision = Number(valueOf(row, "revision"));
    yield {
      id: String(valueOf(row, "id")),
      type: String(valueOf(row, "type")),
      title: String(valueOf(row, "title")),
      revision,
      hasRoom: revision > 1 || valueOf(row, "is_ahead") === 1 || anchored.has(valueOf(row, "id")),
    };
  }
}

export const valueOf = ({ columns, values }: RowBlock, column: string): Values[number] =>
  values[columns.indexOf(column)] ?? null;
