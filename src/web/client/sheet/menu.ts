/** The buttons above a sheet that open what may be done with it. */
import { element } from "../dom.ts";

export type Tool = { readonly label: string; readonly run: () => void };

/** `tools` is asked each time the menu opens. `done` takes the focus back before something is done. */
export function menu(id: string, label: string, tools: () => readonly Tool[], done: () => void): HTMLElement {
  const layer = element("div", { id, class: "ui-layer page-more sheet-more", popover: "auto" });
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
  const button = element("button", { type: "button", class: "quiet", popovertarget: id }, label);
  return element("div", { class: "sheet-tools" }, button, layer);
}
