/** Gives a page another title; resolves to the title that it has then. */
import type { Page } from "../../features/pages/contract.ts";
import { call, path } from "./api.ts";
import { renamePending } from "./pending-pages/make.ts";

/** A page that waits to be created is renamed where it waits. */
export async function renamePage(root: HTMLElement, id: string, title: string): Promise<string> {
  const isPending = root.hasAttribute("data-pending") && (await renamePending(root.dataset["user"] ?? "", id, title));
  return isPending ? title : (await call<Page>("PATCH", path`/api/pages/${id}`, { title })).title;
}
