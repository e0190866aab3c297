/** Shows a new icon in the header of the open page, and in the tab. */
import { render } from "preact";
import { tabTitle } from "../../shared/tab-title.ts";
import { PageHeader } from "../../shared/page-header.tsx";
import { shownIcon, shownTitle } from "../shell/tab-title.ts";
import { find } from "../ui/dom.ts";

export const openPage = (): HTMLElement | null => find("#main [data-view=page]", HTMLElement);

export function showIcon(icon: string | null): void {
  const root = openPage();
  const header = root && find("[data-header]", HTMLElement, root);
  if (!header || icon === shownIcon()) return;
  const title = shownTitle();
  if (icon === null) delete root.dataset["icon"];
  else root.dataset["icon"] = icon;
  document.title = tabTitle(title, icon);
  render(<PageHeader icon={icon} writes={root.hasAttribute("data-can-edit")} />, header);
}
