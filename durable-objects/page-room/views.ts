/** The page view in the response to an edit, read by the batch that commits it. */
import type { EditView } from "../../src/rpc/page-room.ts";
import { loadPageWithChildren, loadPage, type PageWithChildren } from "../../src/features/pages/index.ts";
import type { LoadedPage } from "../../src/features/pages/contract.ts";

export const VIEWS = { page: loadPage, "page-and-children": loadPageWithChildren } as const;

/** The result of the query after the writes, if there was one. */
export function viewOf([read]: readonly unknown[]): EditView | null {
  if (!read) return null;
  // One of VIEWS.
  const { children = [], ...page } = read as LoadedPage & Partial<PageWithChildren>;
  return { page, children };
}
