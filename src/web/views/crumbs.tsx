/** Breadcrumbs of a page. After each step, a button lists its child pages, including the next step. */
import { words } from "../../words/crumbs.ts";
import type { Shell } from "./load-shell.ts";

type Crumb = { readonly id: string; readonly title: string; readonly icon: string | null };

/** The last of `crumbs` is the page itself, whose title is below. */
export const Crumbs = ({ shell, crumbs }: { shell: Shell; crumbs: readonly Crumb[] }) => (
  <nav class="crumbs" aria-label={words.whereThisIs}>
    <ol>
      {shell.drive && (
        <Step
          address={`/drives/${shell.drive.id}`}
          title={shell.drive.name}
          under=""
          next={crumbs[0]?.id}
          drive={shell.drive.id}
          isLast={crumbs.length <= 1}
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
          isLast={at === crumbs.length - 2}
        />
      ))}
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
  /** Omits the slash after the last step. */
  readonly isLast: boolean;
};

const Step = ({ address, title, icon = null, under, next, drive, isLast }: StepProps) => (
  <li>
    <a href={address} class="truncate">
      {icon !== null && `${icon} `}
      {title}
    </a>
    {drive === undefined ? (
      !isLast && <span aria-hidden="true">/</span>
    ) : (
      <button
        type="button"
        class={isLast ? "quiet crumb-last" : "quiet"}
        data-beside={under}
        data-next={next}
        aria-haspopup="menu"
        aria-label={words.pagesIn(title)}
        title={words.pagesIn(title)}
      >
        {isLast ? "" : "/"}
      </button>
    )}
  </li>
);
