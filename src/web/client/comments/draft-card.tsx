/** The card of a comment that is being written. */
import type { Thread } from "../../../features/comments/contract.ts";
import { words } from "../../../words/comments.ts";
import type { Selected } from "./surface.ts";
import { aboutOf } from "./thread-card.tsx";
import { ThreadComposer } from "./thread-composer.tsx";
import type { CommentsUi } from "./ui.ts";

function targetOf(on: Selected | null): Thread["target"] {
  if (on === null) return { kind: "page" };
  if (on.file) return on.file;
  return on.cells ? { kind: "cells", ...on.cells } : { kind: "text", from: 0, to: 0, startLine: 1, endLine: 1 };
}

export const DraftCard = ({ ui }: { readonly ui: CommentsUi }) => {
  const draft = ui.draft.value;
  if (!draft || !ui.rights.value.canComment) return null;
  const { on } = draft;
  const cancel = (): void => {
    ui.draft.value = null;
    ui.leave(null);
  };
  const about = aboutOf({ target: targetOf(on), quote: on?.quote ?? "" });
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
