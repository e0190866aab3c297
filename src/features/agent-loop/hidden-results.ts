/** Removes pages from lists that the readers of the conversation may not all see. */
import { findHiddenFromReaders } from "../../permissions/audience.ts";
import type { Tool } from "../mcp/tools/index.ts";
import type { RunContext } from "./run.ts";

/** The field of a result that lists pages which the arguments did not name. */
const LISTS: Readonly<Record<string, string>> = { search: "results", list_pages: "pages" };

type Row = { readonly id: string };

/** The result without pages hidden from a reader, and their number. Pages that the asker has permitted stay. */
export async function withoutHidden(
  { deps, run, log }: RunContext,
  { name }: Tool,
  result: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const field = LISTS[name];
  const rows = field === undefined ? undefined : (result[field] as readonly Row[]); // as the tool's schema declares
  if (field === undefined || rows === undefined || rows.length === 0) return result;
  const permitted = log.permitted().pageIds;
  const ids = rows.map(({ id }) => id).filter((id) => id !== run.pageId && !permitted.includes(id));
  const hidden = new Set((await deps().db.one(findHiddenFromReaders(run.pageId, ids))).map(({ pageId }) => pageId));
  if (hidden.size === 0) return result;
  const warning = `${hidden.size} pages were left out, because some readers of this conversation may not see them.`;
  return { ...result, [field]: rows.filter(({ id }) => !hidden.has(id)), leftOut: warning };
}
