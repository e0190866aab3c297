/** What every signed-in page shows around its view: who, which drives, and the tree of the open one. */
import type { Caller } from "../kernel/caller.ts";
import type { Deps } from "../deps.ts";
import * as drives from "../features/drives/service.ts";
import type { Drive } from "../features/drives/contract.ts";
import type { User } from "../features/auth/session/contract.ts";
import * as identity from "../features/auth/session/service.ts";
import type { PageSummary, PageType } from "../features/pages/contract.ts";
import * as tree from "../features/pages/tree/service.ts";
import type { McpToken } from "../features/auth/tokens/mcp/contract.ts";

export type DriveView = Drive;
export type TokenView = McpToken;
/** `below` is null while the pages under it are not loaded. */
export type TreeNode = PageSummary & { readonly below: readonly TreeNode[] | null };

export type Shell = {
  readonly now: number;
  readonly user: User;
  readonly drives: readonly DriveView[];
  readonly drive: DriveView | null;
  readonly tree: readonly TreeNode[];
  readonly treeCursor: string | null;
  readonly pageId: string | null;
  readonly pageType: PageType | null;
};

type Navigation = { readonly user: User; readonly drives: readonly DriveView[] };

/** The part that does not depend on which drive is open. */
export async function loadNavigation(deps: Deps, caller: Caller): Promise<Navigation> {
  const [user, list] = await Promise.all([identity.getUser(deps, caller), drives.listDrives(deps, caller, {})]);
  return { user, drives: list };
}

type Open = {
  readonly driveId: string | null;
  readonly page?: { readonly id: string; readonly type: PageType };
  /** The way to the open page, itself included: its branch of the tree is unfolded. */
  readonly path?: readonly string[];
};

const ROOTS = 100;
/** Deeper branches start folded. */
const UNFOLDED = 8;

export async function loadShell(deps: Deps, caller: Caller, around: Navigation, open: Open): Promise<Shell> {
  const drive = around.drives.find((each) => each.id === open.driveId) ?? null;
  const branch = (open.path ?? []).slice(0, UNFOLDED);
  const [roots, ...below] = await Promise.all([
    drive ? drives.listPages(deps, caller, drive.id, { depth: 1, limit: ROOTS }) : { pages: [], nextCursor: null },
    ...branch.map(async (id) => ({ id, children: await tree.listChildren(deps, caller, id) })),
  ]);
  const known = new Map(below.map(({ id, children }) => [id, children]));
  return {
    now: deps.now,
    ...around,
    drive,
    tree: unfold(roots.pages, known),
    treeCursor: roots.nextCursor,
    pageId: open.page?.id ?? null,
    pageType: open.page?.type ?? null,
  };
}

function unfold(level: readonly PageSummary[], known: ReadonlyMap<string, readonly PageSummary[]>): TreeNode[] {
  return level.map((page) => {
    const below = known.get(page.id);
    return { ...page, below: below && below.length > 0 ? unfold(below, known) : null };
  });
}
