/** Renames a page; resolves to its new title. */
import type { Page } from "../../../features/pages/contract.ts";
import { call, path } from "../api/api.ts";
import { renamePending } from "../offline/pending-pages/make.ts";

/** A pending page is renamed on this device. */
export async function renamePage(root: HTMLElement, id: string, title: string): Promise<string> {
  const isPending = root.hasAttribute("data-pending") && (await renamePending(root.dataset["user"] ?? "", id, title));
  return isPending ? title : (await call<Page>("PATCH", path`/api/pages/${id}`, { title })).title;
}
