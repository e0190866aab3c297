/** Small edits of the text of a page that is not open: a few lines, on the newest revision. */
import type { Page } from "../../../features/pages/contract.ts";
import { applyEdits } from "../../../formats/properties/front-matter-edits.ts";
import type { Edit } from "../../../formats/tasks/edits.ts";
import { ApiError, call, path } from "../api/api.ts";

/** A text that changes between reading and writing is read again. */
const ATTEMPTS = 3;

/**
 * The service merges the change with edits made since the text was read. `change` returns null if the text does not
 * allow the edit; then this returns null and writes nothing.
 */
export async function editPage(pageId: string, change: (text: string) => readonly Edit[] | null): Promise<Page | null> {
  for (let attempt = 1; ; attempt += 1) {
    const page = await call<Page>("GET", path`/api/pages/${pageId}`);
    const edits = change(page.content);
    if (edits === null) return null;
    if (edits.length === 0) return page;
    const body = { content: applyEdits(page.content, edits), baseRevision: page.revision };
    try {
      return await call<Page>("PATCH", path`/api/pages/${pageId}`, body);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "conflict" || attempt === ATTEMPTS) throw error;
    }
  }
}
