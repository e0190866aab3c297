/** The editor in suggestion mode, whose text is not the page's: marks are shown where their words are in the draft. */
import type { ShownDraft } from "../suggesting/shown-draft.ts";
import { EditorSurface } from "./editor-surface.ts";
import type { Mark, Selected, SurfaceEvents } from "./surface.ts";

export class DraftSurface extends EditorSurface {
  readonly #draft: ShownDraft;

  constructor(draft: ShownDraft, events: SurfaceEvents) {
    super(draft.view, () => Promise.resolve(), events);
    this.#draft = draft;
  }

  override get marksInPage(): readonly Mark[] {
    return moved(this.marks, this.#draft.toPage);
  }

  override mark(marks: readonly Mark[]): void {
    super.mark(moved(marks, this.#draft.toDraft));
  }

  /** The page does not have the words of the draft. */
  override selected(): Selected | null {
    return null;
  }
}

const moved = (marks: readonly Mark[], to: ShownDraft["toDraft"]): Mark[] =>
  marks.map((mark) => {
    const from = to(mark.from, mark.to > mark.from ? 1 : -1);
    return { ...mark, from, to: Math.max(from, to(mark.to, -1)) };
  });
