/** Inline formulas: drawn unless the caret is in them, when their source is shown. */
import { syntaxTree } from "@codemirror/language";
import { RangeSetBuilder, StateEffect } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { formula, loadMath } from "./drawn.ts";
import { inlineFormulas } from "./find-embeds.ts";

type MathModule = Awaited<ReturnType<typeof loadMath>>;

const loaded = StateEffect.define();
let math: MathModule | null = null;

class FormulaWidget extends WidgetType {
  constructor(
    private readonly tex: string,
    private readonly library: MathModule,
  ) {
    super();
  }

  override eq(other: FormulaWidget): boolean {
    return other.tex === this.tex;
  }

  override toDOM(): HTMLElement {
    return formula(this.library, this.tex, false);
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** Hidden like marks: a replaced range would change the height of its line. */
const hidden = Decoration.mark({ class: "md-x" });

class InlineFormulas {
  decorations: DecorationSet;
  #isLoading = false;

  constructor(private readonly view: EditorView) {
    this.decorations = this.#draw();
  }

  update(update: ViewUpdate): void {
    if (update.docChanged) this.decorations = this.decorations.map(update.changes);
    if (this.view.composing) return;
    const isNewTree = syntaxTree(update.startState) !== syntaxTree(update.state);
    const isLoaded = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(loaded)));
    const moved = update.selectionSet || update.focusChanged;
    if (update.docChanged || update.viewportChanged || isNewTree || isLoaded || moved) this.decorations = this.#draw();
  }

  #draw(): DecorationSet {
    const { state, visibleRanges, hasFocus } = this.view;
    const builder = new RangeSetBuilder<Decoration>();
    for (const { from, to } of visibleRanges) {
      for (const each of inlineFormulas(state, from, to)) {
        if (math === null) {
          void this.#load();
          return Decoration.none;
        }
        const isOpen =
          hasFocus &&
          state.selection.ranges.some(
            (range) =>
              range.from <= each.to && range.to >= each.from && !(range.from < each.from && range.to > each.to),
          );
        if (isOpen || each.from < from) continue;
        builder.add(each.from, each.to, hidden);
        builder.add(each.to, each.to, Decoration.widget({ widget: new FormulaWidget(each.tex, math), side: 1 }));
      }
    }
    return builder.finish();
  }

  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      math = await loadMath();
      this.view.dispatch({ effects: loaded.of(null) });
    } catch {
      // The source stays readable; the next formula that becomes visible retries.
      this.#isLoading = false;
    }
  }
}

export const inlineFormulaDrawing = () =>
  ViewPlugin.fromClass(InlineFormulas, { decorations: (plugin) => plugin.decorations });
