/** Links to pages that an agent's answer involved, with the titles that this reader may see. */
import { useEffect, useState } from "preact/hooks";
import type { DetectedPaths, PageReference } from "../../../features/mcp/references/contract.ts";
import { PageIcon } from "../../shared/icons.tsx";
import { words } from "../../../words/answer.ts";
import { call } from "../api/api.ts";
import { showError } from "../ui/notice.ts";

/** Ids per text, and texts per request, as the service allows. */
const IDS_PER_TEXT = 50;
const TEXTS = 2;

/** Looks up titles in groups, each page once. */
export class PageTitles {
  /** Null for a page that the reader may not see, or that does not exist. */
  readonly #known = new Map<string, PageReference | null>();
  #wanted = new Set<string>();
  #looking: Promise<void> | null = null;

  /** Undefined until it has been looked up. */
  get(id: string): PageReference | null | undefined {
    return this.#known.get(id);
  }

  async load(ids: readonly string[]): Promise<void> {
    for (const id of ids) if (!this.#known.has(id)) this.#wanted.add(id);
    while (ids.some((id) => !this.#known.has(id))) {
      // Waits a moment, for components that are drawn together to share a request.
      this.#looking ??= Promise.resolve()
        .then(() => this.#look())
        .finally(() => (this.#looking = null));
      await this.#looking;
    }
  }

  async #look(): Promise<void> {
    const ids = [...this.#wanted].slice(0, IDS_PER_TEXT * TEXTS);
    const query = new URLSearchParams();
    for (let at = 0; at < ids.length; at += IDS_PER_TEXT)
      query.append("text", ids.slice(at, at + IDS_PER_TEXT).join(" "));
    try {
      const { results } = await call<DetectedPaths>("GET", `/api/page-references?${query.toString()}`);
      const found = results.flatMap(({ references }) => references.flatMap(({ pages }) => pages));
      for (const id of ids) this.#known.set(id, found.find(({ pageId }) => pageId === id) ?? null);
    } finally {
      this.#wanted = new Set([...this.#wanted].filter((id) => !ids.includes(id)));
    }
  }
}

/** Redraws the component once the titles are known. */
export function useTitles(titles: PageTitles, ids: readonly string[]): void {
  const [, redraw] = useState(0);
  useEffect(() => {
    let isGone = false;
    titles.load(ids).then(() => !isGone && redraw((drawn) => drawn + 1), showError);
    return () => void (isGone = true);
  }, [ids.join()]);
}

type LinksProps = { readonly titles: PageTitles; readonly ids: readonly string[] };

export const PageLinks = ({ titles, ids }: LinksProps) => {
  useTitles(titles, ids);
  return (
    <ul class="run-pages">
      {ids.map((id) => (
        <li key={id}>
          <PageLink page={titles.get(id)} />
        </li>
      ))}
    </ul>
  );
};

const PageLink = ({ page }: { readonly page: PageReference | null | undefined }) => {
  if (page === undefined) return <span class="muted">…</span>;
  if (page === null) return <span class="muted">{words.hiddenPage}</span>;
  return (
    <a href={`/pages/${page.pageId}`}>
      <PageIcon type={page.type} />
      <bdi>{page.title === "" ? words.untitled : page.title}</bdi>
    </a>
  );
};
