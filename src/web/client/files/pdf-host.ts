/** What comments need from an open PDF viewer: the selected words, and marks on its pages. */
import type { FromFrame, ToFrame } from "../pdf-frame/protocol.ts";
import type { PdfMark, PdfWords, ThreadsFromFrame } from "../pdf-frame/thread-protocol.ts";

export type PdfListener = (message: Exclude<ThreadsFromFrame, { type: "selected" | "comment" }>) => void;

const hosts = new WeakMap<Element, PdfHost>();

/** By the element that contains the viewer; null until the viewer is there. */
export const pdfHostOf = (element: Element): PdfHost | null => hosts.get(element) ?? null;

export class PdfHost {
  readonly element: HTMLElement;
  selected: PdfWords | null = null;
  /** Receives what the user does with marks, and where they are. */
  listener: PdfListener | null = null;
  #marks: readonly PdfMark[] = [];
  #say: ((message: ToFrame) => void) | null = null;

  constructor(element: HTMLElement) {
    this.element = element;
    hosts.set(element, this);
  }

  get frame(): HTMLIFrameElement | null {
    return this.element.querySelector("iframe");
  }

  /** Marks wait until the file is open. */
  mark(marks: readonly PdfMark[]): void {
    if (marks.length > 0 || this.#marks.length > 0) this.#say?.({ type: "marks", marks });
    this.#marks = marks;
  }

  reveal(id: string): void {
    this.#say?.({ type: "reveal", id });
  }

  /** Call this when the file is open. */
  opened(say: (message: ToFrame) => void): void {
    this.#say = say;
    if (this.#marks.length > 0) say({ type: "marks", marks: this.#marks });
  }

  /** Messages that are not about threads are ignored. */
  hear(message: FromFrame): void {
    if (message.type === "selected") this.selected = message.words;
    // Only after a user's press: otherwise the frame could interrupt the user's typing.
    else if (message.type === "comment") navigator.userActivation.isActive && this.#comment();
    else if (message.type === "pressed" || message.type === "hovered" || message.type === "places")
      this.listener?.(message);
  }

  /** The button of the page's menu exists only if the user may comment. */
  #comment(): void {
    document.querySelector<HTMLElement>(".page-more [data-act=comment]")?.click();
  }
}
