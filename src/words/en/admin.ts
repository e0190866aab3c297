/** English: the administration. */
export const overview = "Overview";
export const users = "Users";
export const auditLog = "Audit log";
export const partOfName = "Search by name or email";
export const nameOrAddress = "Name or email";
export const find = "Find";
export const nobody = "No users on this page.";
export const nobodyFound = (text: string) => `No user's name or email contains “${text}”.`;
export const person = "User";
export const messages = "Messages";
export const storage = "Storage";
export const model = "Model";
export const since = "Joined";
export const newest = "First page";
export const nextPage = "Next page";
export const admin = "Admin";
export const suspended = "Suspended";
export const whatTheyDid = "Activity";
export const whatOneDid = (name: string) => `Activity of ${name}`;
export const textIn = (size: string, pages: string) => `${size} of text in ${pages}`;
export const pages = { one: "# page", other: "# pages" };
export const ofFiles = (size: string) => `${size} of files`;
export const noModel = "none";
export const thisIsYou = "This is you";
export const letIn = "Reinstate";
export const letOneIn = (name: string) => `Reinstate ${name}`;
export const suspend = "Suspend";
export const suspendOne = (name: string) => `Suspend ${name}`;
export const more = "More";
export const moreAbout = (name: string) => `More actions for ${name}`;
export const copied = "Copied.";
export const suspendAsked = (name: string) => `Suspend ${name}?`;
export const suspendHint =
  "This ends all their sessions, devices and links now. They can't sign in until you reinstate them.";
export const reason = "Reason for the audit log (optional)";
export const takeAdministratorRole = "Remove administrator role";
export const makeAdministrator = "Make administrator";
export const exportAccount = "Export account";
export const deleteAccount = "Delete account";
export const exportHint =
  "The export contains account data, not pages, files or messages. The user is notified by email.";
export const makeAdministratorAsked = (name: string) => `Make ${name} an administrator?`;
export const makeAdministratorHint = "They can see all users, the audit log and usage metrics.";
export const takeRoleAsked = (name: string) => `Remove the administrator role from ${name}?`;
export const takeRoleHint =
  "They lose administrator access with their next request, even if the configuration lists their address.";
export const takeRole = "Remove role";
export const accountExported = "Account exported.";
export const deleteAsked = (name: string) => `Delete ${name}?`;
export const deleteHint =
  "This can't be undone. All their sessions and tokens stop working now. What they wrote in other people's drives stays and is attributed to a deleted user.";
export const showEverybody = "Show all users";
export const version = (number: string) => `Octavo, version ${number}`;
