/** Sends a draft as suggestions on the page. */
import { words } from "../../../words/suggesting.ts";
import { call, path } from "../api/api.ts";
import { toChanges } from "../editor/collaboration/text-changes.ts";
import { changesOf, type Draft, followBase } from "./draft.ts";
import { suggestedChanges } from "./suggested-changes.ts";
import { changesBetween, readPage } from "./text-source.ts";

/** Maximum number of suggestions of one request. */
const BATCH = 50;

export type Sent = {
  /** The number of suggestions that the page has now. */
  readonly count: number;
  /** What was not sent, as a draft on the stored text. */
  readonly rest: Draft;
  /** Why not everything was sent; null if it was. */
  readonly error: unknown;
};

/**
 * The suggestions refer to the stored text, which may differ from the base of the draft. Rejects if nothing was sent, for
 * example because a change is too long.
 */
export async function sendDraft(pageId: string, draft: Draft, comment: string): Promise<Sent> {
  const { content, revision } = await readPage(pageId);
  const { draft: current } = followBase(draft, changesBetween(draft.base.toString(), content));
  const { changes, problem } = suggestedChanges(content, changesOf(current, current.changes.apply(current.base)));
  if (problem !== null) throw new Error(words[problem]);
  let count = 0;
  let error: unknown = null;
  while (count < changes.length && error === null) {
    const batch = changes.slice(count, count + BATCH);
    const body = { baseRevision: revision, changes: batch, ...(comment !== "" && count === 0 && { content: comment }) };
    try {
      // oxlint-disable-next-line no-await-in-loop -- in the order of the text
      await call("POST", path`/api/pages/${pageId}/suggestions/create`, body);
      count += batch.length;
    } catch (thrown) {
      if (count === 0) throw thrown;
      error = thrown;
    }
  }
  const rest = changes
    .slice(count)
    .map(({ from, to, replacement }) => ({ at: from, remove: to - from, insert: replacement }));
  return { count, rest: { base: current.base, changes: toChanges(rest, content.length) }, error };
}
