/** Levels of access in words, and a drive's members. */
import type { MemberList } from "../../features/drives/contract.ts";
import type { RightsFlags } from "../../kernel/rights.ts";
import { call, path } from "./api.ts";
import { element } from "./dom.ts";

type Level = { readonly label: string; readonly flags: RightsFlags };

/** From the least to the most; a choice is sent as its index. */
export const LEVELS: readonly Level[] = [
  { label: "View", flags: { canView: true, canEdit: false, canShare: false, canDelete: false } },
  { label: "View and edit", flags: { canView: true, canEdit: true, canShare: false, canDelete: false } },
  { label: "View, edit and share", flags: { canView: true, canEdit: true, canShare: true, canDelete: false } },
  { label: "Everything", flags: { canView: true, canEdit: true, canShare: true, canDelete: true } },
];

export const levelOptions = (): HTMLElement[] =>
  LEVELS.map(({ label }, index) => element("option", { value: index, selected: index === 1 }, label));

export function levelOf(rights: RightsFlags): string {
  const verbs = [
    rights.canView ? "view" : null,
    rights.canEdit ? "edit" : null,
    rights.canShare ? "share" : null,
    rights.canDelete ? "delete" : null,
  ].filter((verb) => verb !== null);
  return verbs.length === 0 ? "No access" : `May ${verbs.join(", ")}`;
}

export const listMembers = (driveId: string): Promise<MemberList> =>
  call("GET", path`/api/drives/${driveId}/members?limit=100`);
