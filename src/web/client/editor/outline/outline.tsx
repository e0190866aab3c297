/**
 * The outline of a page: an unobtrusive list beside the text where there is room, otherwise behind a button. It marks
 * the heading whose section is on screen.
 */
import { EditorSelection, type Extension } from "@codemirror/state";
import { EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { render } from "preact";
import { headingAt } from "../../../shared/document/fragments.ts";
import { words } from "../../../../words/editor-tools.ts";
import { element } from "../../ui/dom.ts";
import { editorContext } from "../context.ts";
import { currentHeading, depthsOf, type Heading, headingsOf, sameHeadings } from "./headings.ts";

/** Fewer headings than this need no outline. */
const FEWEST = 2;
/** Distance (px) from the top of the window within which a heading counts as reached. */
const REACHED = 96;

/**
 * Near the end of a page, headings can no longer scroll up to the top, so the threshold moves down towards the bottom.
 */
function reachedHeight(): number {
  const { scrollHeight } = document.documentElement;
  const rest = scrollHeight - innerHeight - scrollY;
  if (scrollHeight <= innerHeight || rest >= innerHeight) return REACHED;
  return innerHeight - (Math.max(0, rest) / innerHeight) * (innerHeight - REACHED);
}

type Props = {
  readonly headings: readonly Heading[];
  readonly current: number;
  readonly go: (heading: Heading) => void;
};

function List({ headings, current, go }: Props) {
  const depths = depthsOf(headings);
  return (
    <ul>
      {headings.map((heading, index) => (
        <li key={index} class={`ed-depth-${Math.min(depths[index] ?? 0, 4)}`}>
          <button
            type="button"
            aria-current={index === current ? "location" : undefined}
            title={heading.text}
            onClick={() => go(heading)}
          >
            {heading.text}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Arrow keys move between headings, in addition to Tab. */
function onKey(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const end = { Home: 0, End: -1 }[event.key];
  if (step === undefined && end === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("li button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = end === undefined ? buttons[at + (step ?? 0)] : buttons.at(end);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

const Outline = (props: Props) => (
  <nav class="ed-outline" aria-label={words.outline} onKeyDown={onKey}>
    <div class="ed-outline-list">
      <List {...props} />
    </div>
    <button type="button" class="quiet ed-outline-open" popovertarget="ed-outline-popover">
      {words.outline}
    </button>
    <div id="ed-outline-popover" popover="auto" class="card ed-outline-popover">
      <List {...props} />
    </div>
  </nav>
);

/** In pixels from the top of the window: the target heading must be below the app bar. */
const BELOW_BAR = 88;

function goTo(view: EditorView, { from }: Heading): void {
  view.dispatch({
    selection: EditorSelection.cursor(view.state.doc.lineAt(from).to),
    effects: EditorView.scrollIntoView(from, { y: "start", yMargin: BELOW_BAR }),
  });
  view.dom.querySelector<HTMLElement>("#ed-outline-popover")?.hidePopover();
  view.focus();
}

class OutlineView implements PluginValue {
  readonly #view: EditorView;
  readonly #dom = element("div", { class: "ed-outline-place" });
  #headings: readonly (Heading & { from: number })[] = [];
  #current = -1;
  #frame = 0;
  #idle = 0;

  constructor(view: EditorView) {
    this.#view = view;
    view.dom.append(this.#dom);
    addEventListener("scroll", this.#onScroll, { passive: true, capture: true });
    addEventListener("hashchange", this.#onFragment);
    this.#later();
  }

  update({ changes, docChanged, geometryChanged }: ViewUpdate): void {
    if (docChanged) {
      // Until the headings are read again, keep the listed ones pointing to their new positions.
      for (const heading of this.#headings) heading.from = changes.mapPos(heading.from);
      this.#later();
    } else if (geometryChanged) this.#onScroll();
  }

  destroy(): void {
    removeEventListener("scroll", this.#onScroll, { capture: true });
    removeEventListener("hashchange", this.#onFragment);
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#idle);
    render(null, this.#dom);
    this.#dom.remove();
  }

  /** Deferred until typing pauses, so that it does not delay keystrokes. */
  #later(): void {
    clearTimeout(this.#idle);
    this.#idle = window.setTimeout(() => {
      const headings = headingsOf(this.#view.state);
      if (sameHeadings(headings, this.#headings)) return;
      // The print was replaced before the browser could scroll to the URL's fragment.
      if (this.#headings.length === 0 && scrollY === 0) this.#onFragment();
      this.#headings = headings.map((each) => ({ ...each }));
      this.#draw();
    }, 200);
  }

  readonly #onScroll = (): void => {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      if (this.#findCurrent() !== this.#current) this.#draw();
    });
  };

  /** Handles a link to a place on the same page. */
  readonly #onFragment = (): void => {
    const headings = headingsOf(this.#view.state);
    const heading = headings[headingAt(location.hash, headings.map(({ text }) => text))]; // oxfmt-ignore
    if (heading) goTo(this.#view, heading);
  };

  #findCurrent(): number {
    const top = reachedHeight() - this.#view.documentTop;
    if (top < 0) return -1;
    return currentHeading(this.#headings, this.#view.lineBlockAtHeight(top).from);
  }

  #draw(): void {
    this.#current = this.#findCurrent();
    const go = (heading: Heading): void => goTo(this.#view, heading);
    const shown =
      this.#headings.length < FEWEST ? null : <Outline headings={this.#headings} current={this.#current} go={go} />;
    render(shown, this.#dom);
  }
}

/** Focuses the outline if it is shown beside the text, otherwise opens it. */
export function focusOutline(view: EditorView): boolean {
  const outline = view.dom.querySelector(".ed-outline");
  if (outline === null) {
    view.state.facet(editorContext)?.announce(words.noOutline);
    return true;
  }
  const popover = outline.querySelector<HTMLElement>(".ed-outline-popover");
  const isNarrow = outline.querySelector<HTMLElement>(".ed-outline-open")?.checkVisibility() ?? false;
  if (isNarrow) popover?.showPopover();
  const list = isNarrow ? popover : outline.querySelector(".ed-outline-list");
  const marked = list?.querySelector<HTMLElement>("[aria-current]") ?? list?.querySelector<HTMLElement>("button");
  marked?.focus();
  return true;
}

export const outline = (): Extension => ViewPlugin.fromClass(OutlineView);
