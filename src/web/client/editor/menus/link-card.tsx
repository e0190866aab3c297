/** The card of a link: its address, the title of the page, and actions. */
import { type Extension, MapMode, Prec } from "@codemirror/state";
import { type Command, type EditorView, keymap, type PluginValue, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { render } from "preact";
import { type Layer, openLayer } from "../../ui/layer.ts";
import {
  completeAddress,
  editLink,
  insertLink,
  type LinkFound,
  linkAt,
  linkOver,
  linkSpan,
  openable,
  pageIdOf,
  removeLink,
} from "../commands/links.ts";
import { focusControl, rove } from "../../ui/roving.ts";
import { words } from "../../../../words/editor-tools.ts";
import { editorContext } from "../context.ts";
import { LinkForm, LinkView } from "./link-parts.tsx";
import { afterUpdate, anchorAt } from "./typing.ts";

/** In ms: how long the pointer must rest on a link before its card opens, or be away before it closes. */
const REST_MS = 350;

type Shown = {
  readonly from: number;
  readonly to: number;
  readonly why: "caret" | "pointer" | "form";
  /** The link was deleted by another user. */
  readonly isGone?: boolean;
};

function openLink(view: EditorView, pos: number | null): boolean {
  const address = pos === null ? null : openable(linkAt(view.state, pos)?.address ?? "");
  const context = view.state.facet(editorContext);
  if (address === null || context === null) return false;
  context.open(address);
  return true;
}

class LinkCard implements PluginValue {
  readonly #view: EditorView;
  #layer: Layer | null = null;
  #shown: Shown | null = null;
  #dismissedAt = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = new AbortController();
  readonly #later = afterUpdate(() => this.#followCaret());

  constructor(view: EditorView) {
    this.#view = view;
  }

  update(update: ViewUpdate): void {
    const { changes, docChanged, selectionSet } = update;
    if (docChanged && this.#shown) {
      const { from, to, why } = this.#shown;
      if (why !== "form" && changes.touchesRange(from, to)) return this.#close();
      const isGone = this.#shown.isGone === true || changes.mapPos(from, 1, MapMode.TrackAfter) === null;
      this.#shown = { from: changes.mapPos(from, 1), to: changes.mapPos(to, -1), why, isGone };
    } else if (update.transactions.some((each) => each.isUserEvent("input"))) clearTimeout(this.#timer);
    if (selectionSet || update.focusChanged) this.#later.request();
  }

  #followCaret(): void {
    if (this.#shown?.why === "form") return;
    const { head, empty } = this.#view.state.selection.main;
    const link = empty && this.#view.hasFocus ? this.#linkInside(head) : null;
    if (link !== null) {
      if (link.from !== this.#dismissedAt) this.#show(link, "caret");
      return;
    }
    this.#dismissedAt = -1;
    const isInCard = this.#layer?.element.contains(document.activeElement) ?? false;
    if (this.#shown?.why === "caret" && !isInCard) this.#close();
  }

  /** Not if the caret is only next to a link, where the user may continue typing. */
  #linkInside(pos: number): LinkFound | null {
    const link = linkAt(this.#view.state, pos);
    return link && link.from < pos && pos < link.to && !this.#isPerson(link) ? link : null;
  }

  #isPerson(link: LinkFound): boolean {
    return link.kind === "mention" && pageIdOf(link.address) === null;
  }

  #show(link: LinkFound, why: Shown["why"]): void {
    if (this.#shown?.from === link.from && this.#shown.why === why) return;
    this.#close();
    this.#shown = { from: link.from, to: link.label.to, why };
    const view = this.#view;
    const layer = this.#openLayer(() => [this.#shown?.from ?? 0, this.#shown?.to ?? 0]);
    const draw = (page: { title: string; excerpt: string } | null) =>
      render(
        <LinkView
          address={link.address}
          page={page}
          canEdit={!view.state.readOnly}
          isFixed={link.kind === "mention" || link.kind === "reference"}
          open={this.#opener(link)}
          edit={() => this.edit(this.#shownLink())}
          copy={() => void this.#copy(link)}
          remove={() => {
            const now = this.#shownLink();
            this.#close();
            if (now) view.dispatch(removeLink(view.state, now));
            view.focus();
          }}
        />,
        layer.element,
      );
    draw(null);
    void this.#describe(link, draw);
  }

  /** The current state of the displayed link; null if it was deleted. */
  #shownLink(): LinkFound | null {
    const shown = this.#shown;
    return shown === null || shown.isGone === true ? null : linkAt(this.#view.state, shown.from + 1);
  }

  #opener(link: LinkFound): (() => void) | null {
    const address = openable(link.address);
    const context = this.#view.state.facet(editorContext);
    return address === null || context === null ? null : () => context.open(address);
  }

  async #describe(link: LinkFound, draw: (page: { title: string; excerpt: string } | null) => void): Promise<void> {
    const id = pageIdOf(link.address);
    const context = this.#view.state.facet(editorContext);
    if (id === null || context === null) return;
    const { signal } = this.#asking;
    // A page without a description is treated like any other link.
    const page = await context.describePage(id, signal).catch(() => null);
    if (page && !signal.aborted) draw(page);
  }

  async #copy(link: LinkFound): Promise<void> {
    const context = this.#view.state.facet(editorContext);
    try {
      await navigator.clipboard.writeText(new URL(openable(link.address) ?? link.address, location.href).href);
      context?.announce(words.linkCopied);
    } catch (error) {
      context?.showError(error);
    }
  }

  /** Shows a form for an existing link, or for a new one at the selection. */
  edit(link: LinkFound | null): void {
    this.#close();
    const view = this.#view;
    const { from, to } = view.state.selection.main;
    const span = link ?? linkSpan(view.state) ?? { from, to };
    this.#shown = { from: span.from, to: link ? link.label.to : span.to, why: "form" };
    const layer = this.#openLayer(() => [this.#shown?.from ?? 0, this.#shown?.to ?? 0]);
    const label = link ? view.state.doc.sliceString(link.label.from, link.label.to) : null;
    const isNewText = link === null && linkSpan(view.state) === null;
    render(
      <LinkForm
        address={link?.address ?? ""}
        text={label ?? (isNewText ? "" : null)}
        save={(text, typed) => {
          const address = typed === link?.address ? typed : completeAddress(typed);
          const now = link && this.#shownLink();
          const change = text === label ? null : text;
          const spec = now
            ? editLink(now, change, address)
            : ((link ? null : linkOver(view.state, address)) ??
              insertLink(view.state, text === null || text === "" ? address : text, address));
          this.#close();
          if (spec) view.dispatch(spec);
          view.focus();
        }}
        cancel={() => {
          this.#close();
          view.focus();
        }}
      />,
      layer.element,
    );
    layer.element.querySelector("input")?.focus();
  }

  #openLayer(range: () => readonly [number, number]): Layer {
    const layer = openLayer("ed-card", anchorAt(this.#view, range), "bottom-start");
    layer.element.addEventListener("pointerenter", () => clearTimeout(this.#timer));
    layer.element.addEventListener("pointerleave", () => this.leave());
    layer.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.preventDefault();
        this.dismiss();
        this.#view.focus();
      } else if (this.#shown?.why !== "form") rove(event, layer.element, "horizontal");
    });
    this.#layer = layer;
    return layer;
  }

  hover(event: MouseEvent): void {
    clearTimeout(this.#timer);
    if (this.#shown && this.#shown.why !== "pointer") return;
    const isText = event.target instanceof Element && event.target.closest(".cm-line") !== null && event.buttons === 0;
    const pos = isText ? this.#view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
    const link = pos === null ? null : linkAt(this.#view.state, pos);
    if (link && !this.#isPerson(link)) this.#timer = setTimeout(() => this.#show(link, "pointer"), REST_MS);
    else this.leave();
  }

  leave(): void {
    clearTimeout(this.#timer);
    if (this.#shown?.why === "pointer") this.#timer = setTimeout(() => this.#close(), REST_MS);
  }

  focus(): boolean {
    const layer = this.#layer;
    if (layer) focusControl(layer.element, 0);
    return layer !== null;
  }

  dismiss(): boolean {
    if (this.#shown === null) return false;
    this.#dismissedAt = this.#shown.from;
    this.#close();
    return true;
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#asking.abort();
    this.#asking = new AbortController();
    this.#shown = null;
    const layer = this.#layer;
    this.#layer = null;
    if (layer === null) return;
    render(null, layer.element);
    layer.close();
  }

  destroy(): void {
    this.#later.cancel();
    this.#close();
  }
}

const plugin = ViewPlugin.fromClass(LinkCard, {
  eventHandlers: {
    mousemove(event) {
      this.hover(event);
    },
    mouseleave() {
      this.leave();
    },
    mousedown(event, view) {
      if (!(event.metaKey || event.ctrlKey) || event.button !== 0) return false;
      return openLink(view, view.posAtCoords({ x: event.clientX, y: event.clientY }));
    },
  },
});

/** Edits the link at the caret, or adds one for the selection. With neither, the key is passed on. */
export function editLinkAtSelection(view: EditorView): boolean {
  const card = view.plugin(plugin);
  if (!card || view.state.readOnly) return false;
  const link = linkAt(view.state, view.state.selection.main.from);
  if (!link && view.state.selection.main.empty) return false;
  card.edit(link && link.kind !== "mention" && link.kind !== "reference" ? link : null);
  return true;
}

export const openLinkAtCaret: Command = (view) => openLink(view, view.state.selection.main.head);

export const linkCard = (): Extension => [
  plugin,
  Prec.high(
    keymap.of([
      { key: "Alt-F10", run: (view) => view.plugin(plugin)?.focus() ?? false },
      { key: "Escape", run: (view) => view.plugin(plugin)?.dismiss() ?? false },
    ]),
  ),
];
