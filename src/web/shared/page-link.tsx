/** A page in a list of pages. The browser adds new pages to the lists that the Worker has printed. */
import type { ComponentChildren } from "preact";
import type { PageSummary } from "../../features/pages/contract.ts";
import { words } from "../../words/page.ts";
import { PageIcon } from "./icons.tsx";
import { labelOf } from "./page-kinds.ts";
import { relativeTime } from "./relative-time.ts";

type PageLinkProps = {
  readonly page: Pick<PageSummary, "id" | "title" | "type" | "icon" | "updatedAt">;
  readonly now: number;
  /** A preview, which follows the title. */
  readonly glance?: ComponentChildren;
  readonly children?: ComponentChildren;
};

export const PageLink = ({ page, now, glance, children }: PageLinkProps) => (
  <a href={`/pages/${page.id}`}>
    <PageIcon type={page.type} icon={page.icon} />
    <span class="grow">{page.title}</span>
    {glance}
    <span class="muted">
      {words.withTime(labelOf(page.type), <time datetime={page.updatedAt}>{relativeTime(page.updatedAt, now)}</time>)}
    </span>
    {children}
  </a>
);
