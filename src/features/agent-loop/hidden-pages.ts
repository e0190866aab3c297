/** Pages that some readers of a conversation may not see: nothing of them enters an answer unless its asker permits it. */
import { findHiddenPages, MAX_COMPARED_PAGES, type HiddenPage } from "../../permissions/audience.ts";
import type { Tool } from "../mcp/tools/index.ts";
import type { RunContext } from "./run.ts";

/** Those of the pages that are hidden from a reader, without those that the asker has permitted for this answer. */
export async function hiddenPages({ deps, run, log }: RunContext, pageIds: readonly string[]): Promise<HiddenPage[]> {
  const permitted = new Set([run.pageId, ...log.permitted().pageIds]);
  const ids = [...new Set(pageIds)].filter((id) => !permitted.has(id));
  const { db, now } = deps();
  const found: HiddenPage[] = [];
  for (let i = 0; i < ids.length; i += MAX_COMPARED_PAGES)
    found.push(...(await db.one(findHiddenPages({ pageId: run.pageId }, ids.slice(i, i + MAX_COMPARED_PAGES), now))));
  return found;
}

/** The field of a result that lists pages which the arguments did not name. */
const LISTS: Readonly<Record<string, string>> = { search: "results", list_pages: "pages" };

type Row = { readonly id: string };
type Result = Readonly<Record<string, unknown>>;

/** The result without pages hidden from a reader, and their number. */
export async function withoutHidden(context: RunContext, { name }: Tool, result: Result): Promise<Result> {
  const field = LISTS[name];
  if (field === undefined) return result;
  const rows = result[field] as readonly Row[]; // as the tool's schema declares
  const hidden = new Set(
    (
      await hiddenPages(
        context,
        rows.map(({ id }) => id),
      )
    ).map(({ pageId }) => pageId),
  );
  if (hidden.size === 0) return result;
  const leftOut = `${hidden.size} pages were left out, because some readers of this conversation may not see them.`;
  return { ...result, [field]: rows.filter(({ id }) => !hidden.has(id)), leftOut };
}
