/**
 * Tells CodeMirror the heights of lines that it has not drawn. It would estimate them, and everything below would move
 * when they are drawn.
 *
 * This reaches into CodeMirror 6.43 (`viewState`, `docView`, `observer`), which has no interface for it. Where that looks different, nothing is
 * told and the estimates stand.
 */
import type { EditorView } from "@codemirror/view";

type HeightMap = {
  readonly length: number;
  readonly height: number;
  updateHeight(oracle: unknown, offset: number, force: boolean, measured: unknown): HeightMap;
};

type Oracle = { setDoc(doc: unknown): unknown };

type ViewState = { heightMap: HeightMap; readonly heightOracle: Oracle; mustMeasureContent: boolean | string };

type TextSize = { readonly lineHeight: number; readonly charWidth: number; readonly textHeight: number };

type Internals = {
  readonly viewState: ViewState;
  readonly docView: { measureTextSize: () => TextSize };
  readonly observer: { ignore(change: () => unknown): void };
  measure(flush?: boolean): void;
};

const SAMPLE = "abc def ghi jkl mno pqr stu";

function internalsOf(view: EditorView): Internals | null {
  // Checked below, one by one.
  const { viewState, docView, observer, measure } = view as unknown as Partial<Internals>;
  const isKnown =
    typeof measure === "function" &&
    typeof docView?.measureTextSize === "function" &&
    typeof observer?.ignore === "function" &&
    typeof viewState?.heightMap?.updateHeight === "function" &&
    typeof viewState.heightOracle?.setDoc === "function";
  return isKnown ? (view as unknown as Internals) : null;
}

/** `heights` has one for every line and every block drawn as a whole, in order; true where they were taken. */
export function seedHeights(view: EditorView, heights: readonly number[]): boolean {
  const internals = internalsOf(view);
  if (!internals) {
    view.requestMeasure();
    return false;
  }
  internals.docView.measureTextSize = () => measurePlainText(view, internals);
  measureInSight(view, internals, heights);
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
    viewState.mustMeasureContent = true;
  }
  internals.measure();
  view.dispatch({});
  return fits;
}

/**
 * What is above or below the window is not measured: where the reader is far down, the estimated height ends above that. The
 * height of a line would be measured later, and all heights that were told would be forgotten then.
 */
function measureInSight(view: EditorView, internals: Internals, heights: readonly number[]): void {
  const { observer } = internals;
  const { style } = view.contentDOM;
  observer.ignore(() => (style.minHeight = `${heights.reduce((sum, height) => sum + height, 0)}px`));
  internals.measure();
  observer.ignore(() => style.removeProperty("min-height"));
}

/**
 * Of a line without marks, whatever is in view. CodeMirror takes the first short line there, which may be small print: it
 * would forget all heights, and take lines it has not drawn for half as high, each time such a line comes or goes.
 */
function measurePlainText(view: EditorView, { observer }: Internals): TextSize {
  const line = document.createElement("div");
  line.className = "cm-line";
  line.style.cssText = "position: absolute; width: max-content";
  line.textContent = SAMPLE;
  const range = document.createRange();
  let [lineHeight, width, textHeight] = [0, 0, 0];
  observer.ignore(() => {
    view.contentDOM.append(line);
    range.selectNodeContents(line);
    lineHeight = line.getBoundingClientRect().height;
    ({ width, height: textHeight } = range.getBoundingClientRect());
    line.remove();
  });
  return { lineHeight, charWidth: width / SAMPLE.length, textHeight };
}

/** Looks at the page as it is now, not in the next frame: what is under a point of the screen is right from here on. */
export const measureNow = (view: EditorView): void => internalsOf(view)?.measure();

/** Lines and widgets as CodeMirror counts them. */
function countBlocks(view: EditorView): number {
  let count = 0;
  for (let at = 0; at <= view.state.doc.length; count++) at = view.lineBlockAt(at).to + 1;
  return count;
}
