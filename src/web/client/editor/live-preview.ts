/**
 * Renders Markdown while it is edited: draws what the walk reports, hides marks, and shows those of the element that
 * contains the caret.
 *
 * Decorations are kept even off screen, since CodeMirror forgets the heights of lines whose decorations are removed; a
 * change redraws only the top-level blocks it touched. Nothing is redrawn during composition.
 */
import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, type Range, RangeSet } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import type { Drawing } from "../../shared/document/drawing.ts";
import { type References, findReferences } from "../../../formats/markdown/references.ts";
import { Source } from "../../../formats/markdown/source.ts";
import { walk } from "../../shared/document/walk.ts";
import { blocksAround, changedBlocks, knownUntil } from "./block-spans.ts";
import { type Interval, addInterval, mapIntervals, missingIn, removeInterval } from "./intervals.ts";

/** How far an element extends around one of its marks; relative, so that it stays valid after edits elsewhere. */
type Owner = { readonly before: number; readonly after: number };

/** All marks of a kind share one decoration, which CodeMirror compares quickly. */
const HIDDEN = "md-x";

type Ranges = {
  readonly base: Range<Decoration>[];
  readonly hidden: Range<Decoration>[];
  readonly atoms: Range<Decoration>[];
};

function drawBlocks(state: EditorState, references: References, { from, to }: Interval): Ranges {
  const ranges: Ranges = { base: [], hidden: [], atoms: [] };
  const hide = (start: number, end: number, owner: Interval | undefined, spec: object) => {
    const reach: Owner | null = owner ? { before: start - owner.from, after: owner.to - end } : null;
    if (end > start) ranges.hidden.push(Decoration.mark({ ...spec, owner: reach }).range(start, end));
  };
  const drawing: Drawing = {
    line(at, textFrom, { className, dir, attributes }) {
      // The caret moves from the text of a line to the end of the previous line.
      if (textFrom > at) ranges.atoms.push(Decoration.mark({}).range(Math.max(0, at - 1), textFrom));
      const all = dir ? { ...attributes, dir } : attributes;
      if (className !== "" || all)
        ranges.base.push(Decoration.line({ class: className, ...(all && { attributes: all }) }).range(at));
    },
    mark(start, end, { tag, className, attributes, atomic }) {
      const mark = Decoration.mark({
        tagName: tag,
        ...(className !== undefined && { class: className }),
        ...(attributes && { attributes }),
      });
      ranges.base.push(mark.range(start, end));
      if (atomic === true) ranges.atoms.push(mark.range(start, end));
    },
    hide(start, end, { owner, hangs }) {
      hide(start, end, owner, { class: HIDDEN, hangs });
    },
    text(start, end, shown, { className, owner }) {
      hide(start, end, owner, { class: `md-text ${className}`, attributes: { "data-text": shown } });
      hide(start, end, owner, { class: HIDDEN });
    },
    // Drawn by separate extensions; blocks by a StateField, as CodeMirror requires for block widgets.
    image: () => undefined,
    block: () => undefined,
  };
  const source = new Source(state.sliceDoc(from, to), from);
  walk(source, { tree: syntaxTree(state), references, length: state.doc.length }, [from, to], drawing);
  return ranges;
}

function replaceIn(set: DecorationSet, { from, to }: Interval, add: Range<Decoration>[]): DecorationSet {
  return set.update({
    filterFrom: from,
    filterTo: to,
    filter: (start, end) => end < from || start > to,
    add,
    sort: true,
  });
}

/** Whether a caret is in the element that a hidden range belongs to. */
function isTouched(from: number, to: number, { spec }: Decoration, heads: readonly number[]): boolean {
  const owner: Owner | null = spec.owner;
  return owner !== null && heads.some((head) => head >= from - owner.before && head <= to + owner.after);
}

const opened = (range: Decoration): Decoration =>
  Decoration.mark({
    class: range.spec.hangs === true ? "md-open md-hang" : "md-open",
    owner: range.spec.owner,
    closed: range,
  });

class LivePreview implements PluginValue {
  base: DecorationSet = Decoration.none;
  hidden: DecorationSet = Decoration.none;
  opened: DecorationSet = Decoration.none;
  atoms: DecorationSet = Decoration.none;
  #covered: readonly Interval[] = [];
  #references: References;

  constructor(view: EditorView) {
    this.#references = findReferences(view.state.sliceDoc(), syntaxTree(view.state));
    this.#draw(view);
    this.#open(view);
  }

  update(update: ViewUpdate): void {
    const { view, state, startState } = update;
    const isParsed = syntaxTree(startState) !== syntaxTree(state);
    if (update.docChanged) this.#follow(update);
    if (isParsed && mayDefine(update)) this.#lookUp(state);
    if (view.composing) return;
    const drew = this.#draw(view);
    if (drew || update.selectionSet || update.focusChanged) this.#open(view);
  }

  #follow(update: ViewUpdate): void {
    const { changes } = update;
    this.base = this.base.map(changes);
    this.hidden = this.hidden.map(changes);
    this.opened = this.opened.map(changes);
    this.atoms = this.atoms.map(changes);
    this.#covered = changedBlocks(update).reduce(removeInterval, mapIntervals(this.#covered, changes));
  }

  #lookUp(state: EditorState): void {
    const found = findReferences(state.sliceDoc(), syntaxTree(state));
    const isSame =
      found.size === this.#references.size && [...found].every(([key, to]) => this.#references.get(key) === to);
    if (isSame) return;
    this.#references = found;
    this.#covered = [];
  }

  /** Draws what is visible and not drawn yet. */
  #draw(view: EditorView): boolean {
    const { state } = view;
    const until = knownUntil(state);
    const wanted = view.visibleRanges.flatMap(({ from, to }) =>
      missingIn(this.#covered, { from, to: Math.min(to, until) }),
    );
    for (const stretch of wanted) {
      if (stretch.to < stretch.from) continue;
      const around = blocksAround(syntaxTree(state), state.doc, stretch);
      const blocks = { from: around.from, to: Math.min(around.to, Math.max(until, around.from)) };
      const ranges = drawBlocks(state, this.#references, blocks);
      this.base = replaceIn(this.base, blocks, ranges.base);
      this.hidden = replaceIn(this.hidden, blocks, ranges.hidden);
      this.atoms = replaceIn(this.atoms, blocks, ranges.atoms);
      this.opened = replaceIn(this.opened, blocks, []);
      this.#covered = addInterval(this.#covered, blocks);
    }
    return wanted.length > 0;
  }

  /** Shows the marks of elements that contain a caret, and hides those of elements it has left. */
  #open(view: EditorView): void {
    const { state } = view;
    const heads = view.hasFocus ? state.selection.ranges.map(({ head }) => head) : [];
    const [closing, opening]: [Range<Decoration>[], Range<Decoration>[]] = [[], []];
    this.opened.between(0, state.doc.length, (from, to, range) => {
      const closed: Decoration = range.spec.closed;
      if (!isTouched(from, to, range, heads)) closing.push(closed.range(from, to));
    });
    for (const head of heads) {
      const block = blocksAround(syntaxTree(state), state.doc, { from: head, to: head });
      this.hidden.between(block.from, block.to, (from, to, range) => {
        if (isTouched(from, to, range, heads)) opening.push(opened(range).range(from, to));
      });
    }
    if (closing.length + opening.length === 0) return;
    this.opened = this.opened.update({
      filter: (from, to, range) => isTouched(from, to, range, heads),
      add: opening,
      sort: true,
    });
    this.hidden = this.hidden.update({
      filter: (from, to, range) => !isTouched(from, to, range, heads),
      add: closing,
      sort: true,
    });
  }
}

/** Whether a link definition may have been added, removed or changed. */
function mayDefine({ changes, startState, state, docChanged }: ViewUpdate): boolean {
  if (!docChanged) return true;
  let found = false;
  const defines = ({ doc }: EditorState, from: number, to: number) =>
    doc.sliceString(doc.lineAt(from).from, doc.lineAt(to).to).includes("]:");
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    found ||= defines(startState, fromA, toA) || defines(state, fromB, toB);
  });
  return found;
}

export const livePreview = (): Extension => {
  const plugin = ViewPlugin.fromClass(LivePreview, {
    provide: (self) => {
      const setOf = (name: "base" | "hidden" | "opened" | "atoms") => (view: EditorView) =>
        view.plugin(self)?.[name] ?? RangeSet.empty;
      return [
        // Earlier decorations are nested inside later ones.
        EditorView.decorations.of(setOf("hidden")),
        EditorView.decorations.of(setOf("opened")),
        EditorView.decorations.of(setOf("base")),
        EditorView.atomicRanges.of(setOf("hidden")),
        EditorView.atomicRanges.of(setOf("atoms")),
      ];
    },
  });
  // The end of a composition is drawn once it is over.
  const afterComposing = EditorView.domEventHandlers({
    compositionend(_, view) {
      setTimeout(() => view.dispatch({}));
    },
  });
  return [plugin, afterComposing];
};
