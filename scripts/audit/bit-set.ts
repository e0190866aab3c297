/** A set of entry numbers with one bit for each. A `Set` of a few million takes hundreds of megabytes, and 16 million are its limit. */
export class BitSet {
  #bits = new Uint8Array(1024);

  add(number: number): void {
    const at = Math.floor(number / 8);
    if (at >= this.#bits.length) {
      const grown = new Uint8Array(2 ** Math.ceil(Math.log2(at + 1)));
      grown.set(this.#bits);
      this.#bits = grown;
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (number % 8));
  }

  delete(number: number): void {
    const at = Math.floor(number / 8);
    if (at < this.#bits.length) this.#bits[at] = (this.#bits[at] ?? 0) & ~(1 << (number % 8));
  }

  lowest(): number | null {
    const at = this.#bits.findIndex((byte) => byte !== 0);
    if (at === -1) return null;
    return at * 8 + Math.log2((this.#bits[at] ?? 0) & -(this.#bits[at] ?? 0));
  }
}
