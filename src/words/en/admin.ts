/** English: the administration. */
export const overview = "Overview";
export const users = "Users";
export const auditLog = "Audit log";
export const partOfName = "Part of a name or an address";
export const nameOrAddress = "Name or address";
export const find = "Find";
export const nobody = "No users on this page.";
export const nobodyFound = (text: string) => `Nobody's name or address has “${text}” in it.`;
export const person = "Person";
export const messages = "Messages";
export const storage = "Storage";
export const model = "Model";
export const since = "Since";
export const newest = "Newest";
export const nextPage = "Next page";
export const admin = "Admin";
export const suspended = "Suspended";
export const whatTheyDid = "What they did";
export const whatOneDid = (name: string) => `What they did: ${name}`;
export const textIn = (size: string, pages: string) => `${size} of text in ${pages}`;
export const pages = { one: "# page", other: "# pages" };
export const ofFiles = (size: string) => `${size} of files`;
export const noModel = "none";
export const thisIsYou = "This is you";
export const letIn = "Let back in";
export const letOneIn = (name: string) => `Let ${name} back in`;
export const suspend = "Suspend";
export const suspendOne = (name: string) => `Suspend ${name}`;
export const more = "More";
export const moreAbout = (name: string) => `More about ${name}`;
export const copied = "Copied.";
export const suspendAsked = (name: string) => `Suspend ${name}?`;
export const suspendHint =
  "This ends all their sessions, devices and links now. They can't sign in until you reinstate them.";
export const reason = "Reason, for the audit log (may be empty)";
export const takeAdministratorRole = "Take the administrator role";
export const makeAdministrator = "Make administrator";
export const exportAccount = "Export account";
export const deleteAccount = "Delete account";
export const exportHint =
  "The export contains account data, not pages, files or messages. The user is notified by email.";
export const makeAdministratorAsked = (name: string) => `Make ${name} an administrator?`;
export const makeAdministratorHint = "They see all users, the audit log and how the service is used.";
export const takeRoleAsked = (name: string) => `Take the role from ${name}?`;
export const takeRoleHint =
  "They lose administrator access with their next request, even if the configuration lists their address.";
export const takeRole = "Take the role";
export const accountExported = "The account is exported.";
export const deleteAsked = (name: string) => `Delete ${name}?`;
export const deleteHint =
  "This can't be undone. All their sessions and tokens stop working now. What they wrote in other people's drives stays, shown as written by a deleted user.";
export const showEverybody = "Show everybody";
