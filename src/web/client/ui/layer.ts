/** A box above everything else, positioned next to a rectangle: for menus, toolbars and cards. */
import {
  autoUpdate,
  computePosition,
  flip,
  offset,
  type Placement,
  shift,
  type VirtualElement,
} from "@floating-ui/dom";
import { element } from "./dom.ts";

export type Layer = {
  readonly element: HTMLElement;
  /** Moves to a new anchor. */
  readonly follow: (anchor: Element | VirtualElement) => void;
  readonly close: () => void;
};

const EDGE = 8;

/** Shown in the browser's top layer, so that nothing clips it. */
export function openLayer(
  className: string,
  anchor: Element | VirtualElement,
  placement: Placement,
  distance = 6,
): Layer {
  const box = element("div", { class: `card ui-layer ${className}`, popover: "manual" });
  // Within `main`, so that users who navigate by landmarks find it.
  (document.querySelector("main") ?? document.body).append(box);
  box.showPopover();
  const place = async (at: Element | VirtualElement) => {
    const { x, y } = await computePosition(at, box, {
      placement,
      strategy: "fixed",
      middleware: [offset(distance), flip({ padding: EDGE }), shift({ padding: EDGE })],
    });
    box.style.left = `${Math.round(x)}px`;
    box.style.top = `${Math.round(y)}px`;
  };
  const watch = (at: Element | VirtualElement) => autoUpdate(at, box, () => void place(at));
  let stop = watch(anchor);
  return {
    element: box,
    follow: (at) => {
      stop();
      stop = watch(at);
    },
    close: () => {
      stop();
      box.remove();
    },
  };
}
