/** Focus mode: dims everything but the block at the caret, and keeps the current line in the middle. */
import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { type Command, Decoration, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { words } from "../../../../words/editor-tools.ts";
import { editorContext } from "../context.ts";

const setFocusMode = StateEffect.define<boolean>();

const focusMode = StateField.define<boolean>({
  create: () => false,
  update: (on, tr) => tr.effects.reduce((value, effect) => (effect.is(setFocusMode) ? effect.value : value), on),
  provide: (field) => [
    EditorView.editorAttributes.from(field, (on): Record<string, string> => (on ? { class: "ed-focus-mode" } : {})),
    EditorView.decorations.compute([field, "doc", "selection"], (state) =>
      state.field(field) ? currentLines(state) : Decoration.none,
    ),
  ],
});

const current = Decoration.line({ class: "ed-current" });

/** The lines of the top-level block around the caret, or of the item in a list. */
export function currentBlock(state: EditorState): { readonly from: number; readonly to: number } {
  const line = state.doc.lineAt(state.selection.main.head);
  let block = { from: line.from, to: line.to };
  for (let node = syntaxTree(state).resolveInner(line.to, -1); node.parent; node = node.parent) {
    if (node.to < line.from) break;
    const isList = node.name === "BulletList" || node.name === "OrderedList";
    if (node.parent.name === "Document" && !isList) block = { from: node.from, to: node.to };
    else if (node.name === "ListItem") block = { from: node.from, to: node.to };
  }
  return block;
}

function currentLines(state: EditorState) {
  const { from, to } = currentBlock(state);
  const ranges = [];
  for (let at = state.doc.lineAt(from).from; at <= to; at = state.doc.lineAt(at).to + 1) {
    ranges.push(current.range(at));
    if (state.doc.lineAt(at).to >= state.doc.length) break;
  }
  return Decoration.set(ranges);
}

/** Typewriter scrolling: only after typing or keyboard movement, never after scrolling or clicking. */
const typewriter = ViewPlugin.fromClass(
  class {
    update({ state, view, transactions }: ViewUpdate): void {
      if (!state.field(focusMode)) return;
      const moved = transactions.some(
        (tr) =>
          tr.effects.some((effect) => effect.is(setFocusMode)) ||
          (!tr.isUserEvent("select.pointer") &&
            (tr.isUserEvent("input") || tr.isUserEvent("delete") || tr.isUserEvent("select"))),
      );
      if (!moved || view.composing) return;
      view.requestMeasure({
        key: "typewriter",
        read: ({ state: now }) => view.coordsAtPos(now.selection.main.head)?.top ?? null,
        write(top) {
          if (top !== null) scrollBy({ top: top - innerHeight * 0.45, behavior: "instant" });
        },
      });
    }
  },
);

export const toggleFocusMode: Command = (view) => {
  const on = !view.state.field(focusMode);
  view.dispatch({ effects: setFocusMode.of(on) });
  view.state.facet(editorContext)?.announce(on ? words.focusOn : words.focusOff);
  return true;
};

export const focusModeExtension = (): Extension => [focusMode, typewriter];
