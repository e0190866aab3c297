/** The card of a comment that is being written. */
import { words } from "../../../words/comments.ts";
import { aboutOf } from "./thread-card.tsx";
import { ThreadComposer } from "./thread-composer.tsx";
import type { CommentsUi } from "./ui.ts";

export const DraftCard = ({ ui }: { readonly ui: CommentsUi }) => {
  const draft = ui.draft.value;
  if (!draft || !ui.rights.value.canComment) return null;
  const { on } = draft;
  const cancel = (): void => {
    ui.draft.value = null;
    ui.leave(null);
  };
  const about = on?.cells
    ? aboutOf({ target: { kind: "cells", ...on.cells }, quote: "" })
    : on === null
      ? words.onWholePage
      : words.onQuote(on.quote.length > 80 ? `${on.quote.slice(0, 80)}…` : on.quote);
  return (
    <section class="thread is-active thread-draft" data-thread-draft aria-label={words.newComment}>
      <p class="thread-place muted small truncate" dir="auto">
        {about}
      </p>
      <ThreadComposer
        ui={ui}
        id="new"
        label={words.write}
        sendLabel={words.send}
        send={(content) => ui.send(draft, content)}
        cancel={cancel}
      />
    </section>
  );
};
