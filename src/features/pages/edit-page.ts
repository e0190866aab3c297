/** The single code path for edits, by a person or a tool: from authorization to the page view in the response. */
import type { Caller } from "../../kernel/caller.ts";
import type { LoadedPage, PageAppearance, PageSummary } from "../../kernel/page.ts";
import { changesAppearance } from "../../kernel/page.ts";
import type { PageType } from "../../kernel/page-type.ts";
import type { Deps } from "../../deps.ts";
import type { EditCommand, RequestedView } from "../../rpc/page-room.ts";
import type { Query } from "../../db/sql.ts";
import { authorizePage } from "../../permissions/authorize-page.ts";
import { hasFileCover, requireCover } from "./cover.ts";
import { loadPage, loadPageWithChildren } from "./load-store.ts";
import { readUnedited } from "./store.ts";
import {
  editContent,
  editUnavailable,
  editWithCachedAccess,
  rememberEditor,
  type SavedEdit,
} from "./content/service.ts";

type PageEdit = {
  readonly pageId: string;
  /** Throws if the change does not fit the page's type. */
  readonly changeFor: (type: PageType) => EditCommand["change"];
  readonly title?: string | null | undefined;
  readonly appearance?: PageAppearance;
  readonly baseRevision?: number | undefined;
  readonly expectedRevision?: number | undefined;
  /** The part of the page that the response needs. */
  readonly view: Exclude<RequestedView, "none">;
};

/** `children` is empty if the view does not include them. */
type EditedPage = { readonly edited: SavedEdit; readonly page: LoadedPage; readonly children: PageSummary[] };

type Shown = LoadedPage & { readonly children?: PageSummary[] };

const LOADED: Record<PageEdit["view"], (caller: Caller, pageId: string) => Query<Shown | null>> = {
  page: loadPage,
  "page-and-children": loadPageWithChildren,
};

/**
 * Takes one round trip if this isolate authorized the caller for the page recently: the commit verifies their rights
 * and reads the response. Otherwise D1 is queried first, which also determines why a caller is rejected, and reads the
 * text that the room of a page needs for the page's first edit.
 */
export async function editPage(
  deps: Deps,
  caller: Caller,
  { changeFor, view, title = null, appearance = {}, ...asked }: PageEdit,
): Promise<EditedPage> {
  if (hasFileCover(appearance)) {
    const [{ target }] = await authorizePage(deps, caller, "edit", loadPage(caller, asked.pageId), []);
    await requireCover(deps, caller, appearance.cover, target.driveId);
  }
  const edit = { ...asked, caller, title, appearance };
  const quick = await editWithCachedAccess(deps, { ...edit, changeFor }, view);
  if (quick?.view) {
    const { page, children } = quick.view;
    return { edited: quick.edited, page: { ...page, revision: quick.edited.revision }, children };
  }
  const load = authorizePage(deps, caller, "edit", LOADED[view](caller, asked.pageId), [readUnedited(asked.pageId)]);
  // If the reply to the commit was lost, the edit stands: a refusal now would say that it was not saved.
  const [{ actor, target }, unedited] = await (quick ? load.catch(reportCommitted(deps)) : load);
  const { children = [], ...page } = target;
  rememberEditor(deps, caller, actor, page);
  const edited =
    quick?.edited ??
    (await editContent(deps, {
      ...edit,
      actor,
      type: page.type,
      change: changeFor(page.type),
      stored: page.revision,
      unedited,
      near: page.driveLocation,
    }));
  const { icon = page.icon, cover = page.cover } = appearance;
  const isNew = edited.changed || title !== null || changesAppearance(appearance);
  return {
    edited,
    page: {
      ...page,
      title: title ?? page.title,
      icon,
      cover,
      revision: edited.revision,
      updatedAt: isNew ? deps.now : page.updatedAt,
    },
    children,
  };
}

/** Handles the failure to load the page of an edit that is committed: the caller has to read the page again. */
const reportCommitted =
  ({ log }: Pick<Deps, "log">) =>
  (error: unknown): never => {
    log.warn("edit.committed_unseen", { error });
    throw editUnavailable();
  };
