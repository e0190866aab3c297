/** The editor of a page's text. */
import { StateEffect } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { lightMarks, marksIn, showMarks, threadMarks } from "./editor-marks.ts";
import { addTo, lookOf, type Look, removeHighlights, setHighlights } from "./highlights.ts";
import { PrintedText } from "./printed-text.ts";
import {
  type Lit,
  type Mark,
  markAt,
  quoteTarget,
  type Selected,
  type Surface,
  type SurfaceEvents,
} from "./surface.ts";

/** Editors that have the marks; an extension cannot be removed once it is appended. */
const prepared = new WeakMap<EditorView, { events: SurfaceEvents | null }>();

export class EditorSurface implements Surface {
  readonly #view: EditorView;
  readonly #slot: { events: SurfaceEvents | null };
  /** Saves what was typed, so that the room has the words of a new comment. */
  readonly #save: () => Promise<void>;
  #lit: Lit = { active: null, hovered: null };

  constructor(view: EditorView, save: () => Promise<void>, events: SurfaceEvents) {
    this.#view = view;
    this.#save = save;
    let slot = prepared.get(view);
    if (!slot) {
      slot = { events };
      prepared.set(view, slot);
      view.dispatch({ effects: StateEffect.appendConfig.of([threadMarks, listeners(slot)]) });
    }
    slot.events = events;
    this.#slot = slot;
  }

  get element(): HTMLElement {
    return this.#view.dom;
  }

  get marks(): readonly Mark[] {
    return marksIn(this.#view);
  }

  mark(marks: readonly Mark[]): void {
    showMarks(this.#view, marks);
    this.#paintTables();
  }

  light(lit: Lit): void {
    if (lit.active === this.#lit.active && lit.hovered === this.#lit.hovered) return;
    this.#lit = lit;
    lightMarks(this.#view, lit);
    this.#paintTables();
  }

  top({ from }: Mark): number | null {
    const view = this.#view;
    if (!view.dom.checkVisibility()) return null;
    const at = Math.min(from, view.state.doc.length);
    return view.coordsAtPos(at, 1)?.top ?? view.documentTop + view.lineBlockAt(at).top;
  }

  reveal({ from }: Mark): void {
    this.#view.dispatch({
      effects: EditorView.scrollIntoView(Math.min(from, this.#view.state.doc.length), { y: "center" }),
    });
  }

  selected(): Selected | null {
    const { state } = this.#view;
    const { from, to, empty } = state.selection.main;
    const found = empty ? null : quoteTarget(state.sliceDoc(), from, to);
    if (!found) return null;
    return {
      ...found,
      cells: null,
      target: async () => {
        await this.#save();
        return found.target();
      },
    };
  }

  focus(mark: Mark | null): void {
    const view = this.#view;
    if (mark) view.dispatch({ selection: { anchor: Math.min(mark.from, view.state.doc.length) } });
    view.focus();
  }

  /** Call this when the editor has drawn: tables are elements of their own, without the editor's decorations. */
  drawn(): void {
    this.#paintTables();
  }

  end(): void {
    this.#slot.events = null;
    removeHighlights(this);
    if (this.#view.dom.isConnected) showMarks(this.#view, []);
  }

  #paintTables(): void {
    const ranges = new Map<Look, Range[]>();
    const { marks } = this;
    if (marks.length > 0)
      for (const table of this.#view.contentDOM.querySelectorAll<HTMLElement>(":scope .md-tw")) {
        const rows = table.querySelectorAll("tr").length;
        const { doc } = this.#view.state;
        const first = doc.lineAt(this.#view.posAtDOM(table));
        const last = doc.line(Math.min(doc.lines, first.number + rows));
        const within = marks.filter(({ from, to }) => from < last.to && to > first.from);
        if (within.length === 0) continue;
        const printed = new PrintedText(table, doc.sliceString(first.from, last.to), first.from);
        for (const mark of within) {
          const range = printed.rangeOf(Math.max(mark.from, first.from), Math.min(mark.to, last.to));
          if (!range) continue;
          addTo(ranges, lookOf(mark), range);
          if (mark.id === this.#lit.active || mark.id === this.#lit.hovered) addTo(ranges, "lit", range);
        }
      }
    setHighlights(this, ranges);
  }
}

const listeners = (slot: { readonly events: SurfaceEvents | null }) => [
  EditorView.updateListener.of(({ view, docChanged, geometryChanged, selectionSet, transactions }) => {
    const { events } = slot;
    if (!events) return;
    if (docChanged || geometryChanged) events.moved();
    const isOwn = selectionSet && transactions.some((each) => each.isUserEvent("select"));
    if (isOwn && view.hasFocus) events.caretOn(markAt(marksIn(view), view.state.selection.main.head)?.id ?? null);
  }),
  EditorView.domEventHandlers({
    click(event, view) {
      const pressed = event.target instanceof Element && event.target.closest("[data-thread-mark], .md-tw");
      if (!pressed || !view.state.selection.main.empty || event.target.closest("a")) return;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      const mark = at === null ? null : markAt(marksIn(view), at);
      if (mark) slot.events?.pressed(mark.id);
    },
    mouseover(event, view) {
      const over = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-thread-mark]") : null;
      const at = over ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
      const mark = at === null ? null : markAt(marksIn(view), at);
      slot.events?.hovered(mark?.id ?? over?.dataset["threadMark"] ?? null);
    },
    mouseleave() {
      slot.events?.hovered(null);
    },
  }),
];
