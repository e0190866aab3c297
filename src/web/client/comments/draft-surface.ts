/** The editor in suggestion mode, whose text is not the page's: marks are shown where their words are in the draft. */
import type { ShownDraft } from "../editor/suggesting/shown-draft.ts";
import { EditorSurface } from "./editor-surface.ts";
import type { Mark, Selected, SurfaceEvents } from "./surface.ts";

export class DraftSurface extends EditorSurface {
  readonly #draft: ShownDraft;

  constructor(draft: ShownDraft, events: SurfaceEvents) {
    super(draft.view, () => Promise.resolve(), events);
    this.#draft = draft;
  }

  override mark(marks: readonly Mark[]): void {
    const { toDraft } = this.#draft;
    super.mark(
      marks.map((mark) => {
        const from = toDraft(mark.from, mark.to > mark.from ? 1 : -1);
        return { ...mark, from, to: Math.max(from, toDraft(mark.to, -1)) };
      }),
    );
  }

  /** The page does not have the words of the draft. */
  override selected(): Selected | null {
    return null;
  }
}
