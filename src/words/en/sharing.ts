/** English: sharing a page, and asking for that. */
import type { Inline } from "../inline.ts";

export const share = "Share";
export const shareWith = "Share with";
export const sharedWith = (name: string) => `Shared with ${name}.`;
export const withAccess = "People with access";
export const onlySee = "You can see who has access. To edit the page, ask its owner or somebody here who may share it.";
export const copyLink = "Copy link";
export const linkCopied = "Link copied.";
export const linkHint = "It opens for the people above; others can ask for access.";
export const changed = (name: string, level: string) => `${name}: ${level}.`;
export const removed = (name: string) => `${name} no longer has access of their own.`;
export const removeAccess = "Remove access";
export const keeps = (name: string, level: string) =>
  `${name} keeps what they have from above: ${level.toLowerCase()}.`;
export const hasNone = (name: string) => `${name} has no access, and gets none by this.`;
export const losesPage = (name: string) => `${name} loses this page.`;
export const losesBelow = (name: string, pages: string) => `${name} loses this page and ${pages} below it.`;
export const losesMany = (name: string, pages: string) => `${name} loses this page and ${pages} or more below it.`;
export const fromAbove = "From above";
export const memberOf = (drive: Inline) => ["Member of ", drive];
export const from = (page: Inline) => ["From ", page];
export const whoAsks = "People who ask for access";
export const asks = (name: string) => `${name} asks for access`;
export const answer = (name: string) => `Answer ${name}`;
export const giveViewing = "Give viewing";
export const giveEditing = "Give editing";
export const decline = "Decline";
export const theyView = "They may view the page.";
export const theyEdit = "They may edit the page.";
export const declined = "Declined.";
export const youMayEdit = "You may edit this page now.";
export const youMayRead = "You may read this page, but no longer edit it.";
export const haveAccess = "They have access already.";
