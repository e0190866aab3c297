/** The selected notification: what happened, the page that it is about, and what can be done with it. */
import { useState } from "preact/hooks";
import type { Notification } from "../../../features/notifications/contract.ts";
import { canBeMuted } from "../../../kernel/notification-type.ts";
import { words } from "../../../words/inbox.ts";
import { words as preview } from "../../../words/preview.ts";
import { IconButton } from "../../shared/icons.tsx";
import type { InboxHandlers } from "../../shared/inbox/handlers.ts";
import { MuteChoice } from "../../shared/inbox/mute-choice.tsx";
import { relativeTime } from "../../shared/relative-time.ts";
import { KeyHints } from "../list-detail/key-hints.tsx";
import { PagePreview } from "../list-detail/page-preview.tsx";
import { keyName } from "../ui/key-names.ts";

/** These users have no access to the page. */
const WITHOUT_PAGE: readonly Notification["type"][] = ["PERMISSION_REVOKED", "ACCESS_DECLINED"];

type Props = {
  readonly notification: Notification;
  readonly userId: string;
  /** How long (ms) to wait before loading the page. */
  readonly wait: number;
  readonly hands: InboxHandlers;
  readonly open: ((control: HTMLElement) => void) | null;
  readonly markRead: (control: HTMLElement) => void;
};

/** Needs the id of the notification as its key. */
export function InboxDetail({ notification, userId, wait, hands, open, markRead }: Props) {
  const { type, title, message, createdAt, pageId, read } = notification;
  const [asks, setAsks] = useState(false);
  const openButton = open && (
    <button type="button" class="quiet outlined" onClick={({ currentTarget }) => open(currentTarget)}>
      {preview.open}
    </button>
  );
  return (
    <>
      {pageId !== null && !WITHOUT_PAGE.includes(type) ? (
        <PagePreview key={pageId} pageId={pageId} userId={userId} wait={wait} open={openButton} />
      ) : (
        <div class="row spread detail-head">
          <h2 class="detail-title">{title}</h2>
          {openButton}
        </div>
      )}
      <div class="row wrap detail-card">
        <p>
          <bdi>{message}</bdi>{" "}
          <time class="muted" datetime={createdAt}>
            {relativeTime(createdAt, Date.now())}
          </time>
        </p>
        {pageId !== null && canBeMuted(type) && (
          <IconButton icon="bell-off" label={words.mute} aria-expanded={asks} onClick={() => setAsks(!asks)} />
        )}
        {asks && <MuteChoice notification={notification} hands={hands} />}
      </div>
      <p class="actions">
        {!read && (
          <button
            type="button"
            class="quiet outlined"
            aria-keyshortcuts="E"
            onClick={({ currentTarget }) => markRead(currentTarget)}
          >
            {words.markRead}
            <kbd aria-hidden="true">E</kbd>
          </button>
        )}
        <button
          type="button"
          class="quiet"
          aria-keyshortcuts="Delete"
          onClick={({ currentTarget }) => hands.remove(currentTarget, notification)}
        >
          {words.remove}
          <kbd aria-hidden="true">{keyName("Delete")}</kbd>
        </button>
      </p>
      <KeyHints />
    </>
  );
}
