/** How people are shown to others. */

/** Shown as the author when the account was deleted. */
export const DELETED_USER = "Deleted user";
