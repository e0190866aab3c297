/** Undoes what a token wrote since a given time, page by page, and keeps what others wrote. */
import type { Actor, Caller } from "../../../kernel/caller.ts";
import { toIso } from "../../../kernel/clock.ts";
import { paginate } from "../../../kernel/cursor.ts";
import type { Deps } from "../../../deps.ts";
import { authenticate } from "../../../permissions/authenticate.ts";
import { permittedPages } from "../../../permissions/authorize-pages.ts";
import { loadPages } from "../statements.ts";
import type { PageWithRights } from "../../../kernel/page.ts";
import { editContent, callRoom } from "../content/service.ts";
import { RESOLUTION } from "./statements.ts";
import { MAX_UNDO_PAGES, type UndoToken, type Undone } from "./contract.ts";
import { listOpenPagesOf, listPagesOf } from "./store.ts";

/** Maximum number of versions examined per page. */
const MAX_VERSIONS = 1_000;
/** Number of pages processed concurrently. */
const CONCURRENCY = 6;

type Burst = { readonly version: number; readonly before: number; readonly at: number };
type Page = Undone["pages"][number];

/**
 * Requires edit rights on each page: anyone with them could do the same by hand. Pages the caller may not edit are left
 * out as if the token had never written there. `report` receives the progress in pages.
 */
export async function undoToken(
  deps: Deps,
  caller: Caller,
  wanted: UndoToken,
  report: (done: number, total: number) => Promise<void> = async () => {},
): Promise<Undone> {
  const { tokenId, since, dryRun, cursor = "" } = wanted;
  const written = listPagesOf(tokenId, since - RESOLUTION, cursor, MAX_UNDO_PAGES + 1);
  const { by, results } = await authenticate(deps, caller, [written, listOpenPagesOf(tokenId)]);
  const [listed, open] = results;
  // D1 may not yet have the tool's latest edits on open pages.
  await Promise.all(open.map((pageId) => callRoom(deps, async () => deps.objects.room(pageId).project())));
  const found = open.length === 0 ? listed : await deps.db.one(written);
  const { page: ids, nextCursor } = paginate(found, MAX_UNDO_PAGES, (id) => id);
  const held = ids.length === 0 ? [] : await deps.db.one(loadPages(caller, ids));
  const editable = permittedPages(by, "edit", held);
  const pages: Page[] = [];
  for (let i = 0; i < editable.length; i += CONCURRENCY) {
    const some = editable.slice(i, i + CONCURRENCY);
    const done = await Promise.all(some.map((page) => undoPage(deps, caller, by.actor, page, wanted)));
    pages.push(...done.flatMap((page) => page ?? []));
    await report(i + some.length, editable.length);
  }
  return { dryRun, pages, nextCursor };
}

/** Returns null if the token wrote nothing on this page since then. */
async function undoPage(
  deps: Pick<Deps, "log" | "now" | "objects">,
  caller: Caller,
  actor: Actor,
  page: PageWithRights,
  { tokenId, since, dryRun }: UndoToken,
): Promise<Page | null> {
  const bursts = await burstsOf(deps, page, tokenId, since);
  if (bursts.length === 0) return null;
  const shown = {
    pageId: page.id,
    title: page.title,
    versions: bursts.map(({ version, at }) => ({ version, at: toIso(at) })),
  };
  if (dryRun) return { ...shown, outcome: "would_undo", revision: null };
  let revision: number | null = null;
  let hasChanged = false;
  try {
    // Newest first. Each edit is based on the text as the token left it, so later changes are merged, not lost.
    for (const { version, before } of bursts) {
      const edited = await editContent(deps, {
        caller,
        actor,
        pageId: page.id,
        type: page.type,
        change: { kind: "version", version: before },
        stored: page.revision,
        title: null,
        baseRevision: version,
      });
      hasChanged ||= edited.changed;
      ({ revision } = edited);
    }
    return { ...shown, outcome: hasChanged ? "undone" : "kept", revision };
  } catch (error) {
    deps.log.warn("undo.failed", { pageId: page.id, error });
    return { ...shown, outcome: "failed", revision };
  }
}

/** The token's bursts of edits that ended since then, newest first, each with the previous version. */
async function burstsOf(
  deps: Pick<Deps, "log" | "objects">,
  page: PageWithRights,
  tokenId: string,
  since: number,
): Promise<Burst[]> {
  const versions = await callRoom(deps, () => deps.objects.room(page.id).versions(MAX_VERSIONS, null, page.revision));
  return (versions ?? []).flatMap((made, i) => {
    const before = versions?.[i + 1]?.version;
    const isMeant = made.tokenId === tokenId && made.until >= since && before !== undefined;
    return isMeant ? [{ version: made.version, before, at: made.at }] : [];
  });
}
