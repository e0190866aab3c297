/** The inbox: mentions, shared pages, requests. Opened from the side; opening a notification marks it as read. */
import { useState } from "preact/hooks";
import type { MutedPlaces } from "../../../features/mutes/contract.ts";
import type { Notification, NotificationList } from "../../../features/notifications/contract.ts";
import type { Page } from "../../../features/pages/contract.ts";
import { answerRequest } from "../sharing/access-requests.tsx";
import { call, path } from "../api/api.ts";
import { find, need } from "../ui/dom.ts";
import { scrollToMatch } from "../shell/scroll-to-match.ts";
import { groupNotifications } from "./inbox-groups.ts";
import { type InboxHandlers, InboxRow } from "./inbox-row.tsx";
import { navigate } from "../shell/navigation.ts";
import { listMuted, mute, unmute } from "./mute.ts";
import { announce, attempt, showError } from "../ui/notice.ts";
import { type DialogHandle, openRenderedDialog } from "../ui/rendered-dialog.ts";
import { useRefresh } from "../shell/use-refresh.ts";
import { words as frame } from "../../../words/frame.ts";
import { words } from "../../../words/inbox.ts";
import { words as settings } from "../../../words/notification-settings.ts";

const BATCH = 30;

const listFrom = (offset: number): Promise<NotificationList> =>
  call("GET", path`/api/notifications?limit=${BATCH}&offset=${offset}`);

export async function openInbox(): Promise<void> {
  const [first, muted] = await Promise.all([listFrom(0), listMuted()]);
  openRenderedDialog(frame.notifications, (dialog) => (
    <Inbox first={first} muted={muted} dialog={dialog} />
  )).classList.add("inbox");
}

type Props = { readonly first: NotificationList; readonly muted: MutedPlaces; readonly dialog: DialogHandle };

function Inbox({ first, muted: firstMuted, dialog }: Props) {
  const [{ notifications, totalCount, unreadCount }, setList] = useState(first);
  const [muted, setMuted] = useState(firstMuted);
  const refresh = async (): Promise<void> => setList(await listFrom(0));
  useRefresh(
    dialog.ended,
    () => void refresh().catch(showError),
    ({ type }) => type === "notification",
  );
  const readAll = async (): Promise<void> => {
    await call("POST", "/api/notifications/read-all");
    await refresh();
  };
  const showMore = async (): Promise<void> => {
    const more = await listFrom(notifications.length);
    setList({ ...more, notifications: [...notifications, ...more.notifications] });
  };
  const showMuted = async (): Promise<void> => setMuted(await listMuted());
  const handlers = handlersOf(dialog, refresh, showMuted);
  return (
    <>
      {unreadCount > 0 && (
        <p class="actions">
          <button type="button" class="quiet" onClick={({ currentTarget }) => attempt(currentTarget, readAll)}>
            {words.markAllRead}
          </button>
        </p>
      )}
      {notifications.length === 0 && <p class="muted">{words.none}</p>}
      <ul class="inbox-list">
        {groupNotifications(notifications).map((group) => (
          <InboxRow key={group.newest.id} group={group} handlers={handlers} />
        ))}
      </ul>
      {notifications.length < totalCount && (
        <button type="button" class="quiet" onClick={({ currentTarget }) => attempt(currentTarget, showMore)}>
          {words.older}
        </button>
      )}
      <p class="actions">
        <button type="button" class="quiet" onClick={({ currentTarget }) => attempt(currentTarget, openSettings)}>
          {settings.title}
        </button>
      </p>
      <Muted
        muted={muted}
        hear={async (kind, id) => {
          await unmute(kind, id);
          await showMuted();
        }}
      />
    </>
  );
}

async function openSettings(): Promise<void> {
  await (await import("../settings/notification-settings.tsx")).openNotificationSettings();
}

/** Actions on notifications, each followed by a refresh of the list. */
function handlersOf(dialog: DialogHandle, refresh: () => Promise<void>, showMuted: () => Promise<void>): InboxHandlers {
  return {
    async open(notification) {
      dialog.close();
      if (!notification.read) await call("POST", path`/api/notifications/${notification.id}/read`);
      await follow(notification);
    },
    async remove(group) {
      await Promise.all(group.map(({ id }) => call("DELETE", path`/api/notifications/${id}`)));
      await refresh();
    },
    async answer({ id, pageId, actorId }, answer) {
      if (pageId === null || actorId === null) return;
      await answerRequest(pageId, actorId, answer);
      await call("POST", path`/api/notifications/${id}/read`);
      await refresh();
    },
    async mute(kind, id) {
      await mute(kind, id);
      announce(words.muteDone);
      await showMuted();
    },
  };
}

type MutedProps = {
  readonly muted: MutedPlaces;
  readonly hear: (kind: keyof MutedPlaces, id: string) => Promise<void>;
};

function Muted({ muted: { pages, drives }, hear }: MutedProps) {
  const places = [
    ...pages.map(({ id, title }) => ({ kind: "pages" as const, id, name: title })),
    ...drives.map(({ id, name }) => ({ kind: "drives" as const, id, name: words.driveNamed(name) })),
  ];
  if (places.length === 0) return null;
  return (
    <section aria-labelledby="inbox-muted" class="people-group">
      <h3 id="inbox-muted">{words.muted}</h3>
      <ul class="people">
        {places.map(({ kind, id, name }) => (
          <li key={id}>
            <span class="who">{name}</span>
            <button
              type="button"
              class="quiet"
              aria-label={words.unmuteOne(name)}
              onClick={({ currentTarget }) => attempt(currentTarget, () => hear(kind, id))}
            >
              {words.unmute}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Opens the subject of a notification; a mention also scrolls to its text. */
async function follow({ type, pageId, driveId }: Notification): Promise<void> {
  if (type === "CONNECTION_REQUEST" || type === "CONNECTION_ACCEPTED") {
    const { openConnections } = await import("../settings/connections.tsx");
    return openConnections();
  }
  if (pageId === null) return driveId === null ? undefined : navigate(path`/drives/${driveId}`);
  await navigate(path`/pages/${pageId}`);
  if (type !== "MENTION") return;
  const main = need("#main", HTMLElement);
  const { content } = await call<Page>("GET", path`/api/pages/${pageId}`);
  const me = find("[data-user]", HTMLElement, main)?.dataset["user"] ?? "";
  const name = content.split(`](user:${me})`, 1)[0]?.split("@[").at(-1) ?? "";
  scrollToMatch(main, [`@${name}`]);
}
