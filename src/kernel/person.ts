/** People as others see them. */

/** What is shown as the author of something when the account was deleted. */
export const DELETED_USER = "Deleted user";
