/** The title and icon of the open page, as the browser's tab shows them. */
import { tabTitle } from "../../shared/tab-title.ts";
import { find } from "../ui/dom.ts";

export const shownIcon = (): string | null => find("#main [data-view=page]", HTMLElement)?.dataset["icon"] ?? null;

export const showTabTitle = (title: string): void => void (document.title = tabTitle(title, shownIcon()));

export function shownTitle(): string {
  const [before = "", after = ""] = tabTitle("\0", shownIcon()).split("\0");
  return document.title.slice(before.length, -after.length);
}
