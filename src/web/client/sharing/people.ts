/** Levels of access with their labels, and the members of a drive. */
import type { MemberList } from "../../../features/drives/contract.ts";
import type { RightsFlags } from "../../../kernel/rights.ts";
import { call, path } from "../api/api.ts";
import { words } from "../../../words/people.ts";

type Level = { readonly label: string; readonly flags: RightsFlags };

const NOTHING: RightsFlags = {
  canView: false,
  canComment: false,
  canEdit: false,
  canShare: false,
  canDelete: false,
};
const EDITS = { canView: true, canComment: true, canEdit: true };

/** From least to most; a choice is sent as its index. */
export const LEVELS: readonly Level[] = [
  { label: words.canView, flags: { ...NOTHING, canView: true } },
  { label: words.canComment, flags: { ...NOTHING, canView: true, canComment: true } },
  { label: words.canEdit, flags: { ...NOTHING, ...EDITS } },
  { label: words.canShare, flags: { ...NOTHING, ...EDITS, canShare: true } },
  { label: words.canAll, flags: { ...NOTHING, ...EDITS, canShare: true, canDelete: true } },
];

/** Suggested for a new person. */
export const EDIT_LEVEL = LEVELS.findIndex(({ flags }) => flags.canEdit);

/** Revokes access that would otherwise be inherited. */
export const NO_ACCESS: Level = { label: words.noAccess, flags: NOTHING };

/** Negative if the rights match no level. */
export const levelIndex = (rights: RightsFlags): number =>
  LEVELS.findIndex(({ flags }) =>
    (["canView", "canComment", "canEdit", "canShare", "canDelete"] as const).every(
      (flag) => flags[flag] === rights[flag],
    ),
  );

export function levelOf(rights: RightsFlags): string {
  const verbs = [
    rights.canView ? words.view : null,
    rights.canEdit ? words.edit : rights.canComment ? words.comment : null,
    rights.canShare ? words.share : null,
    rights.canDelete ? words.erase : null,
  ].filter((verb) => verb !== null);
  return verbs.length === 0 ? words.noAccess : words.may(verbs);
}

/** Lists members after `cursor`, a hundred at a time. */
export const listMembers = (driveId: string, cursor: string | null = null): Promise<MemberList> =>
  call("GET", path`/api/drives/${driveId}/members?limit=100` + (cursor === null ? "" : path`&cursor=${cursor}`));
