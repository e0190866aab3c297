/** API schemas for alarms, for administrators. */
import * as z from "zod";
import { ALARM_EVENTS } from "../../kernel/alarm.ts";
import { Time } from "../../kernel/contract.ts";

const Count = z.int().nonnegative();

const Channel = z.object({
  isConfigured: z.boolean(),
  /** Messages that wait to be sent. */
  waiting: Count,
  /** Failed attempts since the last success. */
  failures: Count,
  lastSentAt: Time.nullable(),
});

export const AlarmList = z.object({
  /** Open ones first, each part newest first. */
  alarms: z.array(
    z.object({
      id: z.string(),
      event: z.enum(ALARM_EVENTS),
      /** What fails: a step, a kind of job, a resource or a provider; empty if there is only one. */
      subject: z.string(),
      detail: z.record(z.string(), z.union([z.string(), z.number()])),
      since: Time,
      lastAt: Time,
      /** Null while it is open. */
      endedAt: Time.nullable(),
    }),
  ),
  channels: z.object({ webhook: Channel, mail: Channel }),
  /** When the maintenance job last completed. */
  sweptAt: Time.nullable(),
});
export type AlarmList = z.infer<typeof AlarmList>;

export const AlarmTest = z.object({
  /** `status` is what the receiver answered, if it did. Its address is not part of the answer. */
  webhook: z.object({
    outcome: z.enum(["sent", "none", "status", "redirect", "timeout", "network"]),
    status: z.int().nullable(),
  }),
  /** Numbers of administrators; null if the installation sends no mail. */
  mail: z.object({ reached: Count, failed: Count }).nullable(),
});
export type AlarmTest = z.infer<typeof AlarmTest>;
