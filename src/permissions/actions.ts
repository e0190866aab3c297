/**
 * Who may do what: one line for each action on a page, a drive, the caller's own account or the deployment. Each rule is
 * applied twice: to the loaded target and in the guard of the commit. docs/permissions.md is generated from it.
 */
import { COMMENT, DELETE, EDIT, SHARE, VIEW } from "../kernel/rights.ts";
import type {
  AccountRequirement,
  DriveRequirement,
  PageRequirement,
  DestinationRequirement,
  Requirement,
} from "./requirements.ts";

const VIEW_ONLY = { refusal: "You can view this page but not edit it." } as const;
const NO_COMMENTS = { refusal: "You can view this page but not comment on it." } as const;
const SHARES = {
  refusal: "Only the drive's owner and users who may share this page can do this.",
  shares: true,
} as const;
const ADDS = { refusal: "Only the owner and the admins of a drive may add members.", shares: true } as const;
const CHANGES = { refusal: "Only the owner and the admins of a drive may change its members.", shares: true } as const;
const REMOVES = { refusal: "Only the owner and the admins of a drive may remove its members.", shares: true } as const;
const OWNER_ONLY = { refusal: "Only the owner of a drive may do this." } as const;

// One line per action.
// oxfmt-ignore
export const pageActions = {
  view: { needs: VIEW, state: "any", reads: true },
  edit: { needs: VIEW | EDIT, state: "live", ...VIEW_ONLY },
  move: { needs: VIEW | EDIT, state: "live", ...VIEW_ONLY },
  trash: { needs: VIEW | DELETE, state: "live", below: "all", repeats: true, refusal: "You do not have permission to delete this page." },
  restore: { needs: VIEW | DELETE, state: "trashed", refusal: "You do not have permission to restore this page." },
  purge: { needs: VIEW | DELETE, state: "trashed", below: "all", signIn: "fresh", refusal: "You do not have permission to permanently delete this page." },
  share: { needs: VIEW | SHARE, state: "any", signIn: "trusted", ...SHARES },
  /** Sharing that newly grants the right to share. */
  shareSharing: { needs: VIEW | SHARE, state: "any", signIn: "fresh", ...SHARES },
  /** Changes nobody's rights; granting the access is `share`. */
  declineAccess: { needs: VIEW | SHARE, state: "live", ...SHARES },
  markRead: { needs: VIEW, state: "live" },
  /** Issues a token for the socket that `connect` opens. Pages in the trash are not shown, so they have no socket. */
  openSocket: { needs: VIEW, state: "live", hidesTrashed: true },
  connect: { needs: VIEW, state: "live", reads: true, hidesTrashed: true },
  exportSubtree: { needs: VIEW, state: "live", signIn: "trusted", reads: "recorded", trashed: "This page is in the trash. Restore it to export it with its subpages." },
  convertFile: { needs: VIEW, state: "live", trashed: "This page is in the trash. Restore it to convert it to a document." },
  editOwnMessage: { needs: VIEW | EDIT, state: "live", refusal: "Only the author of a message can edit it." },
  deleteOwnMessage: { needs: VIEW | EDIT, state: "live", refusal: "Only the author of a message can delete it." },
  deleteAnyMessage: { needs: VIEW | DELETE, state: "live", refusal: "Only the author of a message can delete it." },
  comment: { needs: VIEW | COMMENT, state: "live", ...NO_COMMENTS },
  /** Resolves or reopens a thread. */
  resolveThread: { needs: VIEW | COMMENT, state: "live", ...NO_COMMENTS },
  /** Accepts or rejects a suggestion. */
  decideSuggestion: { needs: VIEW | EDIT, state: "live", ...VIEW_ONLY },
  editOwnComment: { needs: VIEW | COMMENT, state: "live", refusal: "Only the author of a comment can edit it." },
  deleteOwnComment: { needs: VIEW | COMMENT, state: "live", refusal: "Only the author of a comment can delete it." },
  /** Also deletes whole threads. */
  deleteAnyComment: { needs: VIEW | DELETE, state: "live", refusal: "Only the author of a comment can delete it." },
} as const satisfies Record<string, PageRequirement>;

// One line per action.
// oxfmt-ignore
export const destinationActions = {
  createPages: { needs: VIEW, role: "Only the owner or an admin of the drive may create pages in it." },
  uploadFile: { needs: VIEW | EDIT, refusal: "You can view pages there but not add files." },
  /** The new page is created next to the converted file. */
  convertFile: { needs: VIEW | EDIT, seesDrive: true, refusal: "You can view pages there but not create any." },
  movePagesTo: { needs: VIEW | EDIT, roleAtRoot: "Only the owner or an admin of the drive may place pages at its root.", parentState: "any", refusal: "You do not have permission to move pages under that page." },
  /** Required on both the source and the destination drive. */
  movePagesBetween: { needs: VIEW | EDIT, role: "Only the owner or an admin of both drives may move pages between them.", ofDrive: true },
} as const satisfies Record<string, DestinationRequirement>;

// One line per action.
// oxfmt-ignore
export const driveActions = {
  view: { role: "member", state: "live", reads: true },
  /** Lists trashed pages of the drive; owners may also look into a trashed drive. */
  viewTrash: { role: "member", state: "any", reads: true },
  export: { role: "member", state: "live", signIn: "trusted", reads: "recorded" },
  rename: { role: "admin", state: "live", refusal: "Only the owner and the admins of a drive may rename it." },
  addMember: { role: "admin", state: "live", signIn: "trusted", ...ADDS },
  /** The new member gets the right to share. */
  addSharingMember: { role: "admin", state: "live", signIn: "fresh", ...ADDS },
  changeMember: { role: "admin", state: "live", signIn: "trusted", ...CHANGES },
  /** The member gains the right to share or becomes an admin. */
  promoteMember: { role: "admin", state: "live", signIn: "fresh", ...CHANGES },
  removeMember: { role: "admin", state: "live", signIn: "trusted", ...REMOVES },
  leave: { role: "member", state: "live", shares: true },
  trash: { role: "owner", state: "live", signIn: "trusted", ...OWNER_ONLY },
  restore: { role: "owner", state: "trashed", ...OWNER_ONLY },
  purge: { role: "owner", state: "trashed", signIn: "fresh", ...OWNER_ONLY },
} as const satisfies Record<string, DriveRequirement>;

export const accountActions = {
  createDrive: { scope: "all", refusal: "This token is limited to certain drives and cannot create new ones." },
  connect: {},
  openSocket: {},
  createSignUpLink: { signIn: "trusted" },
  /** The creator, or an administrator. */
  revokeSignUpLink: {},
  contactAdministrators: {},
  /** The page need not exist: the response reveals nothing about it. */
  askForAccess: {},
  readNotifications: {},
  muteNotifications: {},
  editProfile: {},
  changeEmail: { signIn: "fresh" },
  endSessions: {},
  /** Ends a session together with the passkeys and tokens that were created in it. */
  endSessionAndCredentials: { signIn: "fresh" },
  registerDevice: { signIn: "fresh" },
  /** Only sends the bytes; placing the file in a tree is a destination action. */
  upload: {},
  /** Builds and stores the archive of an export; its contents are authorized by the export action. */
  keepExport: { signIn: "trusted" },
  /** Cancels or resumes a transfer; each of its steps is authorized separately. */
  steerTransfer: {},
  removeDevice: {},
  addPasskey: { signIn: "fresh" },
  renamePasskey: {},
  deletePasskey: { signIn: "fresh" },
  createToken: { signIn: "fresh" },
  revokeToken: {},
  /** Grants nothing, so it requires no fresh sign-in. */
  declineApp: {},
  resetAccount: { signIn: "fresh" },
  exportAccount: { signIn: "fresh" },
  deleteAccount: { signIn: "fresh" },
} as const satisfies Record<string, AccountRequirement>;

/** Actions of deployment administrators. The role alone gives no access to anybody's pages. */
export const adminActions = {
  view: { reads: true, signIn: "trusted", refusal: "Only administrators may view this." },
  /** Lists the email addresses of all users, page by page. */
  listUsers: { reads: true, signIn: "fresh", refusal: "Only administrators may view this." },
  describeDatabase: { reads: true, signIn: "fresh", refusal: "Only administrators may view this." },
  exportAudit: { reads: "recorded", signIn: "fresh", refusal: "Only administrators may view this." },
  testAlarms: { signIn: "trusted", refusal: "Only administrators may test the alarms." },
  suspendUser: { signIn: "fresh", refusal: "Only administrators may suspend users." },
  changeRole: { signIn: "fresh", refusal: "Only administrators may change roles." },
  exportUser: { signIn: "fresh", refusal: "Only administrators may export other users' accounts." },
  deleteUser: { signIn: "fresh", refusal: "Only administrators may delete other users' accounts." },
} as const satisfies Record<string, Requirement>;

type Writes<T> = { [A in keyof T & string]: T[A] extends { readonly reads: true } ? never : A }[keyof T & string];

export type PageAction = keyof typeof pageActions;
export type DestinationAction = keyof typeof destinationActions;
export type DriveAction = keyof typeof driveActions;
export type AccountAction = keyof typeof accountActions;
export type AdminAction = keyof typeof adminActions;

/** Prefixed with the kind of target, so that permission for one never passes for another: `page.edit`, `drive.trash`. */
export type Action =
  | `page.${PageAction}`
  | `destination.${DestinationAction}`
  | `drive.${DriveAction}`
  | `account.${AccountAction}`
  | `admin.${AdminAction}`;

/** The actions that a commit may be made for. */
export type WriteAction =
  | `page.${Writes<typeof pageActions>}`
  | `destination.${Writes<typeof destinationActions>}`
  | `drive.${Writes<typeof driveActions>}`
  | `account.${Writes<typeof accountActions>}`
  | `admin.${Writes<typeof adminActions>}`;
