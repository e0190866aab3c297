/** Decides on changes of who has access: letting somebody share who could not takes a fresh sign-in. */
import { forbidden, invalid, type AppError } from "../kernel/errors.ts";
import type { LoadedPage } from "../kernel/page.ts";
import { SHARE, holds, type Rights } from "../kernel/rights.ts";
import type { Authenticated } from "./authenticate.ts";
import { allowDrive, type LoadedDrive } from "./authorize-drive.ts";
import { allowPage } from "./authorize-page.ts";
import type { Authorized } from "./authorized.ts";

/** What somebody holds before and after; no rights where they hold nothing of their own. */
type GrantChange = { readonly before: Rights; readonly after: Rights };

const letsShare = ({ before, after }: GrantChange): boolean => holds(after, SHARE) && !holds(before, SHARE);

/** What is given and what is taken away must be the caller's. */
const NOT_HELD = "Nobody grants or takes away a right that they do not hold themselves.";

/** Somebody a page is shared with: the grant they have on it, and what they would hold without. */
type Subject = {
  readonly userId: string;
  readonly own: Rights | null;
  readonly inherited: Rights;
  readonly isOwner: boolean;
};

const ownRights = (field: "userId" | "email"): AppError => invalid(field, "You cannot change your own rights.");

/** The guard asks those who run the drive, who are kept from nothing below, that they still do. */
const allowGrantChange = <P extends LoadedPage>(
  by: Authenticated,
  page: P | null,
  change: GrantChange,
  touched: Rights,
): Authorized<"page.share" | "page.shareSharing", P> =>
  allowPage(by, letsShare(change) ? "shareSharing" : "share", page, {
    rights: touched,
    refusal: NOT_HELD,
    asAdmin: page?.isDriveAdmin ?? false,
  });

/** Giving less is taking away: what the other holds now must be the caller's to take. Throws as `allowPage`, and `invalid`. */
export function allowGrant<P extends LoadedPage>(
  by: Authenticated,
  page: P | null,
  { userId, own, inherited, isOwner }: Subject,
  rights: Rights,
  namedBy: "userId" | "email",
): Authorized<"page.share" | "page.shareSharing", P> {
  allowPage(by, "share", page);
  if (userId === by.actor.userId) throw ownRights(namedBy);
  if (isOwner) throw invalid("userId", "The drive's owner holds every right already.");
  return allowGrantChange(by, page, { before: own ?? 0, after: rights }, rights | (own ?? inherited));
}

/**
 * Inviting an address to a page, whether it has an account or not. `before` is what an earlier invitation of it offers.
 * Throws as `allowPage`.
 */
export const allowInvitation = <P extends LoadedPage>(
  by: Authenticated,
  page: P | null,
  rights: Rights,
  before: Rights,
): Authorized<"page.share" | "page.shareSharing", P> =>
  allowGrantChange(by, page, { before, after: rights }, rights | before);

/** Without a grant that narrows, its holder has what they inherit; that must not be more than the caller holds. Throws as `allowGrant`. */
export function allowRevocation<P extends LoadedPage>(
  by: Authenticated,
  page: P | null,
  { userId, own, inherited }: Subject,
): Authorized<"page.share" | "page.shareSharing", P> {
  const { target } = allowPage(by, "share", page);
  if (userId === by.actor.userId && !target.isDriveAdmin) throw ownRights("userId");
  return allowGrantChange(by, page, { before: own ?? 0, after: inherited }, (own ?? 0) | inherited);
}

type Membership = { readonly role: "admin" | "member"; readonly rights: Rights };

type OwnedDrive = LoadedDrive & { readonly ownerId: string };

/**
 * A member who may share could be kept from some pages; whom they added to the drive would not be, so adding is for those
 * who run it. Throws as `allowDrive`, and `invalid` for the owner.
 */
export function allowAddedMember<D extends OwnedDrive>(
  by: Authenticated,
  drive: D | null,
  userId: string,
  { rights }: Membership,
): Authorized<"drive.addMember" | "drive.addSharingMember", D> {
  const { target } = allowDrive(by, "addMember", drive);
  if (userId === target.ownerId) throw invalid("userId", "The owner holds every right already.");
  return allowDrive(by, letsShare({ before: 0, after: rights }) ? "addSharingMember" : "addMember", drive);
}

/** Inviting an address to a drive. Throws as `allowDrive`. */
export const allowInvitedMember = <D extends OwnedDrive>(
  by: Authenticated,
  drive: D | null,
  { rights }: Membership,
): Authorized<"drive.addMember" | "drive.addSharingMember", D> =>
  allowDrive(by, letsShare({ before: 0, after: rights }) ? "addSharingMember" : "addMember", drive);

/** What may be done to a member whatever it is; the change itself is for `allowChangedMember`. Throws as `allowDrive`. */
export function allowChangeOf<D extends OwnedDrive>(
  by: Authenticated,
  drive: D | null,
  userId: string,
): Authorized<"drive.changeMember", D> {
  const allowed = allowDrive(by, "changeMember", drive);
  if (userId === allowed.target.ownerId) throw forbidden("The owner of a drive keeps every right.");
  return allowed;
}

/** Throws as `allowDrive`. */
export function allowChangedMember<D extends OwnedDrive>(
  by: Authenticated,
  drive: D | null,
  before: Membership,
  after: Membership,
): Authorized<"drive.changeMember" | "drive.promoteMember", D> {
  const isPromoted = after.role === "admin" && before.role !== "admin";
  const gains = isPromoted || letsShare({ before: before.rights, after: after.rights });
  return allowDrive(by, gains ? "promoteMember" : "changeMember", drive);
}

/** Those who run a drive remove its members, and everyone but the owner may leave. Throws as `allowDrive`. */
export function allowRemovedMember<D extends OwnedDrive>(
  by: Authenticated,
  drive: D | null,
  userId: string,
): Authorized<"drive.leave" | "drive.removeMember", D> {
  const allowed = allowDrive(by, userId === by.actor.userId ? "leave" : "removeMember", drive);
  if (userId === allowed.target.ownerId) throw forbidden("The owner cannot leave their drive.");
  return allowed;
}
