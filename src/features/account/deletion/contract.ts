/** Deleting an account: what becomes of the drives it owns is said before and chosen for each. */
import * as z from "zod";
import { Id } from "../../../kernel/contract.ts";

/** Drives one request can decide about; anyone who owns more deletes some of them first. */
export const MAX_DRIVE_CHOICES = 500;

const Taker = z.object({ id: z.string(), name: z.string(), image: z.string().nullable() });

const OwnedDrive = z.object({
  id: z.string(),
  name: z.string(),
  isTrashed: z.boolean(),
  /** Live pages. */
  pageCount: z.int(),
  memberCount: z.int(),
  /** Who could take it over: its admins, fifty at most. */
  admins: z.array(Taker),
});
export type OwnedDrive = z.infer<typeof OwnedDrive>;

export const DeletionPlan = z
  .object({
    /** Each needs a choice. */
    drives: z.array(OwnedDrive),
    /** Nobody else administers the deployment: then the account cannot be deleted. */
    isLastAdministrator: z.boolean(),
  })
  .meta({ id: "DeletionPlan" });
export type DeletionPlan = z.infer<typeof DeletionPlan>;

export const DriveChoice = z.object({
  driveId: Id,
  action: z.enum(["delete", "transfer"]),
  /** With `transfer`: an admin of the drive. */
  toUserId: Id.optional(),
});
export type DriveChoice = z.output<typeof DriveChoice>;

export const DeleteAccount = z.object({ drives: z.array(DriveChoice).max(MAX_DRIVE_CHOICES).default([]) });
export type DeleteAccount = z.output<typeof DeleteAccount>;
