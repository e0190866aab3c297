/** Response schema of the instance's limits and sizes, for administrators. */
import * as z from "zod";
import { Time } from "../../kernel/contract.ts";
import { INSTANCE_RESOURCES, STORES } from "../../kernel/instance.ts";

export const InstanceStatus = z
  .object({
    /** Who may create an account. */
    signUp: z.object({ policy: z.enum(["open", "invited", "domains", "closed"]), domains: z.array(z.string()) }),
    /** Null before the first measurement. */
    measuredAt: Time.nullable(),
    /** Bytes for texts and files, else a number; mails are those of today (UTC), counted while they are limited. */
    usage: z.array(z.object({ resource: z.enum(INSTANCE_RESOURCES), used: z.int(), limit: z.int().nullable() })),
    /** Sizes in bytes, and the platform's limits. `monthsUntilFull`: at the growth so far; null if that is unknown. */
    sizes: z.array(
      z.object({
        store: z.enum(STORES),
        used: z.int().nullable(),
        limit: z.int(),
        monthsUntilFull: z.number().nonnegative().nullable(),
      }),
    ),
  })
  .meta({ id: "InstanceStatus" });
export type InstanceStatus = z.infer<typeof InstanceStatus>;
