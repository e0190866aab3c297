/**
 * Widgets that replace whole blocks of the document. They come from a StateField, as CodeMirror requires for block
 * widgets, which rescans only the blocks that a change touched.
 */
import { syntaxTree } from "@codemirror/language";
import {
  type ChangeDesc,
  ChangeSet,
  type EditorState,
  type Extension,
  type Range,
  StateField,
  type Transaction,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, type WidgetType } from "@codemirror/view";
import type { SyntaxNode, Tree } from "@lezer/common";
import { addInterval, type Interval } from "./intervals.ts";

/** A widget that was drawn here before the change. */
export type Former<W> = { readonly widget: W; readonly from: number };

type BlockKind<W extends WidgetType> = {
  /** The block that a node represents; null for any other node. Positions are widened to whole lines. */
  find(state: EditorState, node: SyntaxNode): SyntaxNode | null;
  /** `former` are the widgets that the change touched, with their positions before it. */
  draw(state: EditorState, block: SyntaxNode, former: readonly Former<W>[], changes: ChangeDesc): W;
  isWidget(widget: WidgetType): widget is W;
  /** True while the user is still writing the syntax of the block; it is drawn once they have moved on. */
  isUnfinished?(state: EditorState, block: SyntaxNode): boolean;
};

type Value = {
  readonly drawn: DecorationSet;
  /** How far the syntax was parsed at the last scan. */
  readonly parsed: number;
};

type BlockField<W extends WidgetType> = {
  readonly extension: Extension;
  /** The drawn blocks that touch a range, in order. */
  between(state: EditorState, from: number, to: number): readonly (Interval & { readonly widget: W })[];
};

/** Blocks that cannot contain other blocks. */
const LEAVES = new Set(["Paragraph", "FencedCode", "CodeBlock", "HTMLBlock", "BlockMath", "Table"]);

export function blockField<W extends WidgetType>(kind: BlockKind<W>): BlockField<W> {
  const scan = (state: EditorState, span: Interval, former: readonly Former<W>[], changes: ChangeDesc) => {
    const found: Range<Decoration>[] = [];
    syntaxTree(state).iterate({
      ...span,
      enter(ref) {
        const block = kind.find(state, ref.node);
        if (block && (former.length > 0 || kind.isUnfinished?.(state, block) !== true)) {
          const from = state.doc.lineAt(block.from).from;
          const to = state.doc.lineAt(block.to).to;
          const widget = kind.draw(state, block, former, changes);
          found.push(Decoration.replace({ widget, block: true }).range(from, to));
        }
        return block === null && !LEAVES.has(ref.name);
      },
    });
    return found;
  };

  const field = StateField.define<Value>({
    create(state) {
      const parsed = syntaxTree(state).length;
      const unchanged = ChangeSet.empty(state.doc.length);
      return { drawn: Decoration.set(scan(state, { from: 0, to: parsed }, [], unchanged)), parsed };
    },
    update(value, tr) {
      const [before, after] = [syntaxTree(tr.startState), syntaxTree(tr.state)];
      const isSame = !tr.docChanged && before === after;
      if (isSame && (!tr.selection || !kind.isUnfinished)) return value;
      let drawn = value.drawn.map(tr.changes);
      for (const span of isSame ? leftBlock(kind, tr) : spansToScan(tr, before, after, value.parsed))
        drawn = drawn.update({
          filterFrom: span.from,
          filterTo: span.to,
          filter: (from, to) => to < span.from || from > span.to,
          add: scan(tr.state, span, touched(kind, value.drawn, tr.changes, span), tr.changes),
        });
      return { drawn, parsed: after.length };
    },
    provide: (self) => [
      EditorView.decorations.from(self, ({ drawn }) => drawn),
      EditorView.atomicRanges.of((view) => view.state.field(self).drawn),
    ],
  });

  return {
    extension: field,
    between(state, from, to) {
      const found: (Interval & { widget: W })[] = [];
      state.field(field, false)?.drawn.between(from, to, (start, end, { spec }: Decoration) => {
        const widget: WidgetType | undefined = spec.widget;
        if (widget && kind.isWidget(widget)) found.push({ from: start, to: end, widget });
      });
      return found;
    },
  };
}

/** The block of this kind that the caret was in, if any. */
function leftBlock<W extends WidgetType>(kind: BlockKind<W>, { startState, state }: Transaction): readonly Interval[] {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(startState.selection.main.head, -1);
  while (node && !kind.find(state, node)) node = node.parent;
  return node ? [{ from: node.from, to: node.to }] : [];
}

function touched<W extends WidgetType>(
  kind: BlockKind<W>,
  drawn: DecorationSet,
  changes: ChangeDesc,
  { from, to }: Interval,
): readonly Former<W>[] {
  const found: Former<W>[] = [];
  const back = changes.invertedDesc;
  drawn.between(back.mapPos(from, -1), back.mapPos(to, 1), (at, _, { spec }: Decoration) => {
    const widget: WidgetType | undefined = spec.widget;
    if (widget && kind.isWidget(widget)) found.push({ widget, from: at });
  });
  return found;
}

/** The ranges to rescan after a transaction; `parsed` is how far the syntax was parsed before it. */
export function spansToScan(tr: Transaction, before: Tree, after: Tree, parsed: number): readonly Interval[] {
  const known = tr.changes.mapPos(parsed, 1);
  const unseen = known < after.length ? { from: blockStart(after, known), to: after.length } : null;
  if (!tr.docChanged) return [unseen ?? { from: 0, to: after.length }];
  let spans: readonly Interval[] = unseen ? [unseen] : [];
  // Separately, since concurrent changes by several users can be far apart.
  tr.changes.iterChangedRanges((fromA, _, fromB, toB) => {
    const isSeen = spans.some(({ from, to }) => from < fromB && to > toB);
    if (!isSeen) spans = addInterval(spans, changedBlocks(tr, before, after, { fromA, fromB, toB }));
  });
  return spans;
}

/** The start of the outermost block around a position. */
function blockStart(tree: Tree, position: number): number {
  let node: SyntaxNode = tree.resolve(Math.min(position, tree.length), -1);
  while (node.parent?.parent) node = node.parent;
  return node.parent ? Math.min(node.from, position) : position;
}

/**
 * From the first outermost block that a change touched, before or after it, to the first block after the change that
 * starts the same way as before: from there on, nothing is parsed differently.
 */
function changedBlocks(
  { state: { doc }, changes }: Transaction,
  before: Tree,
  after: Tree,
  { fromA, fromB, toB }: { readonly fromA: number; readonly fromB: number; readonly toB: number },
): Interval {
  const from = Math.min(fromB, blockStart(after, fromB), changes.mapPos(blockStart(before, fromA), -1));
  const back = changes.invertedDesc;
  for (let node = after.topNode.childAfter(toB); node; node = node.nextSibling) {
    const line = doc.lineAt(node.from).from;
    if (line <= toB) continue;
    const start = back.mapPos(node.from, 1);
    const old = before.topNode.childAfter(start);
    if (old?.from === start && old.name === node.name) return { from, to: line - 1 };
  }
  return { from, to: Math.max(toB, after.length) };
}
