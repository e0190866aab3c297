/** The bar at the bottom of small screens, where the sidebar is a drawer. */
import { pageIconClass } from "../icon-names.ts";
import { Icon } from "../icons.tsx";
import { words } from "../../../words/frame.ts";

const NAME = "Octavo";

type BarProps = {
  /** The user may create pages in the open drive. */
  readonly makes: boolean;
  /** The kind of the view. */
  readonly here: string;
};

/** Printed by the Worker; `client/shell/bottom-bar.ts` keeps its changing parts up to date. */
export const Bar = ({ makes, here }: BarProps) => (
  <nav class="bar" aria-label={words.destinations}>
    <button type="button" class="quiet" popovertarget="side">
      <Icon name="library" />
      {words.pages}
    </button>
    <button type="button" class="quiet" data-open-palette>
      <Icon name="search" />
      {words.search}
    </button>
    <button type="button" class="quiet" data-open-new-page hidden={!makes}>
      <Icon name="plus" />
      {words.create}
    </button>
    <a href="/inbox" aria-current={here === "inbox" ? "page" : undefined}>
      <Icon name="inbox" />
      {words.notifications}
      <span class="count" hidden>
        <span data-unread-count />
        <span class="hidden">{words.unreadSuffix}</span>
      </span>
    </a>
    <a href="/tasks" aria-current={here === "tasks" ? "page" : undefined}>
      <span class={pageIconClass("TASK_LIST")} aria-hidden="true" />
      {words.tasks}
    </a>
  </nav>
);

export const Wordmark = ({ href }: { href: string }) => (
  <a class="wordmark" href={href} aria-label={words.home}>
    <Mark />
    <span>{NAME}</span>
  </a>
);

/** The project's sign, an eight: a sheet folded three times has eight leaves. */
const Mark = () => (
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" />
    <circle cx="16" cy="11.2" r="4.6" />
    <circle cx="16" cy="21" r="5.4" />
  </svg>
);
