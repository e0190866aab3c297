/** A menu button above a sheet. */
import { iconClass } from "../../shared/icon-names.ts";
import { element } from "../ui/dom.ts";

export type Tool = { readonly label: string; readonly run: () => void };

/** `tools` is called each time the menu opens. `done` restores the focus before a tool runs. */
export function menu(id: string, label: string, tools: () => readonly Tool[], done: () => void): HTMLElement {
  const layer = element("div", { id, class: "card ui-layer page-more sheet-more", popover: "auto" });
  layer.addEventListener("beforetoggle", () =>
    layer.replaceChildren(
      ...tools().map((tool) => {
        const onclick = (): void => {
          layer.hidePopover();
          done();
          tool.run();
        };
        return element("button", { type: "button", onclick }, tool.label);
      }),
    ),
  );
  const button = element(
    "button",
    { type: "button", class: "quiet", popovertarget: id },
    label,
    element("span", { class: iconClass("chevron-down") }),
  );
  return element("div", { class: "sheet-tools" }, button, layer);
}
