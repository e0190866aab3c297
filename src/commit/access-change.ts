/** What a commit changes of who may see or edit what, and having those who are connected proved again before it is answered. */
import { SECOND } from "../kernel/clock.ts";
import type { LoadedPage, PageWithRights } from "../kernel/page.ts";
import type { Deps } from "../deps.ts";
import type { AnyQuery } from "../db/sql.ts";
import { ACCESS_CHANGES } from "../permissions/access-changes.ts";
import type { AnyAuthorization } from "../permissions/authorized.ts";
import type { AccessTargets, Connections } from "../permissions/connections.ts";
import { TimedOut, raceTimeout } from "../platform/timeout.ts";
import type { AuditNote } from "./audit-note.ts";

/** How long an answer waits for the rooms and hubs concerned, in ms. They prove every connection within a minute anyway. */
const RECHECK_TIMEOUT_MS = 2 * SECOND;

/** The pages that a `page.*` action is done to: its target is one or a list of them, as `allowPage` and `allowPages` load them. */
export function pagesOf({ action, target }: AnyAuthorization): readonly (LoadedPage | PageWithRights)[] {
  if (!action.startsWith("page.")) return [];
  const pages = target as LoadedPage | readonly PageWithRights[];
  return "id" in pages ? [pages] : pages;
}

/** The drive that a `drive.*` action is done to, as `allowDrive` loads it. */
export const drivesOf = ({ action, target }: AnyAuthorization): readonly string[] =>
  action.startsWith("drive.") ? [(target as { readonly id: string }).id] : [];

/** Those whom the entries are about; without one, whoever made them. */
export const peopleOf = (notes: readonly AuditNote[]): string[] => [
  ...new Set(notes.map(({ subject, by }) => subject ?? by.userId).filter((id) => id !== null)),
];

/** Null for a commit that changes nobody's access. */
export function accessChangeOf(
  authorizations: readonly AnyAuthorization[],
  { notes = [], queries }: { readonly notes?: readonly AuditNote[]; readonly queries: readonly AnyQuery<unknown>[] },
  isExemptChange: boolean,
): AccessTargets | null {
  const usersOf = queries.flatMap(({ endsSessionsOf }) => endsSessionsOf ?? []);
  const changing = authorizations.filter(({ action }) => ACCESS_CHANGES[action] !== null);
  if (changing.length === 0) {
    if (!isExemptChange && usersOf.length === 0) return null;
    return { pages: [], drives: [], users: isExemptChange ? peopleOf(notes) : [], usersOf };
  }
  const of = (...kinds: readonly (typeof ACCESS_CHANGES)[AnyAuthorization["action"]][]) =>
    changing.filter(({ action }) => kinds.includes(ACCESS_CHANGES[action]));
  const [first] = of("people", "people-and-drives");
  const named = of("people-and-drives").length === 0 ? [] : notes.map(({ resource }) => resource);
  const people = peopleOf(notes);
  return {
    pages: of("below").flatMap((each) => pagesOf(each).map(({ id }) => id)),
    drives: [
      ...of("drive").flatMap(drivesOf),
      ...named.filter((resource) => resource?.type === "drive").map((resource) => resource?.id ?? ""),
    ],
    users: first === undefined ? [] : people.length === 0 ? [first.actor.userId] : people,
    usersOf,
  };
}

/** Waits for two seconds at most; what fails is logged. */
export async function recheckConnections(deps: Deps, { rooms, hubs }: Connections): Promise<void> {
  if (rooms.length + hubs.length === 0) return;
  const { objects, log } = deps;
  const calls = [
    ...rooms.map((pageId) => ({ about: { pageId }, call: () => objects.room(pageId).recheck() })),
    ...hubs.map((userId) => ({ about: { userId }, call: () => objects.hub(userId).recheck() })),
  ];
  const work = Promise.all(
    calls.map(async ({ about, call }) => {
      try {
        await call();
      } catch (error) {
        log.error("access.recheck_failed", { ...about, error });
      }
    }),
  );
  deps.defer(() => work);
  try {
    await raceTimeout(work, RECHECK_TIMEOUT_MS);
  } catch (error) {
    if (!(error instanceof TimedOut)) throw error;
    log.warn("access.recheck_slow", { rooms: rooms.length, hubs: hubs.length });
  }
}
