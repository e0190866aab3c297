/** Levels of access with their labels, and the members of a drive. */
import type { MemberList } from "../../../features/drives/contract.ts";
import type { RightsFlags } from "../../../kernel/rights.ts";
import { call, path } from "../api/api.ts";
import { words } from "../../../words/people.ts";

type Level = { readonly label: string; readonly flags: RightsFlags };

/** From least to most; a choice is sent as its index. */
export const LEVELS: readonly Level[] = [
  { label: words.canView, flags: { canView: true, canEdit: false, canShare: false, canDelete: false } },
  { label: words.canEdit, flags: { canView: true, canEdit: true, canShare: false, canDelete: false } },
  { label: words.canShare, flags: { canView: true, canEdit: true, canShare: true, canDelete: false } },
  { label: words.canAll, flags: { canView: true, canEdit: true, canShare: true, canDelete: true } },
];

/** Revokes access that would otherwise be inherited. */
export const NO_ACCESS: Level = {
  label: words.noAccess,
  flags: { canView: false, canEdit: false, canShare: false, canDelete: false },
};

/** Negative if the rights match no level. */
export const levelIndex = (rights: RightsFlags): number =>
  LEVELS.findIndex(({ flags }) =>
    (["canView", "canEdit", "canShare", "canDelete"] as const).every((flag) => flags[flag] === rights[flag]),
  );

export function levelOf(rights: RightsFlags): string {
  const verbs = [
    rights.canView ? words.view : null,
    rights.canEdit ? words.edit : null,
    rights.canShare ? words.share : null,
    rights.canDelete ? words.erase : null,
  ].filter((verb) => verb !== null);
  return verbs.length === 0 ? words.noAccess : words.may(verbs);
}

/** Lists members after `cursor`, a hundred at a time. */
export const listMembers = (driveId: string, cursor: string | null = null): Promise<MemberList> =>
  call("GET", path`/api/drives/${driveId}/members?limit=100` + (cursor === null ? "" : path`&cursor=${cursor}`));
