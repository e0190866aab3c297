/** View options: applied at once, and stored in a cookie, with which the Worker prints the next view. */
import type { WrittenDocument } from "../document/document-page.ts";
import { find } from "../ui/dom.ts";
import { forgetViews } from "../shell/fetched-views.ts";

const YEAR = 365 * 24 * 60 * 60;

function keep(name: string, value: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
  // Cached views were printed with the old option.
  forgetViews();
}

export function showFolderAs(root: HTMLElement, view: string): void {
  const rows = find("[data-rows]", HTMLElement, root);
  if (rows) rows.dataset["show"] = view;
  for (const button of root.querySelectorAll<HTMLElement>("[data-act=show-folder]"))
    button.setAttribute("aria-pressed", String(button.dataset["show"] === view));
  keep("folder-view", view);
}

export const showTasksAs = (layout: string): void => keep("task-view", layout);

export function wrapCode(root: HTMLElement, button: HTMLElement, written: WrittenDocument | null): void {
  const wraps = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(wraps));
  find("[data-doc]", HTMLElement, root)?.classList.toggle("wraps", wraps);
  void written?.editor.then((editor) => editor.requestMeasure());
  keep("code-lines", wraps ? "wrapped" : "whole");
}
