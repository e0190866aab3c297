/** English: lists of people and the people picker. */
export const canView = "View";
export const canComment = "View and comment";
export const canEdit = "View and edit";
export const canShare = "View, edit and share";
export const canAll = "Full access";
export const noAccess = "No access";
export const may = (verbs: readonly string[]) => `Can ${verbs.join(", ")}`;
export const view = "view";
export const comment = "comment";
export const edit = "edit";
export const share = "share";
export const erase = "delete";
export const mayDo = (name: string) => `Access for ${name}`;
export const theyMay = "Access level";
export const owner = "Owner";
export const remove = "Remove";
export const removeOne = (name: string) => `Remove ${name}`;
export const keep = "Cancel";
/** The object of a sentence about lost access. */
export const pageCount = { one: "# page", other: "# pages" };
export const people = "People";
export const nameOrAddress = "Name or email address";
export const name = "Name";
export const you = "You";
export const guest = "Guest";
export const inDrive = "In this drive";
export const connection = "Connection";
export const byAddress = "Use this address";
export const userId = "User ID";
export const noneFound = "No one found. Enter their full email address.";
export const noneDiscovered = "No one found. People can be found by name or address only if they allow it.";
export const noViewerFound = "No one by this name can see this page. Share it with them first.";
export const choose = "Choose someone from the list.";
export const invited = (email: string) => `${email} is invited.`;
export const invitations = "Invitations";
export const invitedBy = (inviter: string, until: string) => `Invited by ${inviter}, until ${until}`;
export const copyInvitation = "Copy invitation link";
export const invitationCopied = "Link copied. It works only for the invited address.";
export const newLink = "New link";
export const newLinkFor = (email: string) => `New link for ${email}`;
export const newLinkCopied = (email: string) => `New link copied and emailed to ${email}. The old one no longer works.`;
export const newLinkMade = (email: string) => `New link emailed to ${email}. The old one no longer works.`;
export const revoke = "Revoke";
export const revokeOne = (email: string) => `Revoke the invitation for ${email}`;
export const revokeWarning = (email: string) =>
  `This revokes the invitation for ${email} and the access that it grants.`;
export const revoked = (email: string) => `The invitation for ${email} was revoked.`;
export const linkReady = (email: string) =>
  `We emailed the invitation to ${email}. You can also send the link yourself.`;
export const sendLinkYourself = (email: string) =>
  `This installation sends no mail. Send this link to ${email} yourself.`;
