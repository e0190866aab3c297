/** Calls back when a watched element comes close to the visible part of the page. */
export class Nearing {
  readonly #observer: IntersectionObserver;

  constructor(signal: AbortSignal, near: (element: Element) => void) {
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) near(target);
      },
      { rootMargin: "300px" },
    );
    signal.addEventListener("abort", () => this.#observer.disconnect());
  }

  /** Replaces the watched elements; those that are already close are reported again. */
  watch(elements: Iterable<Element>): void {
    this.#observer.disconnect();
    for (const element of elements) this.#observer.observe(element);
  }
}
