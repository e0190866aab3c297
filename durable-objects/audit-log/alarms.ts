/** The audit log's own alarms: each is raised once, in the log and in the outbox, where it waits if the chain is halted. */
import { systemDraft } from "../../src/audit-log/draft.ts";
import type { JsonObject } from "../../src/audit-log/canonical.ts";
import { MINUTE, type Instant } from "../../src/kernel/clock.ts";
import { makeId } from "../../src/kernel/ids.ts";
import type { Log } from "../../src/platform/log.ts";
import { systemClock, systemRandom } from "../../src/platform/system.ts";
import type { Outbox } from "./outbox.ts";
import type { ChainStore } from "./store.ts";

/** Problems of the audit log itself; docs/audit-format.md describes how to handle each. */
type AlarmReason =
  | "behind"
  | "forked"
  | "latest_unreadable"
  | "latest_missing"
  | "latest_older"
  | "segment_differs"
  | "segment_missing"
  | "latest_unverified"
  | "checkpoint_differs"
  | "chain_damaged"
  | "signer_missing";

const NOTED = "alarm:";
/** Alarms about one segment, which checkpoints do not resolve. */
const NOTED_SEGMENT = "segment-alarm:";

/** When each reason was raised last: one that is cleared by the same call would otherwise never be reported. */
const RAISED = "raised-alarm:";
const RECENT_MS = 3 * MINUTE;

export class Alarms {
  readonly #store: ChainStore;
  readonly #outbox: Outbox;
  readonly #log: Log;

  constructor(store: ChainStore, outbox: Outbox, log: Log) {
    this.#store = store;
    this.#outbox = outbox;
    this.#log = log;
  }

  /** Raises an alarm once per reason and details, until `clear`. */
  async raise(reason: AlarmReason, detail: JsonObject): Promise<void> {
    await this.#raise(`${NOTED}${reason}`, reason, detail);
  }

  /** Raises an alarm about a segment once, until `clearSegment`. */
  async raiseOf(reason: AlarmReason, segment: { first: number; last: number } & JsonObject): Promise<void> {
    await this.#raise(`${NOTED_SEGMENT}${segment.first}.`, reason, segment);
  }

  async #raise(key: string, reason: AlarmReason, detail: JsonObject): Promise<void> {
    const now = systemClock();
    const serialized = JSON.stringify({ reason, ...detail });
    if (this.#store.read(key) === serialized) return;
    this.#log.error("audit.alarm", { reason, ...detail });
    const draft = systemDraft("audit.alarm", makeId(now, systemRandom), now, { reason, ...detail });
    await this.#outbox.add(draft, now);
    this.#store.write(key, serialized);
    this.#store.write(`${RAISED}${reason}`, JSON.stringify({ reason, at: now }));
  }

  /** Reasons of the alarms that are not cleared, or were raised a short time ago. */
  open(): string[] {
    const now = systemClock();
    const noted = [NOTED, NOTED_SEGMENT].flatMap((prefix) => this.#store.list(prefix));
    // As `#raise` wrote them.
    const open = noted.map((text) => (JSON.parse(text) as { reason: string }).reason);
    const raised = this.#store.list(RAISED).map((text) => JSON.parse(text) as { reason: string; at: Instant });
    const recent = raised.filter(({ at }) => Math.abs(now - at) < RECENT_MS).map(({ reason }) => reason);
    return [...new Set([...open, ...recent])];
  }

  /** The problems of publishing are resolved: raises their alarms again if they recur. */
  clear(): void {
    this.#store.forget(NOTED);
  }

  /** The problems of a segment are resolved. */
  clearSegment(first: number): void {
    this.#store.forget(`${NOTED_SEGMENT}${first}.`);
  }
}
