/**
 * Keeps the end of the page visible from when a conversation opens, regardless of what is still laid out or loaded
 * above it, until the reader scrolls away, and again once the reader is back at the end.
 */

/** Distance (px) from the end of the page that counts as being at the end. */
const NEAR = 160;

const distance = (): number => document.documentElement.scrollHeight - innerHeight - scrollY;

export class StayAtEnd {
  #isStuck: boolean;
  /** The reader has moved the page, unlike an arriving view or a loading picture. */
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
      // Loading content moves the end away without any scrolling by the reader.
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

  /** The reader returns to their earlier scroll position. */
  release(): void {
    this.#isStuck = false;
  }

  #follow(): void {
    if (this.#isStuck && distance() > 0) scrollTo(0, document.documentElement.scrollHeight);
  }
}
