/** Levels of access in words, and a drive's members. */
import type { MemberList } from "../../features/drives/contract.ts";
import type { RightsFlags } from "../../kernel/rights.ts";
import { call, path } from "./api.ts";

type Level = { readonly label: string; readonly flags: RightsFlags };

/** From the least to the most; a choice is sent as its index. */
export const LEVELS: readonly Level[] = [
  { label: "View", flags: { canView: true, canEdit: false, canShare: false, canDelete: false } },
  { label: "View and edit", flags: { canView: true, canEdit: true, canShare: false, canDelete: false } },
  { label: "View, edit and share", flags: { canView: true, canEdit: true, canShare: true, canDelete: false } },
  { label: "Everything", flags: { canView: true, canEdit: true, canShare: true, canDelete: true } },
];

/** Hides from somebody what they would see by what is above. */
export const NO_ACCESS: Level = {
  label: "No access",
  flags: { canView: false, canEdit: false, canShare: false, canDelete: false },
};

/** Negative where the rights are none of the levels. */
export const levelIndex = (rights: RightsFlags): number =>
  LEVELS.findIndex(({ flags }) =>
    (["canView", "canEdit", "canShare", "canDelete"] as const).every((flag) => flags[flag] === rights[flag]),
  );

export function levelOf(rights: RightsFlags): string {
  const verbs = [
    rights.canView ? "view" : null,
    rights.canEdit ? "edit" : null,
    rights.canShare ? "share" : null,
    rights.canDelete ? "delete" : null,
  ].filter((verb) => verb !== null);
  return verbs.length === 0 ? "No access" : `May ${verbs.join(", ")}`;
}

/** A hundred at a time, after `cursor`. */
export const listMembers = (driveId: string, cursor: string | null = null): Promise<MemberList> =>
  call("GET", path`/api/drives/${driveId}/members?limit=100` + (cursor === null ? "" : path`&cursor=${cursor}`));
