/** What every signed-in page shows around its view: the user, the drives, and the tree of the open drive. */
import type { Context } from "hono";
import type { Caller } from "../../kernel/caller.ts";
import type { Deps } from "../../deps.ts";
import * as drives from "../../features/drives/service.ts";
import type { Drive } from "../../features/drives/contract.ts";
import type { User } from "../../features/auth/session/contract.ts";
import * as identity from "../../features/auth/session/service.ts";
import { getPreferences } from "../../features/account/index.ts";
import type { PageSummary, PageType } from "../../features/pages/contract.ts";
import type { SharedList } from "../../features/pages/shared/contract.ts";
import { listShared } from "../../features/pages/shared/service.ts";
import { cookieName, readCookie, setCookie } from "../../http/cookies.ts";
import { editorPolicy } from "../../http/headers.ts";
import { loadPreferences } from "../../http/preferences.ts";
import type { McpToken } from "../../features/auth/tokens/mcp/contract.ts";

export type DriveView = Drive;
export type TokenView = McpToken;
type TreeLevel = {
  /** Null for the drive's root. */
  readonly parentId: string | null;
  readonly pages: readonly PageSummary[];
  /** Cursor of the next page of results; null if the list is complete. */
  readonly nextCursor: string | null;
};

export type Shell = {
  readonly now: number;
  readonly user: User;
  readonly drives: readonly DriveView[];
  readonly drive: DriveView | null;
  /** The root first, then the ancestors of the open page. */
  readonly levels: readonly TreeLevel[];
  readonly pageId: string | null;
  readonly pageType: PageType | null;
  /** Ids from the root to the open page, inclusive. */
  readonly path: readonly string[];
  /** The first pages shared with the user in drives they are not a member of; empty for a partial response. */
  readonly shared: SharedList;
  /** Only the view was requested: the browser inserts it in place of the current one and has the rest. */
  readonly isPart: boolean;
  /**
   * The CSP nonce for editor style sheets; null for a partial response, since the page it is inserted into has its own.
   */
  readonly styleNonce: string | null;
};

type Navigation = Pick<Shell, "user" | "drives" | "shared" | "isPart" | "styleNonce"> & {
  readonly openDrive: OpenDrive;
};

/** The drive that this browser opened last, which the sidebar keeps showing next to views without a drive. */
type OpenDrive = { readonly id: string | null; readonly keep: (id: string) => void };

const DRIVE_COOKIE = "drive";
const DRIVE_SECONDS = 365 * 24 * 60 * 60;

function openDriveOf({ deps: { config }, http }: Request): OpenDrive {
  const id = readCookie(http.req.header("Cookie"), cookieName(config, DRIVE_COOKIE));
  const keep = (value: string): void => {
    if (value === id) return;
    const cookie = setCookie(config, { name: DRIVE_COOKIE, value, maxAgeSeconds: DRIVE_SECONDS, sameSite: "Lax" });
    http.header("Set-Cookie", cookie, { append: true });
  };
  return { id, keep };
}

/**
 * The drive to show in the sidebar of a view without one. A partial response is inserted into a page that has its
 * sidebar.
 */
export function lastDrive({ drives: all, isPart, openDrive }: Navigation): string | null {
  if (isPart) return null;
  const last = all.find(({ id }) => id === openDrive.id) ?? all.find(({ pageCount }) => pageCount > 0) ?? all[0];
  return last?.id ?? null;
}

/** A request with the value `main` asks for the view alone. */
export const PART_HEADER = "Octavo-Part";

type Request = { readonly deps: Deps; readonly http: Context };

/** The part that does not depend on the open drive. */
export async function loadNavigation({ deps, http }: Request, caller: Caller): Promise<Navigation> {
  const isPart = http.req.header(PART_HEADER) === "main";
  const [user, list, shared] = await Promise.all([
    identity.getUser(deps, caller),
    drives.listDrives(deps, caller, {}),
    isPart ? NOTHING_SHARED : listShared(deps, caller, { limit: SHARED }),
  ]);
  await loadPreferences(deps, http, user.id, () => getPreferences(deps, caller));
  // Any page may later contain an editor, since navigation happens in place.
  const styleNonce = isPart ? null : Buffer.from(deps.random(16)).toString("base64url");
  if (styleNonce !== null) http.header("Content-Security-Policy", editorPolicy(styleNonce));
  return { user, drives: list, shared, isPart, styleNonce, openDrive: openDriveOf({ deps, http }) };
}

type Open = {
  readonly driveId: string | null;
  readonly page?: { readonly id: string; readonly type: PageType };
  /** Ids from the root to the open page, inclusive: its branch of the tree is expanded. */
  readonly path?: readonly string[];
  /** The view itself shows the drive's first pages. */
  readonly showsRoots?: boolean;
};

/** Enough pages of a level for a large screen; the browser loads the rest when it scrolls into view. */
const LEVEL = 60;
/** For the page that lists them. */
const ROOTS = 100;
/** Number of shared pages in the sidebar; the rest is in a separate view. */
const SHARED = 8;
const NOTHING_SHARED: SharedList = { pages: [], nextCursor: null };
/** Deeper branches start collapsed. */
const UNFOLDED = 8;

export async function loadShell(deps: Deps, caller: Caller, around: Navigation, open: Open): Promise<Shell> {
  const drive = around.drives.find((each) => each.id === open.driveId) ?? null;
  const list = async (parentId: string | null, limit: number): Promise<TreeLevel> => ({
    parentId,
    ...(await drives.listPages(deps, caller, drive?.id ?? "", {
      depth: 1,
      limit,
      ...(parentId !== null && { parentId }),
    })),
  });
  if (drive && !around.isPart) around.openDrive.keep(drive.id);
  const branch = around.isPart ? [] : (open.path ?? []).slice(0, UNFOLDED);
  const needsRoots = !around.isPart || open.showsRoots === true;
  const levels = await Promise.all([
    ...(drive && needsRoots ? [list(null, open.showsRoots === true ? ROOTS : LEVEL)] : []),
    ...(drive ? branch.map((id) => list(id, LEVEL)) : []),
  ]);
  return {
    now: deps.now,
    ...around,
    drive,
    levels,
    pageId: open.page?.id ?? null,
    pageType: open.page?.type ?? null,
    path: open.path ?? [],
  };
}

/** The first pages at the drive's root. */
export const rootsOf = ({ levels }: Shell): readonly PageSummary[] =>
  levels.find(({ parentId }) => parentId === null)?.pages ?? [];
