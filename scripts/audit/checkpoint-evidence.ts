/** External evidence about a chain: pinned heads and signed checkpoints, compared with the chain while it is read. */
import { FormatError } from "../../src/audit-log/canonical.ts";
import { checkpointOrigin } from "../../src/audit-log/checkpoint.ts";
import { HASH_BYTES, type AuditEntry, type ExportHeader } from "../../src/audit-log/format.ts";

/** A head (64 hex digits) seen after entry `seq`, by a signer or by someone who recorded it outside the log. */
export type Pin = {
  seq: number;
  head: string;
  /** The source, such as `checkpoint 5000`; absent for a manually recorded head. */
  by?: string;
  /** First line of the checkpoint that it was read from. */
  origin?: string;
};

/** The concatenated heads in the segments from entry 0 on, {@link HASH_BYTES} bytes each. */
export type KnownHeads = Uint8Array;

type EvidenceOptions = {
  readonly pins: readonly Pin[];
  readonly known?: KnownHeads | undefined;
  /** Whether the pins include every checkpoint that was signed. */
  readonly isComplete?: boolean;
};

export class CheckpointEvidence {
  readonly #pins = new Map<number, Pin[]>();
  readonly #known: KnownHeads;
  readonly #isComplete: boolean;
  /** Last entry whose head matched a pin. */
  #agreed: number | null = null;

  constructor({ pins, known = new Uint8Array(0), isComplete = false }: EvidenceOptions) {
    for (const pin of pins) this.#pins.set(pin.seq, [...(this.#pins.get(pin.seq) ?? []), pin]);
    this.#known = known;
    this.#isComplete = isComplete;
  }

  /** Whether two manually recorded heads contradict each other. */
  hasContradiction(): boolean {
    return [...this.#pins.values()].some((pins) => {
      const noted = pins.filter((pin) => pin.by === undefined);
      return noted.some((pin) => pin.head !== noted[0]?.head);
    });
  }

  /** Throws {@link FormatError} if a checkpoint belongs to another chain. */
  checkOrigin(header: ExportHeader): void {
    const origin = checkpointOrigin(header);
    for (const pin of [...this.#pins.values()].flat()) {
      if (pin.origin !== undefined && pin.origin !== origin) {
        throw new FormatError(`${pin.by ?? "a pin"} belongs to another chain, ${JSON.stringify(pin.origin)}`);
      }
    }
  }

  /** Why this entry, or the head after it, is wrong; null if nothing contradicts it. */
  refute(entry: AuditEntry, head: Uint8Array): string | null {
    return this.#refuteHead(entry.seq, head) ?? (this.#isComplete ? this.#refuteMention(entry) : null);
  }

  #refuteHead(seq: number, head: Uint8Array): string | null {
    const at = seq * HASH_BYTES;
    const known = this.#known.subarray(at, at + HASH_BYTES);
    if (known.length > 0 && Buffer.compare(known, head) !== 0) {
      return "the entry differs from the one in the segments: the chains diverge here";
    }
    const pins = this.#pins.get(seq);
    if (pins === undefined) return null;
    const hex = Buffer.from(head).toString("hex");
    const wrong = pins.find((pin) => pin.head !== hex);
    if (wrong === undefined) {
      this.#agreed = seq;
      return null;
    }
    const reason = wrong.by === undefined ? "the head does not match the pin" : `the head does not match ${wrong.by}`;
    return this.#agreed === null ? reason : `${reason}; it still matched after entry ${this.#agreed}`;
  }

  /** The chain records each checkpoint, so that a removed one is noticed. */
  #refuteMention({ kind, actor, d }: AuditEntry): string | null {
    if (kind !== "audit.checkpoint" || actor.t !== "system") return null;
    const { size, head } = d;
    if (typeof size !== "number") return "the entry records no checkpoint";
    const signed = this.#pins.get(size - 1)?.find(({ by }) => by !== undefined);
    if (signed === undefined) return `checkpoint ${size}, which this entry records, is missing`;
    return signed.head === head ? null : `the entry records a checkpoint ${size} with a different head`;
  }

  /** Why the chain cannot end before entry `next`; null if it can. */
  refuteEnd(next: number): string | null {
    const beyond = [...this.#pins.values()].flat().filter((pin) => pin.seq >= next);
    const [nearest] = beyond.toSorted((a, b) => a.seq - b.seq);
    if (nearest !== undefined) {
      const entry = nearest.by === undefined ? `pinned entry ${nearest.seq}` : `entry ${nearest.seq} of ${nearest.by}`;
      return `the ${entry} is missing: the end was truncated`;
    }
    if (this.#known.length > next * HASH_BYTES) {
      return `entry ${next}, which the segments contain, is missing: the end was truncated`;
    }
    return null;
  }
}
