/** Quick access to favourite and recently opened pages. */
import { Icon, PageIcon } from "../icons.tsx";
import type { TreePage } from "./tree.ts";
import { words } from "../../../words/frame.ts";

export type QuickPage = Pick<TreePage, "id" | "title" | "icon" | "type">;

export type QuickPages = { readonly favourites: readonly QuickPage[]; readonly recent: readonly QuickPage[] };

export const NO_QUICK_PAGES: QuickPages = { favourites: [], recent: [] };

type ListsProps = {
  readonly places: QuickPages;
  readonly current: string | null;
  /** Pages with unread messages from others. */
  readonly unread: ReadonlySet<string>;
};

export const QuickAccess = ({ places: { favourites, recent }, current, unread }: ListsProps) => {
  const isRecentUnread = recent.some(({ id }) => unread.has(id));
  return (
    <>
      {favourites.length > 0 && (
        <nav class="at-hand" aria-labelledby="favourites">
          <h2 id="favourites">{words.favourites}</h2>
          <QuickPageList places={favourites} current={current} unread={unread} />
        </nav>
      )}
      {recent.length > 0 && (
        <details class="at-hand">
          <summary {...(isRecentUnread && { "data-unread": true, "aria-label": words.withUnread(words.recent) })}>
            <Icon name="chevron-right" />
            {words.recent}
          </summary>
          <QuickPageList places={recent} current={null} unread={unread} />
        </details>
      )}
    </>
  );
};

type ListProps = {
  readonly places: readonly QuickPage[];
  readonly current: string | null;
  readonly unread: ReadonlySet<string>;
};

const QuickPageList = ({ places, current, unread }: ListProps) => (
  <ul>
    {places.map(({ id, title, icon, type }) => (
      <li key={id} data-place={id}>
        <a
          href={`/pages/${id}`}
          aria-current={id === current ? "true" : undefined}
          {...(unread.has(id) && { "data-unread": true, "aria-label": words.withUnread(title) })}
        >
          <PageIcon type={type} icon={icon} />
          <span class="truncate">{title}</span>
        </a>
      </li>
    ))}
  </ul>
);
