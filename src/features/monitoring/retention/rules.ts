/** How long rows stay that nobody deletes by hand. Pure. */
import { DAY } from "../../../kernel/clock.ts";

export const ROW_RETENTION = {
  /** A link is good for ten minutes; anyone who opens it later is told that it is over. */
  magicLinks: DAY,
  challenges: DAY,
  emailChanges: 2 * DAY,
  /** Longer than a queue repeats a job. */
  sentNotices: 2 * DAY,
  /** Far longer than a request or its commit can be under way. */
  editTickets: DAY,
  /** From when they were read. */
  readNotifications: 90 * DAY,
  notifications: 365 * DAY,
  contactMessages: 365 * DAY,
} as const;

/** Rows of one table that one run removes. */
export const BATCH_SIZE = 500;
/** Sign-ins begin many times for each one that is finished. */
export const CHALLENGES_PER_BATCH = 2_000;
