/**
 * The state of all alarms: what fails, since when, and which messages about it wait to be sent. Each problem is announced
 * once until it has been fine for some time. Pure apart from its own state.
 */
import {
  ALARM_CHANNELS,
  type AlarmChannel,
  type AlarmEvent,
  type AlarmOverview,
  type AlarmReport,
  type ChannelState,
  type SweepOutcome,
} from "../../kernel/alarm.ts";
import { DAY, HOUR, MINUTE, SECOND, type Instant } from "../../kernel/clock.ts";
import type { Counted } from "../../kernel/collected-metrics.ts";
import { newDelivery, newState, type BookState, type Change, type Notice, type StoredAlarm } from "./book-state.ts";
import * as rules from "./rules.ts";

const isMissingSweep = ({ event, subject }: AlarmReport): boolean => event === "sweep" && subject === rules.MISSING;

export class AlarmBook {
  readonly state: BookState;
  readonly #newId: () => string;

  constructor(state: BookState | null, newId: () => string) {
    // A state that an older version stored lacks what was added since.
    this.state = { ...newState(), ...state };
    this.#newId = newId;
  }

  /** Reports of problems, each of which is one occurrence. */
  report(reports: readonly AlarmReport[], now: Instant): void {
    for (const report of reports) {
      this.#failing(report, now);
      if (report.event !== "dead_letter") continue;
      this.state.deadLetters.count += 1;
      this.state.deadLetters.lastAt = now;
    }
  }

  /** The maintenance job should run from now on, even if it never has. */
  expectSweeps(now: Instant): void {
    this.state.sweptAt ??= now;
  }

  /** Returns whether the heartbeat is due: only after a run without failures, and at most once a minute. */
  swept({ failedSteps, auditProblems }: SweepOutcome, now: Instant): boolean {
    const { state } = this;
    state.sweptAt = now;
    state.skipped = null;
    this.#observe("sweep", this.#lasting(failedSteps, "sweep", now), now);
    if (auditProblems !== null) {
      const passing = auditProblems.filter((name) => rules.PASSING_AUDIT_PROBLEMS.includes(name));
      const evidence = auditProblems.filter((name) => !passing.includes(name));
      this.#observe("audit", [...evidence, ...this.#lasting(passing, "audit", now)], now);
    }
    for (const [name, at] of Object.entries(state.suspects))
      if (Math.abs(now - at) > rules.STEP_MEMORY) delete state.suspects[name];
    const sinceBeat = Math.abs(now - (state.beatAt ?? 0));
    if (failedSteps.length > 0 || sinceBeat < MINUTE - 10 * SECOND) return false;
    state.beatAt = now;
    return true;
  }

  /** A run was skipped because a backup is being restored: the job is not missing, but the restore may have been abandoned. */
  sweepSkipped(now: Instant): void {
    const since = this.state.skipped?.since ?? now;
    this.state.skipped = { since, lastAt: now };
    for (const alarm of this.#open()) if (isMissingSweep(alarm)) this.#fine(alarm, now);
    if (now - since >= rules.RESTORE_UNFINISHED_AFTER)
      this.#failing(
        { event: "sweep", subject: rules.RESTORE, detail: { hours: Math.floor((now - since) / HOUR) } },
        now,
      );
  }

  /** Outcomes of requests, mails and calls to providers, from the measurements of an isolate. */
  counted(counted: readonly Counted[], now: Instant): void {
    const minutes = new Map(this.state.minutes.map(({ at, outcomes }) => [at, { ...outcomes }]));
    for (const { at, kind, name, tally } of counted) {
      if (kind !== "request" && kind !== "call") continue;
      const outcomes = minutes.get(at) ?? {};
      minutes.set(at, outcomes);
      const key = kind === "request" ? rules.REQUESTS : name;
      const [count, failed] = outcomes[key] ?? [0, 0];
      outcomes[key] = [count + tally.count, failed + tally.failed];
    }
    this.state.minutes = [...minutes]
      .filter(([at]) => Math.abs(now - at) <= rules.OUTCOME_MEMORY)
      .map(([at, outcomes]) => ({ at, outcomes }));
    this.#judgeRates(now);
  }

  /** Notices what nobody reports: a missing maintenance job, and alarms that have ended. */
  tick(now: Instant): void {
    const ranAt = this.#ranAt();
    if (ranAt !== null && now - ranAt >= rules.SWEEP_MISSING_AFTER)
      this.#failing(
        { event: "sweep", subject: rules.MISSING, detail: { minutes: Math.floor((now - ranAt) / MINUTE) } },
        now,
      );
    this.#judgeRates(now);
    for (const alarm of this.#open()) this.#endIfCalm(alarm, now);
    this.#prune(now);
  }

  /** When `tick` or a delivery is due next; null if nothing is. */
  wakeAt(now: Instant): Instant | null {
    const { deliveries, notices } = this.state;
    const ranAt = this.#ranAt();
    const open = this.#open();
    const isMissed = open.some(isMissingSweep);
    const times = [
      ...(ranAt === null || isMissed ? [] : [ranAt + rules.SWEEP_MISSING_AFTER]),
      ...(open.length > 0 ? [now + MINUTE] : []),
      ...ALARM_CHANNELS.filter((channel) => notices.some(({ waiting }) => waiting.includes(channel))).map((channel) =>
        Math.max(now, deliveries[channel].nextAt),
      ),
    ];
    return times.length === 0 ? null : Math.min(...times);
  }

  /** The messages to send now, oldest first; empty while the channel waits. */
  due(channel: AlarmChannel, now: Instant): readonly Notice[] {
    const delivery = this.state.deliveries[channel];
    delivery.sentAt = delivery.sentAt.filter((at) => Math.abs(now - at) < HOUR);
    if (now < delivery.nextAt && delivery.nextAt - now <= DAY) return [];
    const waiting = this.state.notices.filter((notice) => notice.waiting.includes(channel));
    if (waiting.length === 0) return [];
    if (delivery.sentAt.length >= rules.MAX_MESSAGES_PER_HOUR) {
      delivery.nextAt = (delivery.sentAt[0] ?? now) + HOUR;
      return [];
    }
    return waiting.slice(0, rules.MAX_PER_MESSAGE);
  }

  /** Recipients who have the due messages from an earlier, incomplete attempt. */
  reached(channel: AlarmChannel): readonly string[] {
    return this.state.deliveries[channel].reached;
  }

  delivered(channel: AlarmChannel, sent: readonly Notice[], now: Instant): void {
    this.#dequeue(channel, sent);
    const { sentAt } = this.state.deliveries[channel];
    this.state.deliveries[channel] = { ...newDelivery(), sentAt: [...sentAt, now], lastSentAt: now };
  }

  /** The attempt failed; `reached` are the recipients who have the messages nevertheless. Returns the failures in a row. */
  undelivered(channel: AlarmChannel, reached: readonly string[], now: Instant): number {
    const delivery = this.state.deliveries[channel];
    delivery.failures += 1;
    delivery.nextAt = now + rules.backoff(delivery.failures);
    delivery.reached = reached;
    return delivery.failures;
  }

  /** The channel is not configured: nothing waits for it. */
  skip(channel: AlarmChannel): void {
    this.#dequeue(channel, this.state.notices);
  }

  overview(): AlarmOverview {
    const { alarms, sweptAt, deadLetters, deliveries, notices } = this.state;
    const newestFirst = alarms.toReversed();
    const shown = [
      ...newestFirst.filter(({ endedAt }) => endedAt === null),
      ...newestFirst.filter(({ endedAt }) => endedAt !== null),
    ];
    const stateOf = (channel: AlarmChannel): ChannelState => ({
      waiting: notices.filter(({ waiting }) => waiting.includes(channel)).length,
      failures: deliveries[channel].failures,
      sentAt: deliveries[channel].lastSentAt,
    });
    return {
      alarms: shown.map(({ toldAt: _toldAt, fineSince: _fineSince, ...alarm }) => alarm),
      channels: { webhook: stateOf("webhook"), mail: stateOf("mail") },
      sweptAt,
      deadLetters: { ...deadLetters },
    };
  }

  /** The last run of the maintenance job, completed or skipped. */
  #ranAt(): Instant | null {
    return this.state.skipped?.lastAt ?? this.state.sweptAt;
  }

  #open(): StoredAlarm[] {
    return this.state.alarms.filter(({ endedAt }) => endedAt === null);
  }

  #failing({ event, subject, detail }: AlarmReport, now: Instant): void {
    const known = this.#open().find((alarm) => alarm.event === event && alarm.subject === subject);
    if (known) {
      Object.assign(known, { lastAt: now, fineSince: null, detail });
      if (now - known.toldAt >= rules.REMIND_EVERY) this.#announce(known, "continues", now);
      return;
    }
    if (this.#open().length >= rules.MAX_OPEN) return;
    const times = { since: now, lastAt: now, toldAt: now, fineSince: null, endedAt: null };
    const alarm: StoredAlarm = { id: this.#newId(), event, subject, detail, ...times };
    this.state.alarms.push(alarm);
    this.#announce(alarm, "raised", now);
  }

  /** All problems of one event that were looked for: the others of this event are fine. */
  #observe(event: AlarmEvent, subjects: readonly string[], now: Instant): void {
    for (const subject of subjects) this.#failing({ event, subject, detail: {} }, now);
    for (const alarm of this.#open())
      if (alarm.event === event && !subjects.includes(alarm.subject)) this.#fine(alarm, now);
  }

  #fine(alarm: StoredAlarm, now: Instant): void {
    alarm.fineSince ??= now;
  }

  /** Those that have failed before, not long ago, or are already an alarm. */
  #lasting(names: readonly string[], event: AlarmEvent, now: Instant): string[] {
    const { suspects } = this.state;
    return names.filter((name) => {
      const key = `${event} ${name}`;
      const isKnown = suspects[key] !== undefined;
      suspects[key] = now;
      return isKnown;
    });
  }

  #judgeRates(now: Instant): void {
    const { minutes } = this.state;
    const names = new Set([rules.REQUESTS, ...minutes.flatMap(({ outcomes }) => Object.keys(outcomes))]);
    const open = this.#open();
    for (const alarm of open) if (alarm.event === "provider") names.add(alarm.subject);
    if (open.some(({ event }) => event === "mail")) names.add(rules.MAIL);
    for (const name of names) {
      const { rate, report } = rules.rateOf(name, minutes, now);
      if (rate === "failing") {
        this.#failing(report, now);
        continue;
      }
      const alarm = open.find(({ event, subject }) => event === report.event && subject === report.subject);
      if (alarm && (rate === "fine" || now - alarm.lastAt >= rules.UNKNOWN_FOR)) this.#fine(alarm, now);
    }
  }

  #endIfCalm(alarm: StoredAlarm, now: Instant): void {
    const { calmMs, isObserved } = rules.endingOf(alarm);
    const calmSince = isObserved ? alarm.fineSince : alarm.lastAt;
    if (calmSince === null || now - calmSince < calmMs) return;
    alarm.endedAt = now;
    if (isObserved) this.#announce(alarm, "resolved", now);
  }

  #announce(alarm: StoredAlarm, change: Change, now: Instant): void {
    const { event, subject, detail, since } = alarm;
    alarm.toldAt = now;
    // Mail cannot report that mail fails.
    const waiting = ALARM_CHANNELS.filter((channel) => channel !== "mail" || event !== "mail");
    this.state.notices.push({ id: this.#newId(), event, subject, detail, change, at: now, since, waiting });
  }

  #dequeue(channel: AlarmChannel, sent: readonly Notice[]): void {
    for (const notice of sent) notice.waiting = notice.waiting.filter((each) => each !== channel);
    this.state.notices = this.state.notices.filter(({ waiting }) => waiting.length > 0);
  }

  #prune(now: Instant): void {
    const ended = this.state.alarms.filter(({ endedAt }) => endedAt !== null && now - endedAt < rules.KEEP_ENDED);
    const kept = new Set([...ended.slice(-rules.MAX_ENDED), ...this.#open()]);
    this.state.alarms = this.state.alarms.filter((alarm) => kept.has(alarm));
    this.state.notices = this.state.notices
      .filter(({ at }) => now - at < rules.GIVE_UP_AFTER)
      .slice(-rules.MAX_NOTICES);
  }
}
