/** The sidebar's list of pages shared with the user in drives they are not a member of. */
import { PageIcon } from "../icons.tsx";
import type { PageType } from "../../../kernel/page-type.ts";
import { words } from "../../../words/frame.ts";

type SharedLink = {
  readonly id: string;
  readonly title: string;
  readonly icon: string | null;
  readonly type: PageType;
  /** Titles of the ancestors that the user may see, from the top. */
  readonly path: readonly string[];
};

export type SharedPages = { readonly pages: readonly SharedLink[]; readonly hasMore: boolean };

/** As a path is written out. */
export const pathText = (path: readonly string[]): string => path.join(" / ");

type Listed = Pick<SharedLink, "id" | "title" | "icon" | "type"> & {
  readonly path: readonly { readonly title: string }[];
};

export const toSharedPages = (list: {
  readonly pages: readonly Listed[];
  readonly nextCursor: string | null;
}): SharedPages => ({
  pages: list.pages.map(({ id, title, icon, type, path }) => ({
    id,
    title,
    icon,
    type,
    path: path.map((above) => above.title),
  })),
  hasMore: list.nextCursor !== null,
});

type Props = { readonly shared: SharedPages; readonly view: { readonly here: string; readonly pageId: string | null } };

export const SharedWithMe = ({ shared: { pages, hasMore }, view }: Props) =>
  pages.length === 0 ? null : (
    <nav class="at-hand" aria-labelledby="shared-pages">
      <h2 id="shared-pages">
        <a href="/shared" aria-current={view.here === "shared" ? "page" : undefined}>
          {words.sharedWithMe}
        </a>
      </h2>
      <ul>
        {pages.map(({ id, title, icon, type, path }) => (
          <li key={id}>
            <a href={`/pages/${id}`} aria-current={id === view.pageId ? "true" : undefined}>
              <PageIcon type={type} icon={icon} />
              <span class="shared-name">
                <span class="truncate" dir="auto">
                  {title}
                </span>
                {path.length > 0 && (
                  <span class="muted truncate" dir="auto" title={pathText(path)}>
                    {pathText(path)}
                  </span>
                )}
              </span>
            </a>
          </li>
        ))}
        {hasMore && (
          <li>
            <a href="/shared">{words.allShared}</a>
          </li>
        )}
      </ul>
    </nav>
  );
