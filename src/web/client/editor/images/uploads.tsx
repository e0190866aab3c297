/**
 * Files being uploaded into the document. Until an upload completes it is not part of the shared text, but a row below
 * its target line, at a position that moves with the text.
 */
import { type EditorState, MapMode, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";
import { render } from "preact";
import { words } from "../../../../words/editor-tools.ts";
import { words as frame } from "../../../../words/frame.ts";
import { element } from "../../ui/dom.ts";
import { tableAt } from "../tables/table-widget.ts";
import { figuresBetween } from "./image-widget.ts";

type UploadEntry = {
  readonly id: number;
  readonly name: string;
  /** Target position; for a replacement, the start of the image to replace. */
  readonly position: number;
  /** The character at the position was deleted. */
  readonly isGone?: boolean;
  /** Fraction sent, 0 to 1. */
  readonly share: number;
  /** Why the upload failed, as a sentence. */
  readonly problem: string | null;
  /** Aborts the upload; `cancel` also removes the row. */
  readonly stop: () => void;
  readonly cancel: () => void;
  readonly retry: () => void;
};

export const addUpload = StateEffect.define<UploadEntry>({
  map: (entry, changes) => ({ ...entry, position: changes.mapPos(entry.position, 1) }),
});
export const changeUpload = StateEffect.define<{
  readonly id: number;
  readonly change: Partial<Pick<UploadEntry, "share" | "problem">>;
}>();
export const removeUpload = StateEffect.define<number>();

export const uploads = StateField.define<readonly UploadEntry[]>({
  create: () => [],
  update(entries, tr) {
    let next = entries;
    if (tr.docChanged)
      next = next.map((entry) => ({
        ...entry,
        position: tr.changes.mapPos(entry.position, 1),
        isGone: entry.isGone === true || tr.changes.mapPos(entry.position, 1, MapMode.TrackAfter) === null,
      }));
    for (const effect of tr.effects) {
      if (effect.is(addUpload)) next = [...next, effect.value];
      else if (effect.is(removeUpload)) next = next.filter(({ id }) => id !== effect.value);
      else if (effect.is(changeUpload)) {
        const { id, change } = effect.value;
        next = next.map((entry) => (entry.id === id ? { ...entry, ...change } : entry));
      }
    }
    return next;
  },
  provide: (self) => EditorView.decorations.compute([self, "doc"], (state) => rows(state, state.field(self))),
});

/** Below the line, or below the block drawn in its place. */
function endOfBlock(state: EditorState, position: number): number {
  const table = tableAt(state, position);
  if (table) return table.lines.to;
  const figure = figuresBetween(state, position, position)[0];
  return state.doc.lineAt(figure?.to ?? position).to;
}

const rows = (state: EditorState, entries: readonly UploadEntry[]) =>
  Decoration.set(
    entries.map((entry) =>
      Decoration.widget({ widget: new UploadWidget(entry), block: true, side: 1 }).range(
        endOfBlock(state, entry.position),
      ),
    ),
    true,
  );

class UploadWidget extends WidgetType {
  constructor(readonly entry: UploadEntry) {
    super();
  }

  override eq({ entry }: UploadWidget): boolean {
    const { id, share, problem } = this.entry;
    return entry.id === id && entry.share === share && entry.problem === problem;
  }

  override toDOM(): HTMLElement {
    const dom = element("div", { class: "row wrap ed-upload" });
    this.draw(dom);
    return dom;
  }

  override updateDOM(dom: HTMLElement, _: EditorView, from: UploadWidget): boolean {
    if (from.entry.id !== this.entry.id) return false;
    this.draw(dom);
    return true;
  }

  private draw(dom: HTMLElement): void {
    render(<UploadRow {...this.entry} />, dom);
  }

  override get estimatedHeight(): number {
    return 48;
  }
}

function UploadRow({ name, share, problem, cancel, retry }: UploadEntry) {
  const isRunning = problem === null;
  return (
    <>
      <span class="truncate">{name}</span>
      <progress max={1} aria-label={words.uploadOf(name)} value={share} hidden={!isRunning} />
      <p role="alert" hidden={isRunning}>
        {problem}
      </p>
      <button type="button" class="quiet" aria-label={words.tryFileAgain(name)} hidden={isRunning} onClick={retry}>
        {words.tryAgain}
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={isRunning ? words.cancelFile(name) : words.dismissFile(name)}
        onClick={cancel}
      >
        {isRunning ? words.cancel : frame.dismiss}
      </button>
    </>
  );
}
