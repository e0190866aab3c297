/** A form or list in a layer at a control. Escape, or a press elsewhere, closes it. */
import { type ComponentChildren, render } from "preact";
import { openLayer } from "../ui/layer.ts";

type FormLayer = {
  readonly anchor: Element;
  /** In pixels below the anchor; negative over it. */
  readonly distance?: number;
  readonly minWidth?: number;
  readonly draw: (close: () => void) => ComponentChildren;
  /** A press elsewhere, before the layer closes. */
  readonly pressedElsewhere?: (layer: HTMLElement) => void;
  /** Escape was pressed, and the layer is closed: returns the focus. */
  readonly left: () => void;
};

/** Returns a function that closes the layer. */
export function openFormLayer({ anchor, distance, minWidth, draw, pressedElsewhere, left }: FormLayer): () => void {
  const { element, close: remove } = openLayer("prop-layer", anchor, "bottom-start", distance);
  const outside = new AbortController();
  const close = (): void => {
    if (outside.signal.aborted) return;
    outside.abort();
    render(null, element);
    remove();
  };
  if (minWidth !== undefined) element.style.minWidth = `${Math.round(minWidth)}px`;
  render(draw(close), element);
  const field = element.querySelector<HTMLInputElement>("input:not([type=radio])");
  field?.focus();
  if (field?.type === "text") field.select();
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
    left();
  });
  const press = ({ target }: PointerEvent): void => {
    if (target instanceof Node && element.contains(target)) return;
    pressedElsewhere?.(element);
    close();
  };
  document.addEventListener("pointerdown", press, { signal: outside.signal, capture: true });
  return close;
}
