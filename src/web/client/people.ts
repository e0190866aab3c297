/** Levels of access in words, and a drive's members. */
import type { MemberList } from "../../features/drives/contract.ts";
import type { RightsFlags } from "../../kernel/rights.ts";
import { call, path } from "./api.ts";
import { words } from "../messages/people.ts";

type Level = { readonly label: string; readonly flags: RightsFlags };

/** From the least to the most; a choice is sent as its index. */
export const LEVELS: readonly Level[] = [
  { label: words.canView, flags: { canView: true, canEdit: false, canShare: false, canDelete: false } },
  { label: words.canEdit, flags: { canView: true, canEdit: true, canShare: false, canDelete: false } },
  { label: words.canShare, flags: { canView: true, canEdit: true, canShare: true, canDelete: false } },
  { label: words.canAll, flags: { canView: true, canEdit: true, canShare: true, canDelete: true } },
];

/** Hides from somebody what they would see by what is above. */
export const NO_ACCESS: Level = {
  label: words.noAccess,
  flags: { canView: false, canEdit: false, canShare: false, canDelete: false },
};

/** Negative where the rights are none of the levels. */
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

/** A hundred at a time, after `cursor`. */
export const listMembers = (driveId: string, cursor: string | null = null): Promise<MemberList> =>
  call("GET", path`/api/drives/${driveId}/members?limit=100` + (cursor === null ? "" : path`&cursor=${cursor}`));
