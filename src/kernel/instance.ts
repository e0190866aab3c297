/** Limits of the whole instance: those that its operator sets, and those of the platform. */

/** What the operator may limit: bytes of text and of files, pages, users, and mails per day (UTC). */
export const INSTANCE_RESOURCES = ["text", "pages", "files", "users", "mails"] as const;
export type InstanceResource = (typeof INSTANCE_RESOURCES)[number];

/** Null = no limit. */
export type InstanceLimits = Readonly<Record<InstanceResource, number | null>>;

/** The databases whose size the platform limits: both D1 databases, and the object of the audit log. */
export const STORES = ["main", "search", "audit"] as const;
export type Store = (typeof STORES)[number];

/** The platform's limit for each of them, in bytes. It cannot be raised. */
export const STORE_LIMIT = 10_000_000_000;
/** Above this share of the limit, a database accepts no new content, so that what keeps the instance usable still fits. */
export const FULL_AT = 0.95;
