/** Inserts held pastes in their original order once the editor can handle them. */
import type { EditorView } from "@codemirror/view";
import { pasteInto } from "../copied-data.ts";
import { heldPastes } from "../held-pastes.ts";
import { loadConverter } from "./paste.ts";

export async function letGo(view: EditorView): Promise<void> {
  const held = view.plugin(heldPastes);
  if (!held) return;
  // Load the converter first, so that each paste is synchronous and none overtakes another.
  if (held.pastes.length > 0) await loadConverter().catch(() => null);
  held.isLettingGo = true;
  for (let next = held.pastes.shift(); next; next = held.pastes.shift()) {
    const { main } = view.state.selection;
    const goesAlong = main.empty && main.head === next.to;
    view.dispatch({ selection: { anchor: next.from, head: next.to } });
    held.caret = goesAlong ? null : main;
    // A focused cell editor receives what belongs in its cell.
    const focused = view.root.activeElement;
    pasteInto(focused && view.dom.contains(focused) ? focused : view.contentDOM, next.data);
    const { caret } = held;
    if (caret) view.dispatch({ selection: { anchor: caret.anchor, head: caret.head } });
  }
  held.caret = null;
}
