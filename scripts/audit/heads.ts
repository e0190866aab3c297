/** The heads of a chain from its first entry on, packed: a million take 32 MB. */
import { HASH_BYTES } from "../../src/audit-log/format.ts";

export class Heads {
  #bytes = new Uint8Array(HASH_BYTES * 1024);
  #length = 0;

  push(head: Uint8Array): void {
    const at = this.#length * HASH_BYTES;
    if (at === this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(head, at);
    this.#length += 1;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length * HASH_BYTES);
  }
}
