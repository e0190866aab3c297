/** Which actions change who may see or edit something, and of whom: their commits have the connections concerned proved again. */
import type { WriteAction } from "./actions.ts";

/**
 * `below`: of everybody who has the pages of the target open, or one below them. `drive`: any page of the target. `people`:
 * of those whom the audit entries of the commit are about, or else of the actor, whatever they have open.
 * `people-and-drives`: also of all who have a page open of a drive that an entry names.
 */
type Recheck = "below" | "drive" | "people" | "people-and-drives";

/** A new action does not compile until it says here whose access it changes. */
export const RECHECK_RULES = {
  "page.edit": null,
  "page.move": "below",
  "page.trash": "below",
  "page.restore": "below",
  "page.purge": "below",
  "page.share": "people",
  "page.shareSharing": "people",
  "page.declineAccess": null,
  "page.markRead": null,
  "page.openSocket": null,
  "page.exportSubtree": null,
  "page.convertFile": null,
  "page.editOwnMessage": null,
  "page.deleteOwnMessage": null,
  "page.deleteAnyMessage": null,
  "destination.createPages": null,
  "destination.uploadFile": null,
  "destination.convertFile": null,
  // Beside `page.move`.
  "destination.movePagesTo": null,
  "destination.movePagesBetween": null,
  "drive.rename": null,
  "drive.addMember": "people",
  "drive.addSharingMember": "people",
  "drive.changeMember": "people",
  "drive.promoteMember": "people",
  "drive.removeMember": "people",
  "drive.leave": "people",
  "drive.export": null,
  "drive.trash": "drive",
  "drive.restore": "drive",
  "drive.purge": "drive",
  "account.createDrive": null,
  "account.connect": null,
  "account.openSocket": null,
  "account.contactAdministrators": null,
  "account.askForAccess": null,
  "account.readNotifications": null,
  "account.muteNotifications": null,
  "account.editProfile": null,
  "account.changeEmail": null,
  "account.endSessions": "people",
  "account.registerDevice": null,
  "account.upload": null,
  "account.keepExport": null,
  "account.steerTransfer": null,
  "account.removeDevice": "people",
  "account.addPasskey": null,
  "account.renamePasskey": null,
  "account.deletePasskey": null,
  "account.createToken": null,
  "account.revokeToken": "people",
  "account.declineApp": null,
  "account.resetAccount": "people",
  "account.exportAccount": null,
  "account.deleteAccount": "people-and-drives",
  "admin.suspendUser": "people",
  "admin.changeRole": "people",
  "admin.exportUser": null,
  "admin.deleteUser": "people-and-drives",
} as const satisfies Record<WriteAction, Recheck | null>;
