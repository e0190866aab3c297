/**
 * Uploads an export archive to the bucket in equal parts. The remainder at the end of a step is saved in a separate
 * object for the next step. Each run of a step uses unique part numbers and keys, so an abandoned run that is still
 * writing cannot change what another has committed.
 */
import type { Deps } from "../../../deps.ts";
import type { PartWriter, StoredPart } from "../../../platform/file-bucket.ts";
import { GuardFailed } from "../../../platform/db.ts";
import { AppError } from "../../../kernel/errors.ts";
import { commit } from "../../../commit/commit.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { stagedKey } from "../../files/rules.ts";
import type { TransferRow } from "./store.ts";
import { EXPORT_PART_BYTES, archiveKey } from "./export-rules.ts";
import { reservePartNumber } from "./export-archive-store.ts";

/** Bytes saved for the next step, too few for a part. */
export type Tail = { readonly key: string; readonly size: number };

export class ArchiveParts {
  readonly made: StoredPart[] = [];
  readonly #deps: Deps;
  readonly #transfer: Pick<TransferRow, "id" | "step">;
  readonly #writer: PartWriter;
  readonly #buffer = new Uint8Array(EXPORT_PART_BYTES);
  #filled = 0;

  constructor(deps: Deps, transfer: Pick<TransferRow, "id" | "step">, uploadId: string) {
    this.#deps = deps;
    this.#transfer = transfer;
    this.#writer = deps.files.resumeParts(archiveKey(transfer.id), uploadId);
  }

  /** Continues after the remainder of the previous step. */
  async follow(tail: Tail | null): Promise<void> {
    if (tail === null) return;
    const stored = await this.#deps.files.get(tail.key);
    if (stored?.size !== tail.size) throw new AppError("unavailable", "The beginning of a part is missing.");
    for await (const piece of stored.body) await this.push(piece);
  }

  async push(bytes: Uint8Array): Promise<void> {
    for (let taken = 0; taken < bytes.length;) {
      const fits = Math.min(bytes.length - taken, EXPORT_PART_BYTES - this.#filled);
      this.#buffer.set(bytes.subarray(taken, taken + fits), this.#filled);
      this.#filled += fits;
      taken += fits;
      if (this.#filled === EXPORT_PART_BYTES) await this.#send();
    }
  }

  /** Saves the remainder for the next step. */
  async keep(): Promise<Tail | null> {
    if (this.#filled === 0) return null;
    const tail = { key: stagedKey(`${this.#transfer.id}.${this.#deps.newId()}`), size: this.#filled };
    await this.#deps.files.put(tail.key, this.#buffer.subarray(0, this.#filled));
    return tail;
  }

  /** Uploads the remainder as the last part, which may be smaller. */
  async end(): Promise<void> {
    if (this.#filled > 0) await this.#send();
  }

  async #send(): Promise<void> {
    const [number] = await commit(this.#deps, exempt.job, { queries: [reservePartNumber(this.#transfer)] });
    if (number === null) throw new GuardFailed();
    this.made.push(await this.#writer.write(number, this.#buffer.subarray(0, this.#filled)));
    this.#filled = 0;
  }
}
