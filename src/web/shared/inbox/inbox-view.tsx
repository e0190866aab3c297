/** The inbox: mentions, shared pages, requests. Printed by the Worker and continued in the browser. */
import type { ComponentChildren } from "preact";
import type { MutedPlaces } from "../../../features/mutes/contract.ts";
import type { NotificationList } from "../../../features/notifications/contract.ts";
import { words as frame } from "../../../words/frame.ts";
import { words } from "../../../words/inbox.ts";
import { IconButton } from "../icons.tsx";
import { ListDetail } from "../list-detail.tsx";
import { groupNotifications } from "./groups.ts";
import type { InboxHandlers } from "./handlers.ts";
import { InboxRow } from "./inbox-row.tsx";

/** Number of notifications shown at first, and with each press on "Older notifications". */
export const INBOX_BATCH = 30;

/** The data that the Worker prints into the inbox, for the browser to continue with. */
export type InboxData = {
  readonly list: NotificationList;
  readonly muted: MutedPlaces;
};

type Props = InboxData & {
  /** In ms since 1970. */
  readonly now: number;
  readonly selected?: string | null;
  readonly hands?: InboxHandlers | null;
  readonly detail?: ComponentChildren;
};

export const InboxView = ({ list, muted, now, selected = null, hands = null, detail = null }: Props) => {
  const { notifications, totalCount, unreadCount } = list;
  return (
    <ListDetail
      title={frame.notifications}
      tools={
        <>
          {unreadCount > 0 && (
            <button type="button" class="quiet" onClick={({ currentTarget }) => hands?.readAll(currentTarget)}>
              {words.markAllRead}
            </button>
          )}
          <IconButton
            icon="settings"
            label={words.settings}
            onClick={({ currentTarget }) => hands?.openSettings(currentTarget)}
          />
        </>
      }
      detailLabel={words.detail}
      detail={detail}
    >
      {notifications.length === 0 && <p class="muted list-none">{words.none}</p>}
      <ul class="inbox-list" data-entries>
        {groupNotifications(notifications).map((group) => (
          <InboxRow key={group.newest.id} group={group} selected={selected} now={now} hands={hands} />
        ))}
      </ul>
      {notifications.length < totalCount && (
        <button type="button" class="quiet" onClick={({ currentTarget }) => hands?.showMore(currentTarget)}>
          {words.older}
        </button>
      )}
      <Muted muted={muted} hands={hands} />
    </ListDetail>
  );
};

type MutedProps = Pick<InboxData, "muted"> & { readonly hands: InboxHandlers | null };

function Muted({ muted: { pages, drives }, hands }: MutedProps) {
  const places = [
    ...pages.map(({ id, title }) => ({ kind: "pages" as const, id, name: title })),
    ...drives.map(({ id, name }) => ({ kind: "drives" as const, id, name: words.driveNamed(name) })),
  ];
  if (places.length === 0) return null;
  return (
    <section aria-labelledby="inbox-muted" class="people-group">
      <h2 id="inbox-muted">{words.muted}</h2>
      <ul class="people">
        {places.map(({ kind, id, name }) => (
          <li key={id}>
            <span class="who">{name}</span>
            <button
              type="button"
              class="quiet"
              aria-label={words.unmuteOne(name)}
              onClick={({ currentTarget }) => hands?.unmute(currentTarget, kind, id)}
            >
              {words.unmute}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
