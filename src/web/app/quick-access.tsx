/** Pages that somebody wants at hand: their favourites, and those they had open lately. */
import { KINDS } from "../client/page-kinds.ts";
import type { TreePage } from "./tree.ts";
import { words } from "../messages/frame.ts";

export type QuickPage = Pick<TreePage, "id" | "title" | "type">;

export type QuickPages = { readonly favourites: readonly QuickPage[]; readonly recent: readonly QuickPage[] };

export const NO_QUICK_PAGES: QuickPages = { favourites: [], recent: [] };

type ListsProps = { readonly places: QuickPages; readonly current: string | null };

export const QuickAccess = ({ places: { favourites, recent }, current }: ListsProps) => (
  <>
    {favourites.length > 0 && (
      <nav class="at-hand" aria-labelledby="favourites">
        <h2 id="favourites">{words.favourites}</h2>
        <QuickPageList places={favourites} current={current} />
      </nav>
    )}
    {recent.length > 0 && (
      <details class="at-hand">
        <summary>{words.recent}</summary>
        <QuickPageList places={recent} current={null} />
      </details>
    )}
  </>
);

const QuickPageList = ({
  places,
  current,
}: {
  readonly places: readonly QuickPage[];
  readonly current: string | null;
}) => (
  <ul>
    {places.map(({ id, title, type }) => (
      <li key={id} data-place={id}>
        <a href={`/pages/${id}`} aria-current={id === current ? "true" : undefined}>
          <span class="glyph" aria-hidden="true">
            {KINDS[type].glyph}
          </span>
          <span class="clip">{title}</span>
        </a>
      </li>
    ))}
  </ul>
);
