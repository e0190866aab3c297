/** Calls back when the line that an external element such as an open menu refers to is deleted. */
import { StateEffect } from "@codemirror/state";
import { type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { trackLine } from "./track-line.ts";

type Tracked = { line: number; readonly gone: () => void };

class TrackedLines implements PluginValue {
  readonly all = new Set<Tracked>();

  update({ docChanged, changes, startState, state }: ViewUpdate): void {
    if (!docChanged) return;
    for (const each of this.all) {
      const line = trackLine(each.line, startState.doc, state.doc, changes);
      if (line !== null) each.line = line;
      else {
        this.all.delete(each);
        // Focusing and dispatching are not allowed during an update.
        queueMicrotask(each.gone);
      }
    }
  }
}

const plugin = ViewPlugin.fromClass(TrackedLines);

/** `gone` is called once the line at a position was deleted; the returned function cancels that. */
export function whenLineGone(view: EditorView, position: number, gone: () => void): () => void {
  if (view.plugin(plugin) === null) view.dispatch({ effects: StateEffect.appendConfig.of(plugin) });
  const tracked = { line: view.state.doc.lineAt(position).number, gone };
  view.plugin(plugin)?.all.add(tracked);
  return () => void view.plugin(plugin)?.all.delete(tracked);
}
