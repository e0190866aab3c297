/** When something counts as a problem, and how long it has to be fine. Pure. */
import type { AlarmEvent, AlarmReport } from "../../kernel/alarm.ts";
import { DAY, HOUR, MINUTE, SECOND, type Instant } from "../../kernel/clock.ts";

/** The subject of the alarm about a maintenance job that does not complete at all. */
export const MISSING = "missing";
/** The subject of the alarm about a restore that does not end, and how long a restore may take without it. */
export const RESTORE = "restore";
export const RESTORE_UNFINISHED_AFTER = DAY;
/** The job runs every minute. One run may be late without an alarm; the next missing one is reported within two minutes. */
export const SWEEP_MISSING_AFTER = 2.5 * MINUTE;
/** A step counts as failing from its second failure in this time on. Some steps run once an hour. */
export const STEP_MEMORY = 130 * MINUTE;
/** Problems of the audit log that may be a passing failure of the network. */
export const PASSING_AUDIT_PROBLEMS: readonly string[] = ["unreachable", "vault_unreachable"];

/** Interval of reminders while an alarm is open. */
export const REMIND_EVERY = DAY;
/** Messages per channel and hour; what does not fit waits and is sent together. */
export const MAX_MESSAGES_PER_HOUR = 20;
/** Alarms in one message. */
export const MAX_PER_MESSAGE = 20;
/** A message that could not be delivered for so long is dropped; the alarm stays visible in the administration. */
export const GIVE_UP_AFTER = 3 * DAY;
/** Alarms and messages that are kept, so that their storage stays bounded. */
export const MAX_OPEN = 200;
export const MAX_ENDED = 100;
export const MAX_NOTICES = 200;
export const KEEP_ENDED = 30 * DAY;

type Ending = {
  /** How long the problem must not have been observed. */
  readonly calmMs: number;
  /** Whether its absence is observed, so that a message about the end can be sent. */
  readonly isObserved: boolean;
};

export function endingOf({ event, subject }: Pick<AlarmReport, "event" | "subject">): Ending {
  switch (event) {
    // Longer than the pause between two runs of an hourly step.
    case "sweep":
      return { calmMs: subject === MISSING || subject === RESTORE ? 5 * MINUTE : 70 * MINUTE, isObserved: true };
    case "dead_letter":
      return { calmMs: HOUR, isObserved: false };
    case "size":
    case "quota":
      return { calmMs: DAY, isObserved: false };
    default:
      return { calmMs: 5 * MINUTE, isObserved: true };
  }
}

/** Wait (ms) before the next attempt to deliver: 10 s, 20 s and so on, up to ten minutes. */
export const backoff = (failures: number): number => Math.min(10 * SECOND * 2 ** (failures - 1), 10 * MINUTE);

/** Counted outcomes of one minute. */
export type OutcomeMinute = {
  readonly at: Instant;
  /** By name: number of attempts, and of failed ones. */
  readonly outcomes: Readonly<Record<string, readonly [count: number, failed: number]>>;
};

/** The name under which all requests are counted. */
export const REQUESTS = "requests";
export const MAIL = "mail";

type RateRule = { readonly windowMs: number; readonly count: number; readonly failed: number; readonly share: number };

const REQUEST_RULE: RateRule = { windowMs: 5 * MINUTE, count: 20, failed: 5, share: 0.05 };
/** Mail and providers: most attempts fail, and more than one or two. */
const CALL_RULE: RateRule = { windowMs: 10 * MINUTE, count: 3, failed: 3, share: 0.5 };
/** Outcomes are kept for the longest window. */
export const OUTCOME_MEMORY = 11 * MINUTE;

export type Rate = "failing" | "fine" | "unknown";

/** `unknown` if nothing was attempted within the window. */
export function rateOf(
  name: string,
  minutes: readonly OutcomeMinute[],
  now: Instant,
): { readonly rate: Rate; readonly report: AlarmReport } {
  const rule = name === REQUESTS ? REQUEST_RULE : CALL_RULE;
  let [count, failed] = [0, 0];
  let latest = { at: 0, isGood: false };
  for (const { at, outcomes } of minutes) {
    const [attempts, failures] = outcomes[name] ?? [0, 0];
    if (attempts === 0 || at <= now - rule.windowMs - MINUTE) continue;
    count += attempts;
    failed += failures;
    if (at >= latest.at) latest = { at, isGood: failures === 0 };
  }
  // A provider that is used again without a failure works, however much failed before.
  const isOver = latest.isGood && name !== REQUESTS;
  const isFailing = !isOver && count >= rule.count && failed >= rule.failed && failed / count >= rule.share;
  const event: AlarmEvent = name === REQUESTS ? "error_rate" : name === MAIL ? "mail" : "provider";
  return {
    rate: isFailing ? "failing" : count === 0 && name !== REQUESTS ? "unknown" : "fine",
    report: {
      event,
      subject: event === "provider" ? name : "",
      detail: { failed, count, minutes: rule.windowMs / MINUTE },
    },
  };
}

/** Without any attempt, a provider or mail counts as fine after this time without a failure. */
export const UNKNOWN_FOR = HOUR;

const isIdentifier = (value: unknown): value is string => typeof value === "string" && /^[\w .:/-]{1,100}$/.test(value);
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

const LOGGED: Readonly<Record<string, AlarmEvent>> = { "instance.size_high": "size", "instance.quota_high": "quota" };

/** The alarm that a log event causes; null for most. */
export function reportOfLog(name: string, fields: Readonly<Record<string, unknown>>): AlarmReport | null {
  const event = LOGGED[name];
  const { resource, percent, threshold, used, limit } = fields;
  if (event === undefined || !isIdentifier(resource) || !isNumber(threshold)) return null;
  const numbers = Object.entries({ percent, used, limit }).filter((entry): entry is [string, number] =>
    isNumber(entry[1]),
  );
  // Each threshold is an alarm of its own, because the next one is more urgent.
  return {
    event,
    subject: `${resource} ${threshold} %`,
    detail: { resource, threshold, ...Object.fromEntries(numbers) },
  };
}
