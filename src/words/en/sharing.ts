/** English: sharing a page and requesting access. */
import type { Inline } from "../inline.ts";

export const share = "Share";
export const sharePage = (title: string) => `Share “${title}”`;
export const shareWith = "Share with";
export const sharedWith = (name: string) => `Shared with ${name}.`;
export const withAccess = "People with access";
export const onlySee =
  "You can see who has access. To edit the page, ask its owner or someone listed here who can share it.";
export const copyLink = "Copy link";
export const linkCopied = "Link copied.";
export const linkHint = "It works for the people listed above. Others can request access.";
export const changed = (name: string, level: string) => `${name}: ${level}.`;
export const removed = (name: string) => `Direct access for ${name} was removed.`;
export const removeAccess = "Remove access";
export const keeps = (name: string, level: string) => `${name} keeps inherited access: ${level.toLowerCase()}.`;
export const hasNone = (name: string) => `${name} has no access, and this does not grant any.`;
export const losesPage = (name: string) => `${name} loses access to this page.`;
export const losesBelow = (name: string, pages: string) => `${name} loses access to this page and ${pages} below it.`;
export const losesMany = (name: string, pages: string) =>
  `${name} loses access to this page and ${pages} or more below it.`;
export const fromAbove = "Inherited";
export const memberOf = (drive: Inline) => ["Member of ", drive];
export const from = (page: Inline) => ["Inherited from ", page];
export const whoAsks = "Access requests";
export const asks = (name: string) => `${name} requests access`;
export const answer = (name: string) => `Respond to ${name}`;
export const giveViewing = "Allow viewing";
export const giveCommenting = "Allow commenting";
export const giveEditing = "Allow editing";
export const decline = "Decline";
export const theyView = "They can now view the page.";
export const theyComment = "They can now comment on the page.";
export const theyEdit = "They can now edit the page.";
export const declined = "Request declined.";
export const youMayEdit = "You can now edit this page.";
export const youMayComment = "You can now comment on this page.";
export const youMayRead = "You can view this page, but you can no longer edit it.";
export const youMayNotComment = "You can view this page, but you can no longer comment on it.";
export const haveAccess = "They already have access.";
