/** Offline verifier: reads an export byte by byte, trusts nothing in it, and reports where it stops being valid. */
import { FormatError } from "../../src/audit-log/canonical.ts";
import { type Tip, checkRow, genesis, toHex } from "../../src/audit-log/chain.ts";
import { CheckpointEvidence, type KnownHeads, type Pin } from "./checkpoint-evidence.ts";
import { erasedBy, UNRECORDED_ERASURE } from "../../src/audit-log/erasure.ts";
import { parseHeader, parseLine } from "../../src/audit-log/format.ts";
import { LineReader } from "./line-reader.ts";
import { BitSet } from "./bit-set.ts";

export type { Pin } from "./checkpoint-evidence.ts";

/** `line` counts from 1; null if the fault is that something is missing. */
type Fault = { line: number | null; seq: number | null; reason: string };

export type Verdict = {
  valid: boolean;
  entries: number;
  head: string | null;
  origin: string | null;
  shard: number | null;
  firstBad: Fault | null;
};

/** Verifies an export that arrives in chunks of any size. Never throws because of their contents. */
export async function verifyExport(
  pieces: AsyncIterable<Uint8Array>,
  pins: readonly Pin[] = [],
  known?: KnownHeads,
): Promise<Verdict> {
  const verifier = new Verifier(pins, known);
  for await (const piece of pieces) {
    if (!verifier.write(piece)) break;
  }
  return verifier.end();
}

/** Same as verifyExport, but the caller writes the chunks. */
export class Verifier {
  readonly #evidence: CheckpointEvidence;
  readonly #reader = new LineReader((text) => this.#takeLine(text));
  #origin: string | null = null;
  /** Null until the header was read. */
  #tip: Tip | null = null;
  #firstBad: Fault | null = null;
  /** Entries whose personal data was removed, until an erasure entry accounts for them. */
  readonly #emptied = new BitSet();

  /** `known` are the heads in the chain's segments; if given, `pins` must include every checkpoint stored with them. */
  constructor(pins: readonly Pin[] = [], known?: KnownHeads) {
    this.#evidence = new CheckpointEvidence({ pins, known, isComplete: known !== undefined });
    if (this.#evidence.hasContradiction()) this.#fail(null, "the pins contradict each other");
  }

  /** Processes the next bytes; returns false once there is a fault. */
  write(piece: Uint8Array): boolean {
    return this.#firstBad === null && this.#reader.write(piece);
  }

  end(): Verdict {
    const fault = this.#reader.end();
    const tip = this.#tip;
    if (fault !== null) this.#fail(fault.line, fault.reason);
    if (tip === null) this.#fail(null, "the file is empty");
    const cut = tip && this.#evidence.refuteEnd(tip.next);
    if (cut !== null) this.#fail(null, cut);
    const untold = this.#emptied.lowest();
    // The header is line 1, entry 0 line 2.
    if (untold !== null) this.#firstBad ??= { line: untold + 2, seq: untold, reason: UNRECORDED_ERASURE };
    return {
      valid: this.#firstBad === null,
      entries: tip?.next ?? 0,
      head: tip && toHex(tip.head),
      origin: this.#origin,
      shard: tip?.shard ?? null,
      firstBad: this.#firstBad,
    };
  }

  #takeLine(text: string): void {
    if (this.#tip === null) this.#takeHeader(text);
    else this.#takeEntry(this.#tip, text);
  }

  #takeHeader(text: string): void {
    const header = parseHeader(text);
    this.#origin = header.origin;
    this.#evidence.checkOrigin(header);
    this.#tip = genesis(header);
  }

  #takeEntry(tip: Tip, text: string): void {
    const row = parseLine(text);
    const checked = checkRow(tip, row);
    if (!checked.ok) throw new FormatError(checked.reason);
    if (row.pii === null) this.#emptied.add(tip.next);
    for (const seq of erasedBy(checked.entry)) this.#emptied.delete(seq);
    const refuted = this.#evidence.refute(checked.entry, checked.tip.head);
    if (refuted !== null) throw new FormatError(refuted);
    this.#tip = checked.tip;
  }

  /** Only the first fault counts: nothing after it is meaningful. */
  #fail(line: number | null, reason: string): void {
    this.#firstBad ??= { line, seq: this.#tip?.next ?? null, reason };
  }
}
