/** Tells when one of the elements that are watched comes near the part of the page that is seen. */
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

  /** These from now on; what is near already is told once more. */
  watch(elements: Iterable<Element>): void {
    this.#observer.disconnect();
    for (const element of elements) this.#observer.observe(element);
  }
}
