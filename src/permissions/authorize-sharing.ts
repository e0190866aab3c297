/** Decides on changes of who has access: letting somebody share who could not takes a fresh sign-in. */
import type { LoadedPage } from "../kernel/page.ts";
import { SHARE, holds, type Rights } from "../kernel/rights.ts";
import type { Authenticated } from "./authenticate.ts";
import { allowDrive, type LoadedDrive } from "./authorize-drive.ts";
import { allowPage, type ExtraRequirement } from "./authorize-page.ts";
import type { Authorized } from "./authorized.ts";

/** What somebody holds before and after; no rights where they hold nothing of their own. */
type GrantChange = { readonly before: Rights; readonly after: Rights };

const letsShare = ({ before, after }: GrantChange): boolean => holds(after, SHARE) && !holds(before, SHARE);

/** The guard asks those who run the drive, who are kept from nothing below, that they still do. Throws as `allowPage`. */
export const allowGrant = <P extends LoadedPage>(
  by: Authenticated,
  page: P | null,
  change: GrantChange,
  extra: ExtraRequirement,
): Authorized<"page.share" | "page.shareSharing", P> =>
  allowPage(by, letsShare(change) ? "shareSharing" : "share", page, { ...extra, asAdmin: page?.isDriveAdmin ?? false });

type Membership = { readonly role: "admin" | "member"; readonly rights: Rights };

/**
 * A member who may share could be kept from some pages; whom they added to the drive would not be, so adding is for those
 * who run it. Throws as `allowDrive`.
 */
export const allowAddedMember = <D extends LoadedDrive>(
  by: Authenticated,
  drive: D | null,
  { rights }: Membership,
): Authorized<"drive.addMember" | "drive.addSharingMember", D> =>
  allowDrive(by, letsShare({ before: 0, after: rights }) ? "addSharingMember" : "addMember", drive);

/** Throws as `allowDrive`. */
export function allowChangedMember<D extends LoadedDrive>(
  by: Authenticated,
  drive: D | null,
  before: Membership,
  after: Membership,
): Authorized<"drive.changeMember" | "drive.promoteMember", D> {
  const isPromoted = after.role === "admin" && before.role !== "admin";
  const gains = isPromoted || letsShare({ before: before.rights, after: after.rights });
  return allowDrive(by, gains ? "promoteMember" : "changeMember", drive);
}

/** Those who run a drive remove its members, and everyone may leave. Throws as `allowDrive`. */
export const allowRemovedMember = <D extends LoadedDrive>(
  by: Authenticated,
  drive: D | null,
  userId: string,
): Authorized<"drive.leave" | "drive.removeMember", D> =>
  allowDrive(by, userId === by.actor.userId ? "leave" : "removeMember", drive);
