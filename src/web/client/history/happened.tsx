/** An entry of the history about a comment thread. */
import type { ThreadEvent } from "./thread-events.ts";
import { timeOf } from "./timeline.ts";

/** Leads to the thread; the page opens it by its address. */
export const Happened = ({ event, close }: { readonly event: ThreadEvent; readonly close: () => void }) => (
  <li>
    <a class="version thread-event" href={`#thread=${event.threadId}`} onClick={close}>
      <span>
        {event.said}
        {event.quote !== "" && <q>{event.quote}</q>}
      </span>
      <time class="muted" datetime={event.until}>
        {timeOf(event.until)}
      </time>
    </a>
  </li>
);
