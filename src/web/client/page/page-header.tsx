/** Shows a new icon or cover in the header of the open page. */
import { render } from "preact";
import { PAGE_TYPES } from "../../../kernel/page-type.ts";
import { PageIcon } from "../../shared/icons.tsx";
import { tabTitle } from "../../shared/tab-title.ts";
import { type Appearance, PageHeader } from "../../shared/page-header.tsx";
import { shownIcon, shownTitle } from "../shell/tab-title.ts";
import { find } from "../ui/dom.ts";

export const openPage = (): HTMLElement | null => find("#main [data-view=page]", HTMLElement);

export const shownCover = (): string | null => openPage()?.dataset["cover"] ?? null;

/** A field that is left out stays as it is. */
export function showAppearance({ icon = shownIcon(), cover = shownCover() }: Partial<Appearance>): void {
  const root = openPage();
  const header = root && find("[data-header]", HTMLElement, root);
  if (!header || (icon === shownIcon() && cover === shownCover())) return;
  const title = shownTitle();
  for (const [name, value] of Object.entries({ icon, cover }))
    if (value === null) delete root.dataset[name];
    else root.dataset[name] = value;
  document.title = tabTitle(title, icon);
  const crumb = find("[data-crumb-icon]", HTMLElement, root);
  const type = PAGE_TYPES.find((each) => each === root.dataset["type"]);
  if (crumb && type) render(<PageIcon type={type} icon={icon} />, crumb);
  const writes = root.hasAttribute("data-can-edit");
  render(<PageHeader {...{ icon, cover, writes }} hasProperties={type === "DOCUMENT"} />, header);
}
