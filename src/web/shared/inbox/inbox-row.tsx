/** A row of the inbox: a notification group and its actions. */
import { useState } from "preact/hooks";
import type { Notification } from "../../../features/notifications/contract.ts";
import { canBeMuted, type NotificationKind } from "../../../kernel/notification-type.ts";
import { words } from "../../../words/inbox.ts";
import { plural } from "../../../words/plural.ts";
import type { IconName } from "../icon-names.ts";
import { Icon, IconButton } from "../icons.tsx";
import { relativeTime } from "../relative-time.ts";
import type { NotificationGroup } from "./groups.ts";
import type { InboxHandlers } from "./handlers.ts";
import { MuteChoice } from "./mute-choice.tsx";

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
  COMMENT: "text-quote",
  COMMENT_REPLY: "text-quote",
  SUGGESTION: "pencil",
  REMINDER: "calendar-clock",
};

/** The view that a notification is about; null if it has none. */
export function addressOf({ type, pageId, driveId }: Notification): string | null {
  if (type === "CONNECTION_REQUEST" || type === "CONNECTION_ACCEPTED") return null;
  if (pageId !== null) return `/pages/${pageId}`;
  return driveId === null ? null : `/drives/${driveId}`;
}

type RowProps = {
  readonly group: NotificationGroup;
  /** Id of the notification whose details are shown. */
  readonly selected: string | null;
  readonly now: number;
  /** Null until the browser has taken over. */
  readonly hands: InboxHandlers | null;
};

export function InboxRow({ group, selected, now, hands }: RowProps) {
  const { newest, earlier } = group;
  const { title, type, pageId } = newest;
  const [asks, setAsks] = useState(false);
  return (
    <li data-unread={newest.read ? undefined : true} data-selected={newest.id === selected || undefined}>
      <span class="inbox-icon">
        <Icon name={ICON_OF[type]} />
      </span>
      <Told notification={newest} selected={selected} now={now} hands={hands} />
      <span class="inbox-handlers">
        {pageId !== null && canBeMuted(type) && (
          <IconButton icon="bell-off" label={words.mute} aria-expanded={asks} onClick={() => setAsks(!asks)} />
        )}
        <IconButton
          icon="x"
          label={words.removeOne(title)}
          title={words.remove}
          onClick={({ currentTarget }) => hands?.remove(currentTarget, newest)}
        />
      </span>
      {asks && <MuteChoice notification={newest} hands={hands} />}
      {newest.awaitsAnswer && (
        <div class="inbox-more">
          {hands?.answers(newest) ?? (
            // As high as the answers, so that the rows below stay in place.
            <span class="actions" aria-hidden="true">
              <button type="button" class="quiet" disabled>
                …
              </button>
            </span>
          )}
        </div>
      )}
      {earlier.length > 0 && (
        <details class="inbox-more">
          <summary>{plural(earlier.length, words.earlier)}</summary>
          {earlier.map((each) => (
            <Told key={each.id} notification={each} selected={selected} now={now} hands={hands} />
          ))}
        </details>
      )}
    </li>
  );
}

type ToldProps = Omit<RowProps, "group"> & { readonly notification: Notification };

/** A link where possible, so that it can be opened in another tab. */
const Told = ({ notification, selected, now, hands }: ToldProps) => {
  const address = addressOf(notification);
  const content = (
    <>
      <span class="inbox-title">
        {!notification.read && <span class="hidden">{words.newPrefix}</span>}
        <bdi>{notification.title}</bdi>
      </span>
      <time class="muted" datetime={notification.createdAt}>
        {relativeTime(notification.createdAt, now)}
      </time>
      <span class="inbox-says">
        <bdi>{notification.message}</bdi>
      </span>
    </>
  );
  const attributes = {
    class: "inbox-open",
    "data-entry": notification.id,
    "aria-current": notification.id === selected ? ("true" as const) : undefined,
    onClick: (event: MouseEvent) => hands?.press(event, notification),
  };
  return address === null ? (
    <button type="button" {...attributes}>
      {content}
    </button>
  ) : (
    <a href={address} {...attributes}>
      {content}
    </a>
  );
};
