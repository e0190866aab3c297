/** Pastes, in the order in which they were made, what was held until the editor could read it. */
import type { EditorView } from "@codemirror/view";
import { pasteInto } from "../copied-data.ts";
import { heldPastes } from "../held-pastes.ts";
import { loadConverter } from "./paste.ts";

export async function letGo(view: EditorView): Promise<void> {
  const held = view.plugin(heldPastes);
  if (!held) return;
  // With it each is pasted at once, so that none overtakes another.
  if (held.pastes.length > 0) await loadConverter().catch(() => null);
  held.isLettingGo = true;
  for (let next = held.pastes.shift(); next; next = held.pastes.shift()) {
    const { main } = view.state.selection;
    const goesAlong = main.empty && main.head === next.to;
    view.dispatch({ selection: { anchor: next.from, head: next.to } });
    held.caret = goesAlong ? null : main;
    // The editor of a cell takes what is for the cell.
    const focused = view.root.activeElement;
    pasteInto(focused && view.dom.contains(focused) ? focused : view.contentDOM, next.data);
    const { caret } = held;
    if (caret) view.dispatch({ selection: { anchor: caret.anchor, head: caret.head } });
  }
  held.caret = null;
}
