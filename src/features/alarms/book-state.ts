/** The stored state of alarms and of their undelivered messages. */
import type { Alarm, AlarmChannel, AlarmReport } from "../../kernel/alarm.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { OutcomeMinute } from "./rules.ts";

/** `continues` reminds of an alarm that is still open. */
export type Change = "raised" | "continues" | "resolved";

export type Notice = AlarmReport & {
  readonly id: string;
  readonly change: Change;
  readonly at: Instant;
  readonly since: Instant;
  /** Channels on which it has not been sent yet. */
  waiting: readonly AlarmChannel[];
};

export type StoredAlarm = Alarm & {
  /** The last message about it. */
  toldAt: Instant;
  /** When it was first observed to be fine again; null while it fails. */
  fineSince: Instant | null;
  lastAt: Instant;
  endedAt: Instant | null;
  detail: AlarmReport["detail"];
};

type Delivery = {
  failures: number;
  nextAt: Instant;
  /** Messages of the last hour. */
  sentAt: Instant[];
  lastSentAt: Instant | null;
  /** Recipients who already have the messages that are being retried. */
  reached: readonly string[];
};

/** Everything that must survive a restart of the object. */
export type BookState = {
  alarms: StoredAlarm[];
  notices: Notice[];
  /** First failure of maintenance steps and of passing problems that may become alarms, by name. */
  suspects: Record<string, Instant>;
  minutes: OutcomeMinute[];
  sweptAt: Instant | null;
  /** The runs of the maintenance job since the last completed one that were skipped because of a restore; null if none was. */
  skipped: { since: Instant; lastAt: Instant } | null;
  beatAt: Instant | null;
  deadLetters: { count: number; lastAt: Instant | null };
  deliveries: Record<AlarmChannel, Delivery>;
};

export const newDelivery = (): Delivery => ({ failures: 0, nextAt: 0, sentAt: [], lastSentAt: null, reached: [] });

export const newState = (): BookState => ({
  alarms: [],
  notices: [],
  suspects: {},
  minutes: [],
  sweptAt: null,
  skipped: null,
  beatAt: null,
  deadLetters: { count: 0, lastAt: null },
  deliveries: { webhook: newDelivery(), mail: newDelivery() },
});
