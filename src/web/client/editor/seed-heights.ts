/**
 * Gives CodeMirror the heights of lines that it has not drawn. It would otherwise estimate them, and everything below would move
 * once they are drawn.
 *
 * This uses internals of CodeMirror 6.43 (`viewState`, `docView`, `observer`), which has no API for it. If they look different,
 * the estimates are left in place.
 */
import type { EditorView } from "@codemirror/view";
import { element } from "../ui/dom.ts";

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
  // Each is checked below.
  const { viewState, docView, observer, measure } = view as unknown as Partial<Internals>;
  const isKnown =
    typeof measure === "function" &&
    typeof docView?.measureTextSize === "function" &&
    typeof observer?.ignore === "function" &&
    typeof viewState?.heightMap?.updateHeight === "function" &&
    typeof viewState.heightOracle?.setDoc === "function";
  return isKnown ? (view as unknown as Internals) : null;
}

/** `heights` has one entry per line and per block widget, in order; returns true if they were applied. */
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
 * CodeMirror does not measure off-screen content, and with estimated heights the document may end above the visible area. The
 * line height would then be measured later, which would discard all seeded heights.
 */
function measureInSight(view: EditorView, internals: Internals, heights: readonly number[]): void {
  const { observer } = internals;
  const { style } = view.contentDOM;
  observer.ignore(() => (style.minHeight = `${heights.reduce((sum, height) => sum + height, 0)}px`));
  internals.measure();
  observer.ignore(() => style.removeProperty("min-height"));
}

/**
 * Measures a line without marks, regardless of what is in view. CodeMirror measures the first short visible line, which may be
 * small print: whenever such a line appears or disappears, it would discard all heights and assume half the height for undrawn
 * lines.
 */
function measurePlainText(view: EditorView, { observer }: Internals): TextSize {
  const line = element("div", { class: "cm-line" }, SAMPLE);
  line.style.cssText = "position: absolute; width: max-content";
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

/** Measures the page now, not in the next frame, so that screen coordinates resolve correctly from here on. */
export const measureNow = (view: EditorView): void => internalsOf(view)?.measure();

/** Number of lines and widgets, as CodeMirror counts them. */
function countBlocks(view: EditorView): number {
  let count = 0;
  for (let at = 0; at <= view.state.doc.length; count++) at = view.lineBlockAt(at).to + 1;
  return count;
}
