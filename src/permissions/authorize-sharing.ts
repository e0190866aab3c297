/** Authorizes changes of access. Newly granting the right to share requires a fresh sign-in. */
import { forbidden, invalid, type AppError } from "../kernel/errors.ts";
import type { LoadedPage } from "../kernel/page.ts";
import { SHARE, includesRights, type Rights } from "../kernel/rights.ts";
import type { Authenticated } from "./authenticate.ts";
import { allowDrive, type LoadedDrive } from "./authorize-drive.ts";
import { allowPage } from "./authorize-page.ts";
import type { Authorized } from "./authorized.ts";

/** A user's own rights before and after a change; 0 if they have no grant of their own. */
type GrantChange = { readonly before: Rights; readonly after: Rights };

const grantsShare = ({ before, after }: GrantChange): boolean =>
  includesRights(after, SHARE) && !includesRights(before, SHARE);

/** Callers may grant and revoke only rights that they have themselves. */
const MISSING_RIGHTS = "You can only grant or remove rights that you have yourself.";

/** A user a page is shared with: their grant on it, and the rights they would inherit without it. */
type Subject = {
  readonly userId: string;
  readonly own: Rights | null;
  readonly inherited: Rights;
  readonly isOwner: boolean;
};

const cannotChangeOwnRights = (field: "userId" | "email"): AppError =>
  invalid(field, "You cannot change your own rights.");

/** Owners and admins of the drive are not restricted below the page, so the guard requires that they still run the drive. */
const allowGrantChange = <P extends LoadedPage>(
  by: Authenticated,
  page: P | null,
  change: GrantChange,
  touched: Rights,
): Authorized<"page.share" | "page.shareSharing", P> =>
  allowPage(by, grantsShare(change) ? "shareSharing" : "share", page, {
    rights: touched,
    refusal: MISSING_RIGHTS,
    asAdmin: page?.isDriveAdmin ?? false,
  });

/** A smaller grant revokes rights, so the caller must have those too. Throws like `allowPage`, and `invalid`. */
export function allowGrant<P extends LoadedPage>(
  by: Authenticated,
  page: P | null,
  { userId, own, inherited, isOwner }: Subject,
  rights: Rights,
  namedBy: "userId" | "email",
): Authorized<"page.share" | "page.shareSharing", P> {
  allowPage(by, "share", page);
  if (userId === by.actor.userId) throw cannotChangeOwnRights(namedBy);
  if (isOwner) throw invalid("userId", "The drive's owner already has all rights.");
  return allowGrantChange(by, page, { before: own ?? 0, after: rights }, rights | (own ?? inherited));
}

/**
 * Inviting an address to a page, whether or not it has an account. `before` are the rights that an earlier invitation of it
 * offers. Throws like `allowPage`.
 */
export const allowInvitation = <P extends LoadedPage>(
  by: Authenticated,
  page: P | null,
  rights: Rights,
  before: Rights,
): Authorized<"page.share" | "page.shareSharing", P> =>
  allowGrantChange(by, page, { before, after: rights }, rights | before);

/** Revoking a narrowing grant restores inherited rights, which must not exceed the caller's. Throws like `allowGrant`. */
export function allowRevocation<P extends LoadedPage>(
  by: Authenticated,
  page: P | null,
  { userId, own, inherited }: Subject,
): Authorized<"page.share" | "page.shareSharing", P> {
  const { target } = allowPage(by, "share", page);
  if (userId === by.actor.userId && !target.isDriveAdmin) throw cannotChangeOwnRights("userId");
  return allowGrantChange(by, page, { before: own ?? 0, after: inherited }, (own ?? 0) | inherited);
}

type Membership = { readonly role: "admin" | "member"; readonly rights: Rights };

type OwnedDrive = LoadedDrive & { readonly ownerId: string };

/**
 * Only the owner and admins add members: a member with the right to share may be denied some pages, but someone they add to
 * the drive would not be. Throws like `allowDrive`, and `invalid` for the owner.
 */
export function allowAddedMember<D extends OwnedDrive>(
  by: Authenticated,
  drive: D | null,
  userId: string,
  { rights }: Membership,
): Authorized<"drive.addMember" | "drive.addSharingMember", D> {
  const { target } = allowDrive(by, "addMember", drive);
  if (userId === target.ownerId) throw invalid("userId", "The owner already has all rights.");
  return allowDrive(by, grantsShare({ before: 0, after: rights }) ? "addSharingMember" : "addMember", drive);
}

/** Inviting an address to a drive. Throws like `allowDrive`. */
export const allowInvitedMember = <D extends OwnedDrive>(
  by: Authenticated,
  drive: D | null,
  { rights }: Membership,
): Authorized<"drive.addMember" | "drive.addSharingMember", D> =>
  allowDrive(by, grantsShare({ before: 0, after: rights }) ? "addSharingMember" : "addMember", drive);

/** Checks that the caller may change this member at all; `allowChangedMember` checks the change. Throws like `allowDrive`. */
export function allowChangeOf<D extends OwnedDrive>(
  by: Authenticated,
  drive: D | null,
  userId: string,
): Authorized<"drive.changeMember", D> {
  const allowed = allowDrive(by, "changeMember", drive);
  if (userId === allowed.target.ownerId) throw forbidden("The rights of a drive's owner cannot be changed.");
  return allowed;
}

/** Throws like `allowDrive`. */
export function allowChangedMember<D extends OwnedDrive>(
  by: Authenticated,
  drive: D | null,
  before: Membership,
  after: Membership,
): Authorized<"drive.changeMember" | "drive.promoteMember", D> {
  const isPromoted = after.role === "admin" && before.role !== "admin";
  const gains = isPromoted || grantsShare({ before: before.rights, after: after.rights });
  return allowDrive(by, gains ? "promoteMember" : "changeMember", drive);
}

/** The owner and admins of a drive remove members, and everyone but the owner may leave. Throws like `allowDrive`. */
export function allowRemovedMember<D extends OwnedDrive>(
  by: Authenticated,
  drive: D | null,
  userId: string,
): Authorized<"drive.leave" | "drive.removeMember", D> {
  const allowed = allowDrive(by, userId === by.actor.userId ? "leave" : "removeMember", drive);
  if (userId === allowed.target.ownerId) throw forbidden("The owner cannot leave their drive.");
  return allowed;
}
