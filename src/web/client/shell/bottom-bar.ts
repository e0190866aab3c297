/** The parts of the bottom bar that change: the number of unread notifications, the open view, and whether pages can be created. */
import { effect } from "@preact/signals";
import { shownCount } from "../../shared/sidebar/side.tsx";
import { view } from "../tree/state.ts";
import { find } from "../ui/dom.ts";

export function startBottomBar(): void {
  const bar = find(".bar", HTMLElement);
  const count = bar && find(".count", HTMLElement, bar);
  const shown = count && find("[data-unread-count]", HTMLElement, count);
  const create = bar && find("[data-open-new-page]", HTMLElement, bar);
  if (!count || !shown || !create) return;
  effect(() => {
    const unread = view.value?.unread ?? 0;
    count.hidden = unread === 0;
    shown.textContent = shownCount(unread);
    create.hidden = view.value?.drive?.mayCreate !== true;
    for (const link of bar.querySelectorAll("a"))
      if (link.pathname === `/${view.value?.here ?? ""}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
  });
}
