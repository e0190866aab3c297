/**
 * Keeps the end of the page in sight: from the moment a conversation is opened, whatever is still laid out or loaded above
 * it, until the reader scrolls away, and again once the reader is back at the end.
 */

/** Distance (pixels) from the end of the page within which the reader is at the end. */
const NEAR = 160;

const distance = (): number => document.documentElement.scrollHeight - innerHeight - scrollY;

export class StayAtEnd {
  #isStuck: boolean;
  /** The reader moves the page, unlike a view that arrives or a picture that is loaded. */
  #isMoved = false;

  constructor(content: HTMLElement, signal: AbortSignal, isStuck: boolean) {
    this.#isStuck = isStuck;
    const listen = { signal, passive: true };
    for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"])
      addEventListener(kind, () => (this.#isMoved = true), listen);
    let last = scrollY;
    const onScroll = (): void => {
      const isUp = scrollY < last;
      last = scrollY;
      // What is loaded meanwhile moves the end away, and nobody scrolls by that.
      if (distance() < NEAR) this.#isStuck = true;
      else if (!this.#isMoved) this.#follow();
      else if (isUp) this.#isStuck = false;
    };
    addEventListener("scroll", onScroll, listen);
    addEventListener("resize", () => this.#follow(), listen);
    const observer = new ResizeObserver(() => this.#follow());
    observer.observe(content);
    signal.addEventListener("abort", () => observer.disconnect());
    this.#follow();
  }

  get isAtEnd(): boolean {
    return this.#isStuck || distance() < NEAR;
  }

  show(): void {
    this.#isStuck = true;
    this.#follow();
  }

  /** The reader comes back to where they were. */
  release(): void {
    this.#isStuck = false;
  }

  #follow(): void {
    if (this.#isStuck && distance() > 0) scrollTo(0, document.documentElement.scrollHeight);
  }
}
