/** The widget that draws the properties of the page, with the component that prints them. */
import { Facet } from "@codemirror/state";
import { type EditorView, type Rect, WidgetType } from "@codemirror/view";
import { h, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { PropertyContext } from "../../../shared/properties/context.ts";
import { PANEL_CLASS } from "../../../shared/properties/front-matter-print.tsx";
import { PropertyRows } from "../../../shared/properties/panel.tsx";
import { element, find } from "../../ui/dom.ts";
import { blockField } from "../block-widgets.ts";
import { editorContext } from "../context.ts";
import { scopeStore, type ScopeStore } from "./scope.ts";

/** Estimated, in pixels; drawn rows are measured. */
const ROW_HEIGHT = 32;

type ContentProps = { readonly text: string; readonly store: ScopeStore; readonly measure: () => void };

function Content({ text, store, measure }: ContentProps) {
  const [scope, setScope] = useState(store.value);
  useEffect(() => store.listen(() => setScope(store.value)), [store]);
  useEffect(measure, [scope]);
  return h(PropertyContext.Provider, { value: scope }, h(PropertyRows, { text }));
}

class PanelWidget extends WidgetType {
  constructor(readonly source: string) {
    super();
  }

  override eq(other: PanelWidget): boolean {
    return other.source === this.source;
  }

  override toDOM(view: EditorView): HTMLElement {
    const dom = element("div", { class: PANEL_CLASS });
    dom.addEventListener("click", (event) => press(view, event.target));
    dom.addEventListener("keydown", (event) => moveFocus(view, event));
    this.#draw(dom, view);
    return dom;
  }

  override updateDOM(dom: HTMLElement, view: EditorView): boolean {
    this.#draw(dom, view);
    return true;
  }

  #draw(dom: HTMLElement, view: EditorView): void {
    const store = view.state.field(scopeStore);
    const measure = (): void => view.requestMeasure();
    render(h(Content, { text: this.source, store, measure }), dom);
  }

  override get estimatedHeight(): number {
    return ROW_HEIGHT * this.source.split("\n").length;
  }

  /** Its fields handle their events; nothing is selected in it. */
  override ignoreEvent(): boolean {
    return true;
  }

  override coordsAt(dom: HTMLElement): Rect {
    const { left, bottom, top } = dom.getBoundingClientRect();
    return { left, right: left, top, bottom };
  }

  override destroy(dom: HTMLElement): void {
    render(null, dom);
  }
}

export const panelBlocks = blockField<PanelWidget>({
  find: (state, node) => (node.name === "FrontMatter" && state.facet(editorContext)?.properties !== null ? node : null),
  draw: (state, { from, to }) => new PanelWidget(state.sliceDoc(from, to)),
  isWidget: (widget) => widget instanceof PanelWidget,
  isUnfinished: ({ selection: { main } }, { from, to }) => main.head > from && main.head <= to,
});

export type PanelAction = "edit" | "check" | "menu" | "add" | "lines";

type Act = (view: EditorView, action: PanelAction, key: string, control: HTMLElement) => void;

/** Runs the action of a pressed control on the property with this key. */
export const panelActions = Facet.define<Act, Act | null>({ combine: ([act = null]) => act });

const actionOf = (control: HTMLElement): PanelAction | null =>
  (["edit", "check", "menu", "add", "lines"] as const).find((each) => each === control.dataset["prop"]) ?? null;

function press(view: EditorView, target: EventTarget | null): void {
  const control = target instanceof Element ? target.closest<HTMLElement>("[data-prop]") : null;
  const action = control && actionOf(control);
  if (!control || action === null || view.state.readOnly) return;
  const key = control.closest<HTMLElement>("[data-key]")?.dataset["key"] ?? "";
  view.state.facet(panelActions)?.(view, action, key, control);
}

const panelOf = (view: EditorView): HTMLElement | null => find(`.${PANEL_CLASS}`, HTMLElement, view.contentDOM);

/** A row's field, or its first control; the buttons below the rows are the last row. */
const rowsIn = (panel: HTMLElement): HTMLElement[] => [...panel.querySelectorAll<HTMLElement>(".prop-row, .prop-foot")];

const controlOf = (row: HTMLElement, isName = false): HTMLElement | null =>
  row.querySelector<HTMLElement>(isName ? "[data-prop=menu]" : "[data-prop]:not([data-prop=menu])") ??
  row.querySelector<HTMLElement>("[data-prop]");

/** Focuses the field of a property, or the last one. Returns false if there is none. */
export function focusField(view: EditorView, key: "last" | { readonly key: string }): boolean {
  const panel = panelOf(view);
  const rows = panel ? [...panel.querySelectorAll<HTMLElement>(".prop-row")] : [];
  const row = key === "last" ? rows.at(-1) : rows.find((each) => each.dataset["key"] === key.key);
  const control = row ? controlOf(row) : (panel?.querySelector<HTMLElement>("[data-prop=add]") ?? null);
  control?.focus();
  return control !== null;
}

/** The page's title is above the panel. */
function focusTitle(view: EditorView): void {
  view.dom.closest("article")?.querySelector<HTMLElement>("[data-title]")?.focus();
}

function moveFocus(view: EditorView, event: KeyboardEvent): void {
  const { key, target } = event;
  const panel = panelOf(view);
  if (!panel || !(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  const row = target.closest<HTMLElement>(".prop-row, .prop-foot");
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (key === "Escape") view.focus();
  else if (step !== undefined && row) {
    const rows = rowsIn(panel);
    const at = rows.indexOf(row) + step;
    const next = rows[at];
    if (next) controlOf(next, target.dataset["prop"] === "menu")?.focus();
    else if (at < 0) focusTitle(view);
    else view.focus();
  } else if ((key === "ArrowLeft" || key === "ArrowRight") && row) {
    const controls = [...row.querySelectorAll<HTMLElement>("[data-prop], a")];
    const isRtl = getComputedStyle(row).direction === "rtl";
    controls[controls.indexOf(target) + ((key === "ArrowRight") === isRtl ? -1 : 1)]?.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
