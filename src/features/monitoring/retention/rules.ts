/** Retention of rows that are not deleted by users. Pure. */
import { DAY } from "../../../kernel/clock.ts";

export const ROW_RETENTION = {
  /** A link is valid for ten minutes; later it is reported as expired. */
  magicLinks: DAY,
  challenges: DAY,
  emailChanges: 2 * DAY,
  /** Longer than a queue retries a job. */
  sentNotices: 2 * DAY,
  /** Far longer than a request or its commit can take. */
  editTickets: DAY,
  /** Counted from when they were read. */
  readNotifications: 90 * DAY,
  notifications: 365 * DAY,
  contactMessages: 365 * DAY,
  aiBudgets: 40 * DAY,
} as const;

/** Rows removed per table and run. */
export const BATCH_SIZE = 500;
/** Many more sign-ins are started than completed. */
export const CHALLENGES_PER_BATCH = 2_000;
