/** The contents of a folder: a list of pages, styled as a list or as cards. */
import type { PageSummary } from "../../features/pages/contract.ts";
import { MAX_CHILD_COUNT, type PagePreview } from "../../features/pages/index.ts";
import type { IconName } from "../shared/icon-names.ts";
import { Icon, IconButton } from "../shared/icons.tsx";
import { PageLink } from "../shared/page-link.tsx";
import { excerptOf } from "../shared/document/excerpt.ts";
import { labelOf, VIEW_ICONS } from "../shared/properties/view-labels.ts";
import { readViews } from "../../formats/properties/view-blocks.ts";
import { words } from "../../words/drive.ts";
import { words as viewWords } from "../../words/views.ts";
import { words as frame } from "../../words/frame.ts";
import { plural } from "../../words/plural.ts";
import { words as uploads } from "../../words/uploads.ts";
import type { ViewChoices } from "./view-choices.ts";

/** Length of the excerpt on a card, in characters. */
const EXCERPT = 160;

type FolderProps = {
  /** The folder's own text, which contains its views. */
  readonly text: string;
  readonly pages: readonly PageSummary[];
  readonly previews: readonly PagePreview[];
  readonly show: ViewChoices["folder"];
  readonly writes: boolean;
  /** The user may create pages. */
  readonly makes: boolean;
  readonly now: number;
};

export const FolderContents = ({ text, pages, previews, show, writes, makes, now }: FolderProps) => {
  const views = readViews(text).filter(({ of }) => of === "pages");
  const known = new Map(previews.map((preview) => [preview.id, preview]));
  return (
    <section class="folder" aria-labelledby="below">
      <div class="row spread folder-bar">
        <h2 id="below" class="hidden">
          {words.pagesInFolder}
        </h2>
        <div class="row folder-views" role="group" aria-label={words.showAs}>
          <span class="row folder-tabs" data-folder-tabs>
            {views.map((view) => (
              <button type="button" class="quiet" data-folder-view={view.name} aria-pressed="false">
                <Icon name={VIEW_ICONS[view.kind]} />
                <bdi>{labelOf(view)}</bdi>
              </button>
            ))}
          </span>
          <ShowButton view="list" icon="list" shown={show} label={words.list} />
          {views.length === 0 && <ShowButton view="gallery" icon="layout-grid" shown={show} label={words.gallery} />}
          {writes && <IconButton icon="plus" label={viewWords.addView} data-add-view />}
        </div>
        <FolderActions writes={writes} makes={makes} />
      </div>
      {pages.length === 0 && (
        <p class="muted folder-empty" data-none>
          {writes ? words.emptyFolderToFill : words.emptyFolder}
        </p>
      )}
      <ul class="rows entries" data-rows data-show={show}>
        {pages.map((page) => (
          <Entry page={page} preview={known.get(page.id) ?? null} now={now} />
        ))}
      </ul>
    </section>
  );
};

type ShowProps = { readonly view: string; readonly icon: IconName; readonly shown: string; readonly label: string };

const ShowButton = ({ view, icon, shown, label }: ShowProps) => (
  <button type="button" class="quiet" data-act="show-folder" data-show={view} aria-pressed={view === shown}>
    <Icon name={icon} />
    {label}
  </button>
);

const FolderActions = ({ writes, makes }: Pick<FolderProps, "writes" | "makes">) => (
  <div class="row">
    {writes && (
      <>
        <button type="button" class="quiet" data-choose-files>
          <Icon name="upload" />
          {words.uploadFiles}
        </button>
        <button type="button" class="quiet folders" data-choose-files="folder">
          <Icon name="folder-up" />
          {uploads.chooseFolder}
        </button>
      </>
    )}
    {writes && makes && (
      <button type="button" data-open-new-page>
        <Icon name="plus" />
        {frame.newPage}
      </button>
    )}
  </div>
);

type EntryProps = { readonly page: PageSummary; readonly preview: PagePreview | null; readonly now: number };

const Entry = ({ page, preview, now }: EntryProps) => (
  <li>
    <PageLink page={page} now={now} glance={<Glance page={page} preview={preview} />}>
      {preview !== null && preview.below > 0 && <span class="muted entry-below">{countOf(preview.below)}</span>}
    </PageLink>
  </li>
);

/** The page's image, otherwise the start of its text. Only visible on cards. */
const Glance = ({ page, preview }: Pick<EntryProps, "page" | "preview">) => {
  if (preview?.picture)
    return (
      <img
        class="entry-glance"
        src={`/api/files/${preview.picture}/view?variant=thumbnail`}
        alt=""
        loading="lazy"
        decoding="async"
      />
    );
  const glance = preview === null ? "" : page.type === "CODE" ? preview.words : excerptOf(preview.words, EXCERPT);
  return <span class={page.type === "CODE" ? "entry-glance mono" : "entry-glance"}>{glance}</span>;
};

const countOf = (below: number): string =>
  below >= MAX_CHILD_COUNT ? words.manyBelow(MAX_CHILD_COUNT) : plural(below, words.below);
