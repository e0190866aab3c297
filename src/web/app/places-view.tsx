/** Pages that somebody wants at hand: their favourites, and those they had open lately. */
import { KINDS } from "../client/page-kinds.ts";
import type { TreePage } from "./tree.ts";
import { words } from "../messages/frame.ts";

export type Place = Pick<TreePage, "id" | "title" | "type">;

export type Places = { readonly favourites: readonly Place[]; readonly recent: readonly Place[] };

export const NO_PLACES: Places = { favourites: [], recent: [] };

type ListsProps = { readonly places: Places; readonly current: string | null };

export const PlaceLists = ({ places: { favourites, recent }, current }: ListsProps) => (
  <>
    {favourites.length > 0 && (
      <nav class="at-hand" aria-labelledby="favourites">
        <h2 id="favourites">{words.favourites}</h2>
        <PlaceList places={favourites} current={current} />
      </nav>
    )}
    {recent.length > 0 && (
      <details class="at-hand">
        <summary>{words.recent}</summary>
        <PlaceList places={recent} current={null} />
      </details>
    )}
  </>
);

const PlaceList = ({ places, current }: { readonly places: readonly Place[]; readonly current: string | null }) => (
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
