/** The offline verifier: reads an export byte by byte, trusts nothing in it, and says where it stops being true. */
import { FormatError } from "../../src/audit-log/canonical.ts";
import { type Tip, checkRow, genesis, toHex } from "../../src/audit-log/chain.ts";
import { CheckpointEvidence, type KnownHeads, type Pin } from "./checkpoint-evidence.ts";
import { erasedBy, UNTOLD_ERASURE } from "../../src/audit-log/erasure.ts";
import { parseHeader, parseLine } from "../../src/audit-log/format.ts";
import { LineReader } from "./line-reader.ts";

export type { Pin } from "./checkpoint-evidence.ts";

/** `line` counts from 1 and is null where the fault is something that is not there. */
type Fault = { line: number | null; seq: number | null; reason: string };

export type Verdict = {
  valid: boolean;
  entries: number;
  head: string | null;
  origin: string | null;
  shard: number | null;
  firstBad: Fault | null;
};

/** Verifies an export that arrives in pieces of any size. Never throws on what the pieces hold. */
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

/** The same, fed by hand. */
export class Verifier {
  readonly #evidence: CheckpointEvidence;
  readonly #reader = new LineReader((text) => this.#takeLine(text));
  #origin: string | null = null;
  /** Null until the header is read. */
  #tip: Tip | null = null;
  #firstBad: Fault | null = null;
  /** Entries whose personal data is gone, until an erasure tells of them. */
  readonly #emptied = new Set<number>();

  /** `known` are the heads of the chain's segments; then every checkpoint that lay beside them is among the pins. */
  constructor(pins: readonly Pin[] = [], known?: KnownHeads) {
    this.#evidence = new CheckpointEvidence({ pins, known, isComplete: known !== undefined });
    if (this.#evidence.hasContradiction()) this.#fail(null, "the pins contradict each other");
  }

  /** Takes the next bytes; false once a fault is certain. */
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
    const [untold] = this.#emptied;
    // The header is the first line, entry 0 the second.
    if (untold !== undefined) this.#firstBad ??= { line: untold + 2, seq: untold, reason: UNTOLD_ERASURE };
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

  /** The first fault counts: after it nothing means anything. */
  #fail(line: number | null, reason: string): void {
    this.#firstBad ??= { line, seq: this.#tip?.next ?? null, reason };
  }
}
