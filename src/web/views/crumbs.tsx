/** Breadcrumbs of a page. After each step, a button lists its child pages, including the next step. */
import type { PageType } from "../../kernel/page-type.ts";
import { Icon, PageIcon } from "../shared/icons.tsx";
import { labelOf } from "../shared/page-kinds.ts";
import { words } from "../../words/crumbs.ts";
import type { Shell } from "./load-shell.ts";

type Crumb = { readonly id: string; readonly title: string; readonly icon: string | null };

type CrumbsProps = {
  readonly shell: Shell;
  /** The last one is the page itself. */
  readonly crumbs: readonly Crumb[];
  readonly page: { readonly title: string; readonly type: PageType; readonly icon: string | null };
};

/** The browser updates the last step when the page gets another title or icon. */
export const Crumbs = ({ shell, crumbs, page }: CrumbsProps) => (
  <nav class="crumbs" aria-label={words.whereThisIs}>
    <ol>
      {shell.drive && (
        <Step
          address={`/drives/${shell.drive.id}`}
          title={shell.drive.name}
          under=""
          next={crumbs[0]?.id}
          drive={shell.drive.id}
        />
      )}
      {crumbs.slice(0, -1).map(({ id, title, icon }, at) => (
        <Step
          address={`/pages/${id}`}
          title={title}
          icon={icon}
          under={id}
          next={crumbs[at + 1]?.id}
          drive={shell.drive?.id}
        />
      ))}
      <li aria-current="page">
        <span title={labelOf(page.type)} data-crumb-icon>
          <PageIcon {...page} />
        </span>
        <span class="truncate" data-shown-title dir="auto">
          {page.title}
        </span>
      </li>
    </ol>
  </nav>
);

type StepProps = {
  readonly address: string;
  readonly title: string;
  readonly icon?: string | null;
  /** The page whose children are listed; empty for the drive. */
  readonly under: string;
  readonly next: string | undefined;
  readonly drive: string | undefined;
};

const Step = ({ address, title, icon = null, under, next, drive }: StepProps) => (
  <li>
    <a href={address} class="truncate">
      {icon !== null && `${icon} `}
      {title}
    </a>
    {drive === undefined ? (
      <Icon name="chevron-right" />
    ) : (
      <button
        type="button"
        class="quiet"
        data-beside={under}
        data-next={next}
        aria-haspopup="menu"
        aria-label={words.pagesIn(title)}
        title={words.pagesIn(title)}
      >
        <Icon name="chevron-right" />
      </button>
    )}
  </li>
);
