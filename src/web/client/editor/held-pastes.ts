/**
 * Holds what is pasted or dropped before the features that handle it are loaded, together with its place in the text.
 * Simple text is inserted at once.
 */
import type { SelectionRange } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { copyOf, textOf } from "./copied-data.ts";

/** The range to replace. */
type HeldPaste = { readonly data: DataTransfer; from: number; to: number };

export class HeldPastes {
  pastes: HeldPaste[] = [];
  /** Where the user is typing meanwhile. */
  caret: SelectionRange | null = null;
  /**
   * While held pastes are inserted, text at a held position belongs before it; at any other time it was typed later.
   */
  isLettingGo = false;
  /** The features will not load soon: insert plain text right away. */
  isPlain = false;
  /** A drag of this editor's own text, which CodeMirror handles itself. */
  isOwnDrag = false;

  update({ changes }: ViewUpdate): void {
    this.caret = this.caret && this.caret.map(changes, 1);
    for (const each of this.pastes) {
      each.to = changes.mapPos(each.to, this.isLettingGo ? 1 : -1);
      each.from = Math.min(changes.mapPos(each.from, 1), each.to);
    }
  }

  hold(view: EditorView, data: DataTransfer | null, from: number, to: number): boolean {
    if (!data || this.isLettingGo || view.state.readOnly) return false;
    const isText = !data.types.includes("Files");
    const isSimple = from === to && !data.types.includes("text/html") && !data.getData("text/plain").includes("\t");
    if (isText && (isSimple || this.isPlain)) return false;
    this.pastes.push({ data: copyOf(data), from, to });
    view.dispatch({ selection: { anchor: to } });
    return true;
  }

  /** Files stay held until there is a network again. */
  insertPlain(view: EditorView): void {
    const { state } = view;
    this.isPlain = true;
    const texts = this.pastes.filter(({ data }) => data.getData("text/plain") !== "");
    this.pastes = this.pastes.filter((each) => !texts.includes(each));
    const changes = state.changes(
      texts.map(({ data, from, to }) => ({ from, to, insert: state.toText(textOf(data, "text/plain")) })),
    );
    view.dispatch({ changes, selection: state.selection.map(changes, 1), userEvent: "input.paste" });
  }
}

export const heldPastes = ViewPlugin.fromClass(HeldPastes, {
  eventHandlers: {
    paste(event, view) {
      const { from, to } = view.state.selection.main;
      return this.hold(view, event.clipboardData, from, to);
    },
    drop(event, view) {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
      return !this.isOwnDrag && this.hold(view, event.dataTransfer, at, at);
    },
    dragstart() {
      this.isOwnDrag = true;
    },
    dragend() {
      this.isOwnDrag = false;
    },
  },
});
