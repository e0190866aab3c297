/** What is known about a chain from elsewhere: pinned heads and signed checkpoints, held against the chain as it is read. */
import { FormatError } from "../../src/audit-log/canonical.ts";
import { checkpointOrigin } from "../../src/audit-log/checkpoint.ts";
import { HASH_BYTES, type AuditEntry, type ExportHeader } from "../../src/audit-log/format.ts";

/** A head (64 hex digits) that was seen after entry `seq`: by someone who kept it away from the log, or by a signer. */
export type Pin = {
  seq: number;
  head: string;
  /** What says so, such as `checkpoint 5000`; a head that was noted by hand has none. */
  by?: string;
  /** First line of the checkpoint it was read from. */
  origin?: string;
};

/** Bytes of all heads from entry 0 on, {@link HASH_BYTES} each, that the segments have. */
export type KnownHeads = Uint8Array;

type EvidenceOptions = {
  readonly pins: readonly Pin[];
  readonly known?: KnownHeads | undefined;
  /** Whether every checkpoint that was signed is among the pins. */
  readonly isComplete?: boolean;
};

export class CheckpointEvidence {
  readonly #pins = new Map<number, Pin[]>();
  readonly #known: KnownHeads;
  readonly #isComplete: boolean;
  /** Last entry whose head was the one that somebody pinned. */
  #agreed: number | null = null;

  constructor({ pins, known = new Uint8Array(0), isComplete = false }: EvidenceOptions) {
    for (const pin of pins) this.#pins.set(pin.seq, [...(this.#pins.get(pin.seq) ?? []), pin]);
    this.#known = known;
    this.#isComplete = isComplete;
  }

  /** Whether two heads that were noted by hand cannot both be true. */
  hasContradiction(): boolean {
    return [...this.#pins.values()].some((pins) => {
      const noted = pins.filter((pin) => pin.by === undefined);
      return noted.some((pin) => pin.head !== noted[0]?.head);
    });
  }

  /** Throws {@link FormatError} when a checkpoint is of another chain. */
  checkOrigin(header: ExportHeader): void {
    const origin = checkpointOrigin(header);
    for (const pin of [...this.#pins.values()].flat()) {
      if (pin.origin !== undefined && pin.origin !== origin) {
        throw new FormatError(`${pin.by ?? "a pin"} is of another chain, ${JSON.stringify(pin.origin)}`);
      }
    }
  }

  /** Why this entry, or the head after it, cannot be; null if nothing is known against it. */
  refute(entry: AuditEntry, head: Uint8Array): string | null {
    return this.#refuteHead(entry.seq, head) ?? (this.#isComplete ? this.#refuteMention(entry) : null);
  }

  #refuteHead(seq: number, head: Uint8Array): string | null {
    const at = seq * HASH_BYTES;
    const known = this.#known.subarray(at, at + HASH_BYTES);
    if (known.length > 0 && Buffer.compare(known, head) !== 0) {
      return "the entry is not the one in the segments: from here on they are two chains";
    }
    const pins = this.#pins.get(seq);
    if (pins === undefined) return null;
    const hex = Buffer.from(head).toString("hex");
    const wrong = pins.find((pin) => pin.head !== hex);
    if (wrong === undefined) {
      this.#agreed = seq;
      return null;
    }
    const reason = wrong.by === undefined ? "the head is not the pinned one" : `the head is not that of ${wrong.by}`;
    return this.#agreed === null ? reason : `${reason}; after entry ${this.#agreed} it still was`;
  }

  /** The chain tells of each checkpoint, so that one that was taken away is missed. */
  #refuteMention({ kind, actor, d }: AuditEntry): string | null {
    if (kind !== "audit.checkpoint" || actor.t !== "system") return null;
    const { size, head } = d;
    if (typeof size !== "number") return "the entry tells of no checkpoint";
    const signed = this.#pins.get(size - 1)?.find(({ by }) => by !== undefined);
    if (signed === undefined) return `checkpoint ${size}, of which this entry tells, is missing`;
    return signed.head === head ? null : `the entry tells of a checkpoint ${size} with another head`;
  }

  /** Why a chain cannot end before entry `next`, or null. */
  refuteEnd(next: number): string | null {
    const beyond = [...this.#pins.values()].flat().filter((pin) => pin.seq >= next);
    const [nearest] = beyond.toSorted((a, b) => a.seq - b.seq);
    if (nearest !== undefined) {
      const entry = nearest.by === undefined ? `pinned entry ${nearest.seq}` : `entry ${nearest.seq} of ${nearest.by}`;
      return `the ${entry} is missing: the end was cut off`;
    }
    if (this.#known.length > next * HASH_BYTES) {
      return `entry ${next}, which the segments hold, is missing: the end was cut off`;
    }
    return null;
  }
}
