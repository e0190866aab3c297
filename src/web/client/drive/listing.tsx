/** Adds newly created pages to the shown list and to the tree. */
import { render } from "preact";
import type { PageSummary } from "../../../features/pages/contract.ts";
import type { FileRecord } from "../../../features/files/contract.ts";
import { words as frame } from "../../../words/frame.ts";
import { PageLink } from "../../shared/page-link.tsx";
import { element, find } from "../ui/dom.ts";
import { addToTree } from "../shell/side.tsx";

/** Lists the FILE page of an uploaded file under `parentId`; `root` is the view that lists the children of `shown`. */
export function listFile(
  root: HTMLElement,
  { pageId, filename }: FileRecord,
  parentId: string | null,
  shown: string | null,
): void {
  const now = new Date().toISOString();
  const page = {
    id: pageId,
    title: filename,
    icon: null,
    type: "FILE",
    driveId: root.dataset["drive"] ?? "",
    parentId,
    // After all existing pages.
    position: Number.MAX_SAFE_INTEGER,
    hasChildren: false,
    createdAt: now,
    updatedAt: now,
  } as const;
  listPage(root, page, shown);
}

export function listPage(root: HTMLElement, page: PageSummary, shown: string | null): void {
  addToTree(page);
  if (page.parentId !== shown) return;
  const rows = find("[data-rows]", HTMLUListElement, root);
  const row = element("li", { class: "fresh" });
  render(<PageLink page={page} now={Date.now()} />, row);
  rows?.append(row);
  rows?.closest("section")?.removeAttribute("hidden");
  find("[data-none]", HTMLElement, root)?.remove();
  // An empty list offers its first page with other controls and words.
  find("[data-make]", HTMLElement, root)?.removeAttribute("hidden");
  find("[data-make] [data-open-new-page]", HTMLButtonElement, root)?.replaceChildren(frame.newPage);
}
