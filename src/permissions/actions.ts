/**
 * Who may do what: one line for each action on a page, a drive, one's own account and the deployment. What is read here
 * decides twice, as a check of what was loaded and as the guard of the commit. docs/permissions.md is made from it.
 */
import { DELETE, EDIT, SHARE, VIEW, type Rights } from "../kernel/rights.ts";

/** Every action but `read` ones asks for a credential that may write; `shares`, for one that may change who has access. */
type Common = {
  /** Nothing is written, so nothing is committed by it. */
  readonly reads?: true;
  /** `fresh`: the person signed in within the last ten minutes. `personal`: ever, so that a device token alone will not do. */
  readonly signIn?: "fresh" | "personal";
  readonly shares?: true;
  /** What somebody is told who sees the target and may not do this with it. */
  readonly refusal?: string;
};

export type PageRequirement = Common & {
  /** Rights on the page, all of them. */
  readonly needs: Rights;
  /** `live`: neither it, nor anything above it, nor its drive is in the trash. `any`: also in the trash. */
  readonly state: "live" | "trashed" | "any";
  /** What somebody is told of a page in the trash, where it has to be live. */
  readonly trashed?: string;
  /** Asked of a page that is in the trash already, it has succeeded: there is nothing to commit. */
  readonly repeats?: true;
  /** Nothing below the page is withheld from the caller: no page there that they may not see, or not delete. */
  readonly below?: "all";
};

export const pageActions = {
  view: { needs: VIEW, state: "any", reads: true },
  edit: { needs: VIEW | EDIT, state: "live", refusal: "You may read this page but not change it." },
  move: { needs: VIEW | EDIT, state: "live", refusal: "You may read this page but not change it." },
  trash: { needs: VIEW | DELETE, state: "live", below: "all", repeats: true, refusal: "You may not delete this page." },
  restore: { needs: VIEW | DELETE, state: "trashed", refusal: "You may not restore this page." },
  purge: {
    needs: VIEW | DELETE,
    state: "trashed",
    below: "all",
    signIn: "fresh",
    refusal: "You may not delete this page for good.",
  },
  share: {
    needs: VIEW | SHARE,
    state: "any",
    shares: true,
    refusal: "Only the drive's owner, or someone who may share this page, does that.",
  },
  /** Sharing that lets somebody share who could not. */
  shareSharing: {
    needs: VIEW | SHARE,
    state: "any",
    shares: true,
    signIn: "fresh",
    refusal: "Only the drive's owner, or someone who may share this page, does that.",
  },
  markRead: { needs: VIEW, state: "live" },
  openSocket: { needs: VIEW, state: "live" },
  exportSubtree: {
    needs: VIEW,
    state: "live",
    reads: true,
    trashed: "This page is in the trash. Restore it to export what lies under it.",
  },
  convertFile: {
    needs: VIEW,
    state: "live",
    trashed: "This page is in the trash. Restore it to make a document of it.",
  },
  deleteOwnMessage: { needs: VIEW | EDIT, state: "live", refusal: "Only its author deletes a message." },
  deleteAnyMessage: { needs: VIEW | DELETE, state: "live", refusal: "Only its author deletes a message." },
} as const satisfies Record<string, PageRequirement>;

/** A place in a tree: under a page, or at the root of a drive. It is live and in the drive that was named. */
export type PlaceRequirement = Common & {
  readonly needs: Rights;
  /**
   * Instead of the rights, to be owner or admin of the drive, or an administrator of the deployment who sees the place:
   * what others are told.
   */
  readonly role?: string;
  /** Of the drive alone: an administrator of the deployment is not asked. */
  readonly ofDrive?: true;
  /** As `role`, asked for at the root of a drive alone. */
  readonly roleAtRoot?: string;
  /** Asked by somebody who sees a page of the drive: that it exists is no secret to them. */
  readonly seesDrive?: true;
  /** `any`: the write itself looks whether the parent is live, and says why not. */
  readonly parentState?: "any";
};

export const placeActions = {
  createPages: {
    needs: VIEW,
    role: "Only the owner or an admin of the drive creates pages in it.",
  },
  uploadFile: { needs: VIEW | EDIT, refusal: "You may look around there but not put files there." },
  /** Beside the file that is converted. */
  convertFile: {
    needs: VIEW | EDIT,
    seesDrive: true,
    refusal: "You may look around there but not make pages there.",
  },
  movePagesTo: {
    needs: VIEW | EDIT,
    roleAtRoot: "Only the owner or an admin of the drive places pages at its root.",
    parentState: "any",
    refusal: "You may not put pages under that one.",
  },
  /** Both drives, the one they leave and the one they come to. */
  movePagesBetween: {
    needs: VIEW | EDIT,
    role: "Only the owner or an admin of both drives moves pages from one to the other.",
    ofDrive: true,
  },
} as const satisfies Record<string, PlaceRequirement>;

export type DriveRequirement = Common & {
  readonly role: "member" | "admin" | "owner";
  readonly state: "live" | "trashed";
};

export const driveActions = {
  view: { role: "member", state: "live", reads: true },
  rename: {
    role: "admin",
    state: "live",
    refusal: "Only the owner and the admins of a drive may rename it.",
  },
  addMember: {
    role: "admin",
    state: "live",
    shares: true,
    refusal: "Only the owner and the admins of a drive may add members.",
  },
  /** Somebody who may share. */
  addSharingMember: {
    role: "admin",
    state: "live",
    shares: true,
    signIn: "fresh",
    refusal: "Only the owner and the admins of a drive may add members.",
  },
  changeMember: {
    role: "admin",
    state: "live",
    shares: true,
    refusal: "Only the owner and the admins of a drive may change its members.",
  },
  /** So that they may share or run the drive, and could not before. */
  promoteMember: {
    role: "admin",
    state: "live",
    shares: true,
    signIn: "fresh",
    refusal: "Only the owner and the admins of a drive may change its members.",
  },
  removeMember: {
    role: "admin",
    state: "live",
    shares: true,
    refusal: "Only the owner and the admins of a drive may remove its members.",
  },
  leave: { role: "member", state: "live", shares: true },
  trash: { role: "owner", state: "live", refusal: "Only the owner of a drive may do this." },
  restore: { role: "owner", state: "trashed", refusal: "Only the owner of a drive may do this." },
  purge: { role: "owner", state: "trashed", signIn: "fresh", refusal: "Only the owner of a drive may do this." },
} as const satisfies Record<string, DriveRequirement>;

/** What somebody does with what is theirs. Which kinds of credential may is said by the routes. */
export type AccountRequirement = Common & {
  /** The token is not made for certain drives: what it makes would lie outside them. */
  readonly scope?: "all";
};

export const accountActions = {
  createDrive: { scope: "all", refusal: "This token is for certain drives and cannot make others." },
  connect: {},
  openSocket: {},
  contactAdministrators: {},
  readNotifications: {},
  editProfile: {},
  changeEmail: { signIn: "fresh" },
  endSessions: {},
  registerDevice: {
    signIn: "personal",
    refusal: "Sign in again to register this device: its session was not made by you.",
  },
  uploadParts: {},
  removeDevice: {},
  addPasskey: { signIn: "fresh" },
  renamePasskey: {},
  deletePasskey: { signIn: "fresh" },
  createToken: { signIn: "fresh" },
  revokeToken: {},
  resetAccount: { signIn: "fresh" },
  exportAccount: { signIn: "fresh" },
  deleteAccount: { signIn: "fresh" },
} as const satisfies Record<string, AccountRequirement>;

/** What administrators of the deployment do. The role opens nobody's pages. */
export const adminActions = {
  view: { reads: true, refusal: "Only administrators may see this." },
  suspendUser: { signIn: "fresh", refusal: "Only administrators suspend users." },
  changeRole: { signIn: "fresh", refusal: "Only administrators give and take roles." },
  exportUser: { signIn: "fresh", refusal: "Only administrators export other people's accounts." },
  deleteUser: { signIn: "fresh", refusal: "Only administrators delete other people's accounts." },
} as const satisfies Record<string, Common>;

type Writes<T> = { [A in keyof T & string]: T[A] extends { readonly reads: true } ? never : A }[keyof T & string];

export type PageAction = keyof typeof pageActions;
export type PlaceAction = keyof typeof placeActions;
export type DriveAction = keyof typeof driveActions;
export type AccountAction = keyof typeof accountActions;
export type AdminAction = keyof typeof adminActions;

/** Named with what they are done to, so that leave for one is none for another: `page.edit`, `drive.trash`. */
export type Action =
  | `page.${PageAction}`
  | `place.${PlaceAction}`
  | `drive.${DriveAction}`
  | `account.${AccountAction}`
  | `admin.${AdminAction}`;

/** The actions that a commit may be made for. */
export type WriteAction =
  | `page.${Writes<typeof pageActions>}`
  | `place.${Writes<typeof placeActions>}`
  | `drive.${Writes<typeof driveActions>}`
  | `account.${Writes<typeof accountActions>}`
  | `admin.${Writes<typeof adminActions>}`;
