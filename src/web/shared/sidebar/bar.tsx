/** The top bar on small screens, where the sidebar is a drawer. */
import { words } from "../../../words/frame.ts";

const NAME = "Octavo";

export const Bar = () => (
  <>
    <button type="button" class="quiet" popovertarget="side">
      {words.menu}
    </button>
    <Wordmark href="/" />
    <button type="button" class="quiet" data-open-palette>
      {words.search}
    </button>
  </>
);

export const Wordmark = ({ href }: { href: string }) => (
  <a class="wordmark" href={href} aria-label={words.home}>
    {NAME}
  </a>
);
