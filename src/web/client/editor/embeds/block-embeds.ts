/** Block formulas and diagrams: drawn in place of their source, and below it while it is edited. */
import { syntaxTree } from "@codemirror/language";
import {
  EditorSelection,
  type EditorState,
  type Extension,
  Prec,
  StateEffect,
  StateField,
  type Transaction,
} from "@codemirror/state";
import {
  type Command,
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  ViewPlugin,
  WidgetType,
} from "@codemirror/view";
import { element } from "../../ui/dom.ts";
import { fillDiagram, fillFormula } from "./drawn.ts";
import { spansToScan } from "../block-widgets.ts";
import { type BlockEmbed, blockEmbeds } from "./find-embeds.ts";
import { heightOf, rememberHeight } from "./remembered-heights.ts";

const setFocused = StateEffect.define<boolean>();
/** The theme has changed: redraw everything. */
const redraw = StateEffect.define();

class EmbedWidget extends WidgetType {
  constructor(
    private readonly embed: BlockEmbed,
    private readonly isPreview: boolean,
    private readonly round: number,
  ) {
    super();
  }

  override eq({ embed, isPreview, round }: EmbedWidget): boolean {
    return (
      embed.source === this.embed.source &&
      embed.kind === this.embed.kind &&
      embed.place === this.embed.place &&
      isPreview === this.isPreview &&
      (round === this.round || embed.kind === "math")
    );
  }

  override toDOM(view: EditorView): HTMLElement {
    const inner = element("div");
    const look = `${this.isPreview ? "ed-embed ed-embed-preview" : "ed-embed"} ${this.embed.place}`.trimEnd();
    const dom = element("div", { class: look }, inner);
    const { source } = this.embed;
    const room = heightOf(source);
    if (room !== null) dom.style.minHeight = `${room}px`;
    const onResize = (): void => {
      dom.style.removeProperty("min-height");
      view.requestMeasure({ read: () => dom.isConnected && rememberHeight(source, dom.offsetHeight) });
    };
    if (this.embed.kind === "diagram") void fillDiagram(inner, source, onResize);
    else void fillFormula(inner, source, onResize);
    if (!this.isPreview)
      dom.addEventListener("mousedown", (event) => {
        event.preventDefault();
        enter(view, view.posAtDOM(dom), 1);
      });
    return dom;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  override get estimatedHeight(): number {
    return heightOf(this.embed.source) ?? (this.embed.kind === "diagram" ? 240 : 60);
  }
}

/** Opens the source at its first or last line inside the fences. */
function enter(view: EditorView, position: number, direction: 1 | -1): void {
  const edge = view.state.doc.lineAt(position).number + direction;
  const line = view.state.doc.line(Math.min(view.state.doc.lines, Math.max(1, edge)));
  view.dispatch({ selection: EditorSelection.cursor(line.from), scrollIntoView: true });
  view.focus();
}

type Embeds = {
  readonly isFocused: boolean;
  readonly round: number;
  readonly blocks: readonly BlockEmbed[];
  /** How far the syntax was parsed at the last scan. */
  readonly parsed: number;
  readonly decorations: DecorationSet;
};

/** A block within a larger selection stays drawn. */
const isTouched = ({ selection }: EditorState, { from, to }: BlockEmbed): boolean =>
  selection.ranges.some((range) => range.from <= to && range.to >= from && !(range.from < from && range.to > to));

function draw(state: EditorState, blocks: readonly BlockEmbed[], isFocused: boolean, round: number): DecorationSet {
  return Decoration.set(
    blocks.map((embed) => {
      const isOpen = isFocused && isTouched(state, embed);
      const widget = new EmbedWidget(embed, isOpen, round);
      return isOpen
        ? Decoration.widget({ widget, block: true, side: 1 }).range(embed.to)
        : Decoration.replace({ widget, block: true }).range(embed.from, embed.to);
    }),
  );
}

/** Rescans what a transaction may have changed; other blocks move with their text. */
function follow({ blocks, parsed }: Embeds, tr: Transaction): readonly BlockEmbed[] {
  const spans = spansToScan(tr, syntaxTree(tr.startState), syntaxTree(tr.state), parsed);
  const moved = blocks.map((each) => ({
    ...each,
    from: tr.changes.mapPos(each.from, 1),
    to: tr.changes.mapPos(each.to, -1),
  }));
  const kept = moved.filter(({ from, to }) => spans.every((span) => to < span.from || from > span.to));
  const found = spans.flatMap((span) => blockEmbeds(tr.state, span));
  return [...kept, ...found].toSorted((a, b) => a.from - b.from);
}

const embedsField = StateField.define<Embeds>({
  create(state) {
    const parsed = syntaxTree(state).length;
    const blocks = blockEmbeds(state, { from: 0, to: parsed });
    return { isFocused: false, round: 0, blocks, parsed, decorations: draw(state, blocks, false, 0) };
  },
  update(value, tr) {
    const { state, startState } = tr;
    let { isFocused, round } = value;
    for (const effect of tr.effects) {
      if (effect.is(setFocused)) isFocused = effect.value;
      if (effect.is(redraw)) round++;
    }
    const isParsed = tr.docChanged || syntaxTree(state) !== syntaxTree(startState);
    if (!isParsed && isFocused === value.isFocused && round === value.round && tr.selection === undefined) return value;
    const blocks = isParsed ? follow(value, tr) : value.blocks;
    const parsed = syntaxTree(state).length;
    // A composition must not have its text redrawn.
    if (tr.isUserEvent("input.type.compose"))
      return { ...value, decorations: value.decorations.map(tr.changes), blocks, parsed };
    if (blocks.length + value.blocks.length === 0) return { ...value, isFocused, round, blocks, parsed };
    return { isFocused, round, blocks, parsed, decorations: draw(state, blocks, isFocused, round) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
});

/** The embeds of a document, in order. */
export const embedsOf = (state: EditorState): readonly BlockEmbed[] => state.field(embedsField).blocks;

/** Up and Down enter a drawn block instead of skipping it. */
const step =
  (direction: 1 | -1): Command =>
  (view) => {
    const { main } = view.state.selection;
    if (!main.empty) return false;
    const next = view.moveVertically(main, direction === 1).head;
    const [low, high] = [Math.min(main.head, next), Math.max(main.head, next)];
    const between = embedsOf(view.state).filter(
      ({ from, to }) => from > low - 1 && to < high + 1 && !(main.head >= from && main.head <= to),
    );
    const nearest = direction === 1 ? between.at(0) : between.at(-1);
    if (nearest === undefined) return false;
    enter(view, direction === 1 ? nearest.from : nearest.to, direction === 1 ? 1 : -1);
    return true;
  };

const themeWatch = ViewPlugin.define((view) => {
  const query = matchMedia("(prefers-color-scheme: dark)");
  const onChange = (): void => view.dispatch({ effects: redraw.of(null) });
  query.addEventListener("change", onChange);
  return { destroy: () => query.removeEventListener("change", onChange) };
});

export const blockEmbedding = (): Extension => [
  embedsField,
  themeWatch,
  EditorView.focusChangeEffect.of((_, isFocused) => setFocused.of(isFocused)),
  Prec.high(
    keymap.of([
      { key: "ArrowDown", run: step(1) },
      { key: "ArrowUp", run: step(-1) },
    ]),
  ),
];
