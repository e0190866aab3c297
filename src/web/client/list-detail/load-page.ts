/** Loads pages for previews, and keeps a few of them, so that going back and forth in a list sends no requests. */
import type * as z from "zod";
import type { Breadcrumb, PageWithMessages } from "../../../features/pages/contract.ts";
import { call, path } from "../api/api.ts";

export type PreviewedPage = {
  readonly page: PageWithMessages;
  /** From the drive's root to the page. */
  readonly crumbs: readonly z.infer<typeof Breadcrumb>[];
};

const KEPT_MS = 60_000;
const MAX_PAGES = 12;

type Kept = { readonly at: number; readonly loading: Promise<PreviewedPage>; loaded: PreviewedPage | null };

const kept = new Map<string, Kept>();

const knownPage = (id: string): Kept | null => {
  const known = kept.get(id);
  return known && Date.now() - known.at < KEPT_MS ? known : null;
};

/** The page, if it was loaded a moment ago. */
export const loadedPage = (id: string): PreviewedPage | null => knownPage(id)?.loaded ?? null;

export function loadPage(id: string): Promise<PreviewedPage> {
  const known = knownPage(id);
  if (known) return known.loading;
  const loading = Promise.all([
    call<PageWithMessages>("GET", path`/api/pages/${id}`),
    call<z.infer<typeof Breadcrumb>[]>("GET", path`/api/pages/${id}/breadcrumbs`),
  ]).then(([page, crumbs]) => (entry.loaded = { page, crumbs }));
  const entry: Kept = { at: Date.now(), loading, loaded: null };
  loading.catch(() => kept.get(id) === entry && kept.delete(id));
  kept.delete(id);
  kept.set(id, entry);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_PAGES) break;
    kept.delete(oldest);
  }
  return loading;
}

/** The texts may have changed, also through the live connection of a page that was open. */
export const forgetPages = (): void => kept.clear();
