/** What every signed-in page shows around its view: who, which drives, and the tree of the open one. */
import type { Context } from "hono";
import type { Caller } from "../kernel/caller.ts";
import type { Deps } from "../deps.ts";
import * as drives from "../features/drives/service.ts";
import type { Drive } from "../features/drives/contract.ts";
import type { User } from "../features/auth/session/contract.ts";
import * as identity from "../features/auth/session/service.ts";
import { getPreferences } from "../features/account/index.ts";
import type { PageSummary, PageType } from "../features/pages/contract.ts";
import type { SharedList } from "../features/pages/shared/contract.ts";
import { listShared } from "../features/pages/shared/service.ts";
import { cookieName, readCookie, setCookie } from "../http/cookies.ts";
import { editorPolicy } from "../http/headers.ts";
import { loadPreferences } from "./preferences.ts";
import type { McpToken } from "../features/auth/tokens/mcp/contract.ts";

export type DriveView = Drive;
export type TokenView = McpToken;
type TreeLevel = {
  /** Null for the drive's root. */
  readonly parentId: string | null;
  readonly pages: readonly PageSummary[];
  /** Where the listing goes on; null when all are here. */
  readonly nextCursor: string | null;
};

export type Shell = {
  readonly now: number;
  readonly user: User;
  readonly drives: readonly DriveView[];
  readonly drive: DriveView | null;
  /** The root first, then those on the way to the open page. */
  readonly levels: readonly TreeLevel[];
  readonly pageId: string | null;
  readonly pageType: PageType | null;
  /** The way to the open page, itself included. */
  readonly path: readonly string[];
  /** The first of what was shared with the user in drives they are not a member of; empty for a part. */
  readonly shared: SharedList;
  /** Only the view is asked for: a browser puts it in place of the one it shows, and has the rest. */
  readonly isPart: boolean;
  /** What the style sheets that an editor makes are known by; null for a part: the page it comes into has its own. */
  readonly styleNonce: string | null;
};

type Navigation = Pick<Shell, "user" | "drives" | "shared" | "isPart" | "styleNonce"> & {
  readonly openDrive: OpenDrive;
};

/** The drive that the browser opened last, which the side goes on to show beside views of no drive. */
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

/** What a view of no drive shows in the side. A part comes into a page that has its side. */
export function lastDrive({ drives: all, isPart, openDrive }: Navigation): string | null {
  if (isPart) return null;
  const last = all.find(({ id }) => id === openDrive.id) ?? all.find(({ pageCount }) => pageCount > 0) ?? all[0];
  return last?.id ?? null;
}

/** With the value `main` a request asks for the view alone. */
export const PART_HEADER = "Octavo-Part";

type Request = { readonly deps: Deps; readonly http: Context };

/** The part that does not depend on which drive is open. */
export async function loadNavigation({ deps, http }: Request, caller: Caller): Promise<Navigation> {
  const isPart = http.req.header(PART_HEADER) === "main";
  const [user, list, shared] = await Promise.all([
    identity.getUser(deps, caller),
    drives.listDrives(deps, caller, {}),
    isPart ? NOTHING_SHARED : listShared(deps, caller, { limit: SHARED }),
  ]);
  await loadPreferences(deps, http, user.id, () => getPreferences(deps, caller));
  // Any page may become one with an editor, for moves are made in place.
  const styleNonce = isPart ? null : Buffer.from(deps.random(16)).toString("base64url");
  if (styleNonce !== null) http.header("Content-Security-Policy", editorPolicy(styleNonce));
  return { user, drives: list, shared, isPart, styleNonce, openDrive: openDriveOf({ deps, http }) };
}

type Open = {
  readonly driveId: string | null;
  readonly page?: { readonly id: string; readonly type: PageType };
  /** The way to the open page, itself included: its branch of the tree is unfolded. */
  readonly path?: readonly string[];
  /** The view itself shows the drive's first pages. */
  readonly showsRoots?: boolean;
};

/** As many pages of a level as a large screen shows; the browser asks for the rest when it comes into view. */
const LEVEL = 60;
/** On the page that lists them. */
const ROOTS = 100;
/** Of what was shared with the user, what the side shows; the rest is in a view of its own. */
const SHARED = 8;
const NOTHING_SHARED: SharedList = { pages: [], nextCursor: null };
/** Deeper branches start folded. */
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
