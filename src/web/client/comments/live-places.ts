/** Follows where the page's room places threads in the text that the editor shows. */
import type { EditorView } from "@codemirror/view";
import type { LiveAnchor } from "../../../kernel/comment.ts";
import type { LivePage } from "../../../live-client/page.ts";
import { locateRanges } from "../../../realtime/pinned-ranges.ts";

/** A thread's place in the editor's text. */
export type LivePlace = Pick<LiveAnchor, "id" | "kind" | "state" | "now" | "cells"> & {
  readonly from: number;
  readonly to: number;
};

/** How long (ms) to wait while the editor does not have all of the room's text yet: it applies that in batches. */
const BEHIND = 120;

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Calls `show` with all places whenever the room has reported some, until `signal` is aborted. */
export function followPlaces(
  page: LivePage,
  view: EditorView,
  show: (places: readonly LivePlace[]) => void,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = (): void => {
    clearTimeout(timer);
    const { text, threads } = page;
    if (text.length !== view.state.doc.length || text.toString() !== view.state.sliceDoc()) {
      timer = setTimeout(read, BEHIND);
      return;
    }
    const pinned = threads.map(({ start, end }) => ({ start: bytesOf(start), end: bytesOf(end) }));
    const ranges = locateRanges(text, pinned);
    show(
      threads.flatMap((anchor, index) => {
        const range = ranges[index];
        return range ? [{ ...anchor, ...range }] : [];
      }),
    );
  };
  page.on("threads", read);
  page.on("replaced", read);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    page.off("threads", read);
    page.off("replaced", read);
  });
  if (page.threads.length > 0) read();
}
