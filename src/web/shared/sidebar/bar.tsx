/** The top bar on small screens, where the sidebar is a drawer. */
import { IconButton } from "../icons.tsx";
import { words } from "../../../words/frame.ts";

const NAME = "Octavo";

export const Bar = () => (
  <>
    <IconButton icon="menu" label={words.menu} popovertarget="side" />
    <Wordmark href="/" />
    <IconButton icon="search" label={words.search} data-open-palette />
  </>
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
