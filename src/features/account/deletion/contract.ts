/** Account deletion: the request names a choice for every drive that the account owns. */
import * as z from "zod";
import { Id } from "../../../kernel/contract.ts";

/** Maximum drives per request; an owner of more must delete some first. */
export const MAX_DRIVE_CHOICES = 500;

const Taker = z.object({ id: z.string(), name: z.string(), image: z.string().nullable() });

const OwnedDrive = z.object({
  id: z.string(),
  name: z.string(),
  isTrashed: z.boolean(),
  /** Live pages. */
  pageCount: z.int(),
  memberCount: z.int(),
  /** Admins who could take over the drive, at most fifty. */
  admins: z.array(Taker),
});
export type OwnedDrive = z.infer<typeof OwnedDrive>;

export const DeletionPlan = z
  .object({
    /** Each drive needs a choice. */
    drives: z.array(OwnedDrive),
    /** True for the deployment's only administrator, whose account cannot be deleted. */
    isLastAdministrator: z.boolean(),
  })
  .meta({ id: "DeletionPlan" });
export type DeletionPlan = z.infer<typeof DeletionPlan>;

export const DriveChoice = z.object({
  driveId: Id,
  action: z.enum(["delete", "transfer"]),
  /** With `transfer`: the admin who takes over the drive. */
  toUserId: Id.optional(),
});
export type DriveChoice = z.output<typeof DriveChoice>;

export const DeleteAccount = z.object({ drives: z.array(DriveChoice).max(MAX_DRIVE_CHOICES).default([]) });
export type DeleteAccount = z.output<typeof DeleteAccount>;
