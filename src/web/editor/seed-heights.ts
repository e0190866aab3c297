/**
 * Tells CodeMirror the heights of lines that it has not drawn. It would estimate them, and everything below would move
 * when they are drawn.
 *
 * This reaches into CodeMirror 6.43 (`viewState`), which has no interface for it. Where that looks different, nothing is
 * told and the estimates stand.
 */
import type { EditorView } from "@codemirror/view";

type HeightMap = {
  readonly length: number;
  readonly height: number;
  updateHeight(oracle: unknown, offset: number, force: boolean, measured: unknown): HeightMap;
};

type Oracle = { setDoc(doc: unknown): unknown; readonly heightSamples: Record<number, boolean> };

type ViewState = { heightMap: HeightMap; readonly heightOracle: Oracle; mustMeasureContent: boolean | string };

type Internals = { readonly viewState: ViewState; measure(flush?: boolean): void };

/** A line height CodeMirror has not met makes it forget all heights: as if every one up to this had been met, in px. */
const TALLEST = 2_000;

function internalsOf(view: EditorView): Internals | null {
  // Checked below, one by one.
  const { viewState, measure } = view as unknown as Partial<Internals>;
  const isKnown =
    typeof measure === "function" &&
    typeof viewState?.heightMap?.updateHeight === "function" &&
    typeof viewState.heightOracle?.setDoc === "function" &&
    typeof viewState.heightOracle.heightSamples === "object";
  return isKnown ? (view as unknown as Internals) : null;
}

/** `heights` has one for every line and every block drawn as a whole, in order; true where they were taken. */
export function seedHeights(view: EditorView, heights: readonly number[]): boolean {
  const internals = internalsOf(view);
  if (!internals) {
    view.requestMeasure();
    return false;
  }
  internals.measure();
  const fits = heights.length > 0 && heights.length === countBlocks(view);
  if (fits) {
    const { viewState } = internals;
    const measured = {
      from: 0,
      heights,
      index: 0,
      get more() {
        return this.index < this.heights.length;
      },
    };
    const oracle = viewState.heightOracle.setDoc(view.state.doc);
    viewState.heightMap = viewState.heightMap.updateHeight(oracle, 0, false, measured);
    for (let tenth = 0; tenth < TALLEST * 10; tenth++) viewState.heightOracle.heightSamples[tenth] = true;
    viewState.mustMeasureContent = true;
  }
  internals.measure();
  view.dispatch({});
  return fits;
}

/** Looks at the page as it is now, not in the next frame: what is under a point of the screen is right from here on. */
export const measureNow = (view: EditorView): void => internalsOf(view)?.measure();

/** Lines and widgets as CodeMirror counts them. */
function countBlocks(view: EditorView): number {
  let count = 0;
  for (let at = 0; at <= view.state.doc.length; count++) at = view.lineBlockAt(at).to + 1;
  return count;
}
