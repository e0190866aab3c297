/**
 * Properties in the editor: a panel replaces the lines of the front matter. The caret stays below it; the arrow up key
 * enters its fields from the first line of the text.
 */
import {
  type ChangeSpec,
  EditorState,
  type Extension,
  Prec,
  StateEffect,
  type Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { syntaxTree } from "@codemirror/language";
import { Decoration, EditorView, keymap } from "@codemirror/view";
import { editorContext } from "../context.ts";
import { nodeAround } from "../line-lead.ts";
import { isOnFirstRow } from "../rows.ts";
import { LINES_KEY, panel, panelEnd, togglePropertyLines } from "./panel-lines.ts";
import { focusField, panelActions, panelBlocks } from "./panel-widget.ts";
import { scopeStore } from "./scope.ts";

/** The lines of front matter that is not drawn as a panel. */
const rawLines = EditorView.decorations.compute(["doc", "selection"], (state) => {
  const first = syntaxTree(state).topNode.firstChild;
  if (first?.name !== "FrontMatter" || panelEnd(state) !== null) return Decoration.none;
  const last = state.doc.lineAt(first.to).number;
  return Decoration.set(
    Array.from({ length: last }, (_, n) => {
      const edge = `${n === 0 ? " md-raw-first" : ""}${n === last - 1 ? " md-raw-last" : ""}`;
      return Decoration.line({ class: `md-raw${edge}` }).range(state.doc.line(n + 1).from);
    }),
  );
});

/** Where text that is typed at or before the panel goes, if the whole change is one insertion there. */
function typedAbove(tr: Transaction, end: number): string | null {
  let typed: string | null = null;
  let count = 0;
  tr.changes.iterChanges((fromA, toA, _from, _to, inserted) => {
    count += 1;
    if (fromA === toA && fromA <= end) typed = inserted.toString();
  });
  return count === 1 ? typed : null;
}

/** The changes of a deletion without the line ending below the panel. */
function keptBelow(tr: Transaction, end: number): ChangeSpec[] | null {
  let joins = false;
  const changes: ChangeSpec[] = [];
  tr.changes.iterChanges((from, to, _from, _to, insert) => {
    const isJoin = from === end && to > end;
    joins ||= isJoin;
    const start = isJoin ? end + 1 : from;
    if (start < to || insert.length > 0) changes.push({ from: start, to, insert });
  });
  return joins ? changes : null;
}

const belowPanel = EditorState.transactionFilter.of((tr): TransactionSpec | readonly TransactionSpec[] => {
  const { startState } = tr;
  const end = panelEnd(startState);
  if (end === null) return tr;
  if (tr.docChanged && tr.isUserEvent("input")) {
    const typed = typedAbove(tr, end);
    if (typed !== null) {
      const hasBody = end < startState.doc.length;
      const insert = hasBody ? typed : `\n${typed}`;
      const from = hasBody ? end + 1 : end;
      return { changes: { from, insert }, selection: { anchor: from + insert.length }, userEvent: "input.type" };
    }
  }
  if (tr.docChanged && tr.isUserEvent("delete")) {
    const changes = keptBelow(tr, end);
    if (changes !== null) return { changes, userEvent: "delete" };
  }
  const after = tr.changes.mapPos(end, -1);
  const { main } = tr.newSelection;
  const isAbove = tr.selection !== undefined && main.empty && main.head <= after && after < tr.newDoc.length;
  return isAbove ? [tr, { selection: { anchor: after + 1 }, sequential: true }] : tr;
});

function enterPanel(view: EditorView): boolean {
  const end = panelEnd(view.state);
  const { main } = view.state.selection;
  if (end === null || !main.empty || view.state.doc.lineAt(main.head).from > end + 1) return false;
  return isOnFirstRow(view, Math.min(end + 1, view.state.doc.length)) && focusField(view, "last");
}

/** The text of a folder hides the lines of its views, except those with the caret. */
const shownViews = EditorView.editorAttributes.compute(["selection", "doc"], (state): Record<string, string> => {
  const node = nodeAround(state, state.selection.main.head, /^FencedCode$/);
  return node && /^[`~]+[ \t]*view[ \t]*$/im.test(state.doc.lineAt(node.from).text) ? { class: "shows-views" } : {};
});

const actOnPanel = panelActions.of((view, ...pressed) => {
  import("./edit-panel.tsx")
    .then((editing) => editing.act(view, ...pressed))
    .catch((error: unknown) => view.state.facet(editorContext)?.showError(error));
});

/** Opens the form for a new property, at a control or at the start of the text. */
export function addProperty(view: EditorView, anchor?: Element): boolean {
  if (view.state.field(scopeStore, false) === undefined)
    view.dispatch({ effects: StateEffect.appendConfig.of(properties) });
  import("./edit-panel.tsx")
    .then((editing) => editing.addProperty(view, anchor))
    .catch((error: unknown) => view.state.facet(editorContext)?.showError(error));
  return true;
}

/** One value, so that adding it twice has no effect. */
export const properties: Extension = [
  scopeStore,
  panel.of(panelBlocks.extension),
  actOnPanel,
  rawLines,
  belowPanel,
  shownViews,
  Prec.high(
    keymap.of([
      { key: "ArrowUp", run: enterPanel },
      { key: LINES_KEY, run: (view) => togglePropertyLines(view), preventDefault: true },
    ]),
  ),
];
