/** Fixed limits, and the errors for exceeded quotas. */
import { AppError, type ExceededQuota } from "../../kernel/errors.ts";

/** Drives per owner, including trashed ones. Their usage is summed with every write. */
export const MAX_DRIVES = 1_000;

/** Pages directly under a page or at the root of a drive, including trashed ones. */
export const MAX_CHILDREN = 5_000;

const number = (value: number): string => value.toLocaleString("en-US");

const SENTENCES: Record<ExceededQuota["quota"], (used: string, limit: string) => string> = {
  text: (used, limit) =>
    `This text exceeds the quota: the drives of this drive's owner use ${used} of ${limit} bytes, including the trash. Permanently delete pages to free up space.`,
  pages: (used, limit) =>
    `More pages would exceed the quota: the drives of this drive's owner contain ${used} of ${limit} pages, including the trash. Permanently delete some to free up space.`,
  drives: (used, limit) =>
    `You have ${used} of ${limit} drives, including the trash. Permanently delete one to create another.`,
};

export const quotaExceeded = (exceeded: ExceededQuota): AppError =>
  new AppError("quota_exceeded", SENTENCES[exceeded.quota](number(exceeded.used), number(exceeded.limit)), {
    exceeded,
  });

export const tooManyChildren = (): AppError =>
  new AppError(
    "too_many_children",
    `One location can contain at most ${number(MAX_CHILDREN)} pages, including those in the trash. Move some under another page.`,
  );
