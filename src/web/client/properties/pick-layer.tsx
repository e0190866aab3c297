/** A list of choices in a layer at a button. */
import { render } from "preact";
import { words } from "../../../words/properties.ts";
import { openLayer } from "../ui/layer.ts";
import { type Choice, PickList } from "./pick-list.tsx";

type Offered = {
  readonly label: string;
  readonly find: (typed: string) => readonly Choice[];
  readonly isMany: boolean;
};

export function openPickList(anchor: HTMLElement, { label, find, isMany }: Offered): void {
  const layer = openLayer("prop-layer", anchor, "bottom-start");
  const outside = new AbortController();
  const close = (): void => {
    outside.abort();
    render(null, layer.element);
    layer.close();
  };
  const leave = (): void => {
    close();
    anchor.focus();
  };
  render(
    <PickList label={label} placeholder={words.findProperty} find={find} isMany={isMany} close={leave} />,
    layer.element,
  );
  layer.element.querySelector("input")?.focus();
  layer.element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  });
  document.addEventListener(
    "pointerdown",
    ({ target }) => target instanceof Node && !layer.element.contains(target) && close(),
    { signal: outside.signal, capture: true },
  );
}
