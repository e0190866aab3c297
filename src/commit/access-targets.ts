/** The targets of a commit, and the users whose access it changes. */
import type { LoadedPage, PageWithRights } from "../kernel/page.ts";
import type { AnyQuery } from "../db/sql.ts";
import type { AccessTargets } from "../permissions/affected-connections.ts";
import type { AnyAuthorization } from "../permissions/authorized.ts";
import { RECHECK_RULES } from "../permissions/recheck-rules.ts";
import type { AuditNote } from "./audit-note.ts";

/** The target pages of a `page.*` action: one page or a list, as loaded for `allowPage` and `allowPages`. */
export function authorizedPages({ action, target }: AnyAuthorization): readonly (LoadedPage | PageWithRights)[] {
  if (!action.startsWith("page.")) return [];
  const pages = target as LoadedPage | readonly PageWithRights[];
  return "id" in pages ? [pages] : pages;
}

/** The target drive of a `drive.*` action, as loaded for `allowDrive`. */
export const drivesOf = ({ action, target }: AnyAuthorization): readonly string[] =>
  action.startsWith("drive.") ? [(target as { readonly id: string }).id] : [];

/** The subjects of the audit notes, or the actor of a note without a subject. */
export const peopleOf = (notes: readonly AuditNote[]): string[] => [
  ...new Set(notes.map(({ subject, by }) => subject ?? by.userId).filter((id) => id !== null)),
];

/** Null for a commit that changes nobody's access. */
export function accessTargetsOf(
  authorizations: readonly AnyAuthorization[],
  { notes = [], queries }: { readonly notes?: readonly AuditNote[]; readonly queries: readonly AnyQuery<unknown>[] },
  isExemptChange: boolean,
): AccessTargets | null {
  const usersOf = queries.flatMap(({ endsSessionsOf }) => endsSessionsOf ?? []);
  const changing = authorizations.filter(({ action }) => RECHECK_RULES[action] !== null);
  if (changing.length === 0) {
    if (!isExemptChange && usersOf.length === 0) return null;
    return { pages: [], drives: [], users: isExemptChange ? peopleOf(notes) : [], usersOf };
  }
  const of = (...kinds: readonly (typeof RECHECK_RULES)[AnyAuthorization["action"]][]) =>
    changing.filter(({ action }) => kinds.includes(RECHECK_RULES[action]));
  const [first] = of("people", "people-and-drives");
  const named = of("people-and-drives").length === 0 ? [] : notes.map(({ resource }) => resource);
  const people = peopleOf(notes);
  return {
    pages: of("below").flatMap((each) => authorizedPages(each).map(({ id }) => id)),
    drives: [
      ...of("drive").flatMap(drivesOf),
      ...named.filter((resource) => resource?.type === "drive").map((resource) => resource?.id ?? ""),
    ],
    users: first === undefined ? [] : people.length === 0 ? [first.actor.userId] : people,
    usersOf,
  };
}
