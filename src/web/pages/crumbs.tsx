/** The way to a page. Behind each step a button lists what lies in it, the next step among it. */
import { words } from "../messages/crumbs.ts";
import type { Shell } from "../shell.ts";

type Crumb = { readonly id: string; readonly title: string };

/** The last of `crumbs` is the page itself, whose title stands below. */
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
        />
      )}
      {crumbs.slice(0, -1).map(({ id, title }, at) => (
        <Step address={`/pages/${id}`} title={title} under={id} next={crumbs[at + 1]?.id} drive={shell.drive?.id} />
      ))}
    </ol>
  </nav>
);

type StepProps = {
  readonly address: string;
  readonly title: string;
  /** The page whose pages are listed; empty for the drive. */
  readonly under: string;
  readonly next: string | undefined;
  readonly drive: string | undefined;
};

const Step = ({ address, title, under, next, drive }: StepProps) => (
  <li>
    <a href={address} class="clip">
      {title}
    </a>
    {drive === undefined ? (
      <span aria-hidden="true">/</span>
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
        /
      </button>
    )}
  </li>
);
