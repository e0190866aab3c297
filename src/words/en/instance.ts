/** English: limits of the instance, and sign-up links. */
export const instance = "Sign-up and limits";
export const whoSignsUp = "Who can create an account";
export const policies = {
  open: "Everybody with an email address.",
  invited: "People who were invited to a page or drive, or who have a sign-up link.",
  domains: "Everybody with an address at these domains:",
  closed: "Nobody. Existing accounts can still sign in.",
};
export const policyHint =
  "Set by the variable SIGNUP. Administrators listed in the configuration can always create their accounts.";
export const limits = "Limits of this instance";
export const limitsHint = "Set by variables. At a limit, new content is refused; reading, deleting and sign-in go on.";
export const resources = {
  text: "Text",
  pages: "Pages",
  files: "Files",
  users: "Accounts",
  mails: "Emails today",
};
export const sizes = "Databases";
export const sizesHint =
  "The platform limits each to this size, and the limit can't be raised. From 95% on, new content is refused.";
export const stores = { main: "Main database", search: "Search database", audit: "Audit log" };
export const used = "Used";
export const limit = "Limit";
export const share = "Share";
export const forecast = "At the present growth";
export const noLimit = "None";
export const unknown = "Not measured yet";
export const fullIn = { one: "Full in # month", other: "Full in # months" };
export const fullSoon = "Full in less than a month";
export const noForecast = "No forecast";
export const measured = (time: string) => `Measured ${time}.`;
export const invite = "Invite people";
export const inviteHint =
  "Here, new accounts require an invitation. Send a sign-up link to people who have no account.";
export const signUpLinks = "Sign-up links";
export const linksHint = "Anyone who has a link can create an account with it until it expires or is used up.";
export const days = "Valid for days";
export const uses = "Accounts";
export const createLink = "Create link";
export const linkReady = "The link is shown only now. Send it to the people you want to invite.";
export const link = "Sign-up link";
export const copyLink = "Copy link";
export const linkCopied = "Link copied.";
export const usedOf = (count: string, most: string) => `${count} of ${most} used`;
export const until = (day: string) => `valid until ${day}`;
export const revoke = "Revoke";
export const revokeLink = (creator: string, day: string) => `Revoke the link of ${creator} that is valid until ${day}`;
export const revoked = "Link revoked.";
export const noLinks = "There are no links.";
