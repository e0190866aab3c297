/** Draws a draft: inserted words are marked, removed words stay in view, struck through. */
import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Range, RangeSet, type Text } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { Decoration, type DecorationSet, WidgetType } from "@codemirror/view";
import { words } from "../../../words/suggesting.ts";
import { element } from "../ui/dom.ts";
import { changesOf, type Draft, type DraftChange } from "./draft.ts";
import { suggestedChanges } from "./suggested-changes.ts";

/** Longer removed text is shown in part. */
const MAX_SHOWN = 2_000;

const inserted = Decoration.mark({ tagName: "ins", class: "ed-draft-in" });

/** Removed text; a block of its own if it was whole lines. */
class Removed extends WidgetType {
  readonly #text: string;
  readonly #isBlock: boolean;

  constructor(text: string, isBlock: boolean) {
    super();
    this.#text = text;
    this.#isBlock = isBlock;
  }

  override eq(other: Removed): boolean {
    return other.#text === this.#text && other.#isBlock === this.#isBlock;
  }

  override toDOM(): HTMLElement {
    const isCut = this.#text.length > MAX_SHOWN;
    const text = isCut ? `${this.#text.slice(0, MAX_SHOWN)}…` : this.#text;
    // A removed line break has no width of its own.
    const shown = /^\s*$/.test(text) ? text.replaceAll("\n", "¶") : text;
    const removed = element("del", { class: "ed-draft-out", dir: "auto" }, hidden(words.removed), shown);
    return this.#isBlock ? element("div", { class: "ed-draft-out-lines" }, removed) : removed;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** An inserted line break, which has no words that could be marked. */
class Break extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    return element("ins", { class: "ed-draft-in ed-draft-break", "aria-label": words.newLine }, "¶");
  }
}

/** Lists words and what replaces them. */
class Note extends WidgetType {
  readonly #changes: readonly (readonly [removed: string, inserted: string])[];

  constructor(changes: readonly (readonly [removed: string, inserted: string])[]) {
    super();
    this.#changes = changes;
  }

  override eq(other: Note): boolean {
    return this.#changes.join("\n") === other.#changes.join("\n");
  }

  override toDOM(): HTMLElement {
    const rows = this.#changes.map(([removed, put]) =>
      element(
        "p",
        { dir: "auto" },
        removed === "" ? null : element("del", { class: "ed-draft-out" }, hidden(words.removed), removed),
        put === "" ? null : element("ins", { class: "ed-draft-in" }, put),
      ),
    );
    return element("div", { class: "ed-draft-note" }, ...rows);
  }
}

/** Does not decide the direction of the text. */
const hidden = (text: string): HTMLElement => element("bdi", { class: "hidden" }, text);

const brokenLine = Decoration.widget({ widget: new Break(), side: -1 });

export function drawDraft(state: EditorState, draft: Draft): DecorationSet {
  const { doc } = state;
  const drawn: Range<Decoration>[] = [];
  for (const change of changesOf(draft, doc)) {
    const { from, to, text } = change.inserted;
    const { removed } = change;
    const table = tableEnd(state, from);
    if (table !== null) {
      drawn.push(drawNote(change, draft.base).range(table));
      continue;
    }
    if (removed.text !== "") drawn.push(drawRemoved(change, draft.base, doc));
    if (text !== "" && text.trim() !== "") drawn.push(inserted.range(from, to));
    else if (text.includes("\n")) drawn.push(brokenLine.range(from));
    else if (text !== "") drawn.push(inserted.range(from, to));
  }
  return RangeSet.of(drawn, true);
}

/** Tables are elements of their own, without the editor's decorations: their changes are listed below them. */
function tableEnd(state: EditorState, at: number): number | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, 1);
  while (node !== null && node.name !== "Table") node = node.parent;
  return node === null ? null : state.doc.lineAt(node.to).to;
}

function drawNote(change: DraftChange, base: Text): Decoration {
  const text = base.toString();
  const { changes } = suggestedChanges(text, [change]);
  const parts = changes.map(({ from, to, replacement }) => [text.slice(from, to), replacement] as const);
  return Decoration.widget({ widget: new Note(parts), side: 1, block: true });
}

function drawRemoved({ removed, inserted: { from } }: DraftChange, base: Text, doc: Text): Range<Decoration> {
  const line = doc.lineAt(from);
  const isAtStart = from === line.from && base.lineAt(removed.from).from === removed.from;
  const isAtEnd = from === line.to && removed.text.startsWith("\n");
  const isLines = removed.text.trim().includes("\n") || (removed.text.trim() !== "" && removed.text.includes("\n"));
  const isBlock = isLines && (isAtStart ? removed.text.endsWith("\n") : isAtEnd);
  const text = isBlock ? removed.text.replace(isAtStart ? /\n$/ : /^\n/, "") : removed.text;
  const side = isBlock && !isAtStart ? 1 : -1;
  return Decoration.widget({ widget: new Removed(text, isBlock), side, block: isBlock }).range(from);
}
