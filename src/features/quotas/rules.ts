/** Fixed limits, and the errors for exceeded quotas. */
import { FULL_AT, STORE_LIMIT, type InstanceLimits } from "../../kernel/instance.ts";
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
  instance_text: (used, limit) =>
    `This instance is full: all texts together use ${used} of ${limit} bytes, including the trash. Permanently delete pages, or ask an administrator for space.`,
  instance_pages: (used, limit) =>
    `This instance is full: it contains ${used} of ${limit} pages, including the trash. Permanently delete some, or ask an administrator for space.`,
  instance_files: (used, limit) =>
    `This instance is full: all files together use ${used} of ${limit} bytes, including the trash. Permanently delete some, or ask an administrator for space.`,
  database: (used, limit) =>
    `This instance accepts no new content: its database uses ${used} of ${limit} bytes. Permanently delete pages, and tell an administrator.`,
};

export const quotaExceeded = (exceeded: ExceededQuota): AppError =>
  new AppError("quota_exceeded", SENTENCES[exceeded.quota](number(exceeded.used), number(exceeded.limit)), {
    exceeded,
  });

type InstanceState = {
  readonly text: number;
  readonly pages: number;
  readonly files: number;
  readonly pageRoom: number;
  readonly fileRoom: number;
  readonly database: number;
};

/** Which limit of the instance an addition that does not fit has exceeded. */
export function exceededInstance(
  state: InstanceState,
  limits: InstanceLimits,
  { pages = 0, files = 0 }: { readonly pages?: number; readonly files?: number },
): ExceededQuota {
  const resource = pages > state.pageRoom ? "pages" : files > state.fileRoom ? "files" : "text";
  const limit = limits[resource];
  return state.database >= STORE_LIMIT * FULL_AT || limit === null
    ? { quota: "database", limit: STORE_LIMIT, used: state.database }
    : { quota: `instance_${resource}`, limit, used: state[resource] };
}

export const tooManyChildren = (): AppError =>
  new AppError(
    "too_many_children",
    `One location can contain at most ${number(MAX_CHILDREN)} pages, including those in the trash. Move some under another page.`,
  );
