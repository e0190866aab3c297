/** A list of choices in a layer at a button. */
import { words } from "../../../words/properties.ts";
import { openFormLayer } from "./form-layer.ts";
import { type Choice, PickList } from "./pick-list.tsx";

type Offered = { readonly label: string; readonly find: (typed: string) => readonly Choice[] };

/** Several choices can be on. */
export function openPickList(anchor: HTMLElement, { label, find }: Offered): void {
  openFormLayer({
    anchor,
    draw: (close) => <PickList label={label} placeholder={words.findProperty} find={find} isMany close={close} />,
    left: () => anchor.focus(),
  });
}
