/** Alarms: problems of the service itself, for the people who operate it. */
import type { Instant } from "./clock.ts";

export const ALARM_EVENTS = [
  "audit",
  "dead_letter",
  "sweep",
  "size",
  "quota",
  "error_rate",
  "mail",
  "provider",
] as const;
export type AlarmEvent = (typeof ALARM_EVENTS)[number];

/** Numbers and identifiers from code or configuration, never text of users or of errors, because it leaves the service. */
export type AlarmDetail = Readonly<Record<string, string | number>>;

/** A problem as it was observed; alarms with the same event and subject are one. */
export type AlarmReport = {
  readonly event: AlarmEvent;
  /** What fails: a maintenance step, a kind of job, a resource or a provider; empty if there is only one. */
  readonly subject: string;
  readonly detail: AlarmDetail;
};

export type Alarm = AlarmReport & {
  readonly id: string;
  readonly since: Instant;
  /** When the problem was last observed. */
  readonly lastAt: Instant;
  /** When the alarm ended; null while it is open. */
  readonly endedAt: Instant | null;
};

export const ALARM_CHANNELS = ["webhook", "mail"] as const;
export type AlarmChannel = (typeof ALARM_CHANNELS)[number];

/** How far messages got on one channel. */
export type ChannelState = {
  /** Messages that wait to be sent. */
  readonly waiting: number;
  /** Failed attempts since the last success. */
  readonly failures: number;
  readonly sentAt: Instant | null;
};

/** The state of all alarms. */
export type AlarmOverview = {
  /** Open ones first, each part newest first. */
  readonly alarms: readonly Alarm[];
  readonly channels: Readonly<Record<AlarmChannel, ChannelState>>;
  /** End of the last run of the maintenance job; null before the first. */
  readonly sweptAt: Instant | null;
  readonly deadLetters: { readonly count: number; readonly lastAt: Instant | null };
};

/** The outcome of one run of the maintenance job. */
export type SweepOutcome = {
  readonly failedSteps: readonly string[];
  /** Problems of the audit log; null if they are unknown. */
  readonly auditProblems: readonly string[] | null;
};
