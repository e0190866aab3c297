/** Creates pages on the service that were created without a network. */
import type { Page } from "../../../../features/pages/contract.ts";
import { Denied, type GetAccess } from "../../../../live-client/environment.ts";
import { words } from "../../../../words/offline.ts";
import { ApiError, call, path } from "../../api/api.ts";
import { showError } from "../../ui/notice.ts";
import { accessTo } from "../../live/socket-access.ts";
import { changePending, listPending, type PendingPage, readPending, removePending } from "./store.ts";
import { showAsMade } from "./tree.ts";
import { removeView } from "./views.ts";

/** Failures that say nothing about whether the page may be created. */
const PASSING: ReadonlySet<ApiError["code"]> = new Set<ApiError["code"]>([
  "offline",
  "unauthenticated",
  "account_locked",
  "account_suspended",
  "csrf_missing",
  "csrf_invalid",
  "rate_limited",
  "rate_limit_unavailable",
  "unavailable",
  "internal",
]);

const running = new Map<string, Promise<boolean>>();

/** Creates what waits for this user. `again`: also what was refused before. */
export async function sendPending(userId: string, again = false): Promise<void> {
  for (const page of await listPending())
    // oxlint-disable-next-line no-await-in-loop -- a page before those that lie under it
    if (page.userId === userId && (again || page.refused === null)) await create(page);
}

/** Asks for access to a page as `accessTo` does, and creates the page first if the service does not have it. */
export const accessToPending = (userId: string, pageId: string): GetAccess => {
  const ask = accessTo(pageId);
  return async () => {
    const page = await readPending(userId, pageId);
    if (page !== null && !(await create(page))) throw new Denied(4403);
    return ask();
  };
};

/** Whether it exists now; false when it was refused. Rejects when that cannot be known yet. In several tabs it is created once, by its key. */
function create(page: PendingPage): Promise<boolean> {
  const before = running.get(page.id);
  if (before) return before;
  const run = createOnce(page).finally(() => running.delete(page.id));
  running.set(page.id, run);
  return run;
}

async function createOnce(page: PendingPage): Promise<boolean> {
  const { id, userId, key: idempotencyKey, driveId, parentId, title, type } = page;
  const address = path`/api/pages/${id}`;
  let made: Page | null;
  try {
    made = await call<Page>("POST", "/api/pages", { driveId, parentId, title, type, idempotencyKey });
  } catch (error) {
    if (!(error instanceof ApiError) || PASSING.has(error.code)) throw error;
    // An earlier answer may have been lost, and the right withdrawn since.
    made = await call<Page>("GET", address).catch(() => null);
    if (made === null) {
      await changePending(userId, id, { refused: error.message });
      showError(words.notMade(title, error.message));
      return false;
    }
  }
  const latest = await readPending(userId, id);
  if (latest === null) return true;
  await Promise.all([removePending(latest), removeView(latest)]);
  showAsMade(id, made.position);
  document.querySelector(`[data-page="${CSS.escape(id)}"][data-pending]`)?.removeAttribute("data-pending");
  // Renamed while the page was being created.
  if (latest.title !== title) await call<Page>("PATCH", address, { title: latest.title });
  return true;
}
