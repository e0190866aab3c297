/** A row of the inbox: a notification group and its actions. */
import { useState } from "preact/hooks";
import type { Notification } from "../../../features/notifications/contract.ts";
import { canBeMuted, type NotificationKind } from "../../../kernel/notification-type.ts";
import { type AccessAnswer, Answers } from "../sharing/access-requests.tsx";
import type { NotificationGroup } from "./inbox-groups.ts";
import { attempt } from "../ui/notice.ts";
import type { IconName } from "../../shared/icon-names.ts";
import { Icon, IconButton } from "../../shared/icons.tsx";
import { relativeTime } from "../../shared/relative-time.ts";
import { words } from "../../../words/inbox.ts";
import { plural } from "../../../words/plural.ts";

const ICON_OF: Readonly<Record<NotificationKind, IconName>> = {
  PAGE_SHARED: "user-plus",
  PERMISSION_UPDATED: "shield",
  PERMISSION_REVOKED: "shield",
  MENTION: "at-sign",
  CONNECTION_REQUEST: "users",
  CONNECTION_ACCEPTED: "users",
  DRIVE_MEMBER_ADDED: "library",
  FILE_PROCESSED: "paperclip",
  FILE_FAILED: "triangle-alert",
  SECURITY: "shield",
  ACCESS_REQUEST: "user-plus",
  ACCESS_DECLINED: "x",
};

export type InboxHandlers = {
  readonly open: (notification: Notification) => Promise<void>;
  readonly remove: (notifications: readonly Notification[]) => Promise<void>;
  readonly answer: (notification: Notification, answer: AccessAnswer) => Promise<void>;
  readonly mute: (kind: "pages" | "drives", id: string) => Promise<void>;
};

export function InboxRow({ group, handlers }: { readonly group: NotificationGroup; readonly handlers: InboxHandlers }) {
  const { newest, earlier } = group;
  const { title, type, pageId, driveId } = newest;
  const [asks, setAsks] = useState(false);
  const muteButton = (kind: "pages" | "drives", id: string, label: string) => (
    <button
      type="button"
      class="quiet"
      onClick={({ currentTarget }) => attempt(currentTarget, () => handlers.mute(kind, id))}
    >
      {label}
    </button>
  );
  return (
    <li data-unread={group.newest.read ? undefined : true}>
      <span class="inbox-icon">
        <Icon name={ICON_OF[type]} />
      </span>
      <Told notification={newest} open={handlers.open} />
      <span class="inbox-handlers">
        {pageId !== null && canBeMuted(type) && (
          <IconButton icon="bell-off" label={words.mute} aria-expanded={asks} onClick={() => setAsks(!asks)} />
        )}
        <IconButton
          icon="x"
          label={words.removeOne(title)}
          title={words.remove}
          onClick={({ currentTarget }) => attempt(currentTarget, () => handlers.remove([newest, ...earlier]))}
        />
      </span>
      {asks && pageId !== null && (
        <p class="actions inbox-more">
          {muteButton("pages", pageId, words.mutePage)}
          {driveId !== null && muteButton("drives", driveId, words.muteDrive)}
        </p>
      )}
      {newest.awaitsAnswer && (
        <div class="inbox-more">
          <Answers about={words.answerRequest} answer={(answer) => handlers.answer(newest, answer)} />
        </div>
      )}
      {earlier.length > 0 && (
        <details class="inbox-more">
          <summary>{plural(earlier.length, words.earlier)}</summary>
          {earlier.map((each) => (
            <Told key={each.id} notification={each} open={handlers.open} />
          ))}
        </details>
      )}
    </li>
  );
}

type ToldProps = { readonly notification: Notification; readonly open: InboxHandlers["open"] };

const Told = ({ notification, open }: ToldProps) => (
  <button
    type="button"
    class="inbox-open"
    onClick={({ currentTarget }) => attempt(currentTarget, () => open(notification))}
  >
    <span class="inbox-title">
      {!notification.read && <span class="hidden">{words.newPrefix}</span>}
      {notification.title}
    </span>
    <span>{notification.message}</span>
    <time class="muted" datetime={notification.createdAt}>
      {relativeTime(notification.createdAt, Date.now())}
    </time>
  </button>
);
