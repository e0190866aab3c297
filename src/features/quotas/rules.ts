/** Fixed limits, and the errors for exceeded quotas. */
import { AppError, type ExceededQuota } from "../../kernel/errors.ts";

/** Drives per owner, including trashed ones. Their usage is summed with every write. */
export const MAX_DRIVES = 1_000;

/** Pages directly under a page or at the root of a drive, including trashed ones. */
export const MAX_CHILDREN = 5_000;

const number = (value: number): string => value.toLocaleString("en-US");

const SENTENCES: Record<ExceededQuota["quota"], (used: string, limit: string) => string> = {
  text: (used, limit) =>
    `There is no room for this text: the drives of this drive's owner hold ${used} of ${limit} bytes, the trash included. Delete pages for good to make room.`,
  pages: (used, limit) =>
    `There is no room for more pages: the drives of this drive's owner hold ${used} of ${limit}, the trash included. Delete some for good to make room.`,
  drives: (used, limit) =>
    `You have ${used} of ${limit} drives, the trash included. Delete one for good to make room for another.`,
};

export const quotaExceeded = (exceeded: ExceededQuota): AppError =>
  new AppError("quota_exceeded", SENTENCES[exceeded.quota](number(exceeded.used), number(exceeded.limit)), {
    exceeded,
  });

export const tooManyChildren = (): AppError =>
  new AppError(
    "too_many_children",
    `A place holds at most ${number(MAX_CHILDREN)} pages, those in the trash included. Put some under another page.`,
  );
