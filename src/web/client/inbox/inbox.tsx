/** The inbox in the browser. Opening a notification marks it as read. */
import { hydrate, render } from "preact";
import type { MutedPlaces } from "../../../features/mutes/contract.ts";
import type { Notification, NotificationList } from "../../../features/notifications/contract.ts";
import { words } from "../../../words/inbox.ts";
import { groupNotifications } from "../../shared/inbox/groups.ts";
import type { InboxHandlers } from "../../shared/inbox/handlers.ts";
import { INBOX_BATCH, type InboxData, InboxView } from "../../shared/inbox/inbox-view.tsx";
import { ApiError, call, path } from "../api/api.ts";
import { listenToKeys } from "../list-detail/key-list.ts";
import { type Select, Selection } from "../list-detail/selection.ts";
import { answerRequest, Answers } from "../sharing/access-requests.tsx";
import { sideView } from "../shell/side.tsx";
import { keepFresh } from "../shell/use-refresh.ts";
import { announce, attempt, showError } from "../ui/notice.ts";
import type { View } from "../view.ts";
import { canOpen, openSubject } from "./open-subject.ts";
import type * as Detail from "./inbox-detail.tsx";
import { listMuted, mute, unmute } from "./mute.ts";

/** The API returns at most this many at once. */
const MAX_LISTED = 100;

const listFrom = (offset: number, limit: number): Promise<NotificationList> =>
  call("GET", path`/api/notifications?limit=${limit}&offset=${offset}`);

const isOffline = (error: unknown): boolean => error instanceof ApiError && error.code === "offline";

/** The Worker prints the type. */
const readData = (root: HTMLElement): InboxData => JSON.parse(root.dataset["inbox"] ?? "") as InboxData;

export function startInbox(root: HTMLElement, signal: AbortSignal): View {
  const inbox = new Inbox(root, signal);
  return {
    refresh: (fresh) => {
      const printed = fresh.querySelector<HTMLElement>("[data-view=inbox]");
      if (printed) inbox.show(readData(printed));
    },
    saveState: () => inbox.selection.id,
    restoreState: (id) => {
      if (typeof id === "string") inbox.selection.select(id, "restored");
    },
  };
}

class Inbox implements InboxHandlers {
  readonly selection: Selection<typeof Detail>;
  readonly #root: HTMLElement;
  readonly #signal: AbortSignal;
  #data: InboxData;

  constructor(root: HTMLElement, signal: AbortSignal) {
    this.#root = root;
    this.#signal = signal;
    this.#data = readData(root);
    // As printed; the answers to requests need a comparison, which hydration omits.
    hydrate(<InboxView {...this.#data} now={Number(root.dataset["now"])} />, root);
    this.selection = new Selection({
      root,
      signal,
      loadDetail: () => import("./inbox-detail.tsx"),
      first: () => this.#data.list.notifications[0]?.id ?? null,
      isListed: (id) => this.#find(id) !== null,
      draw: () => this.#draw(),
    });
    this.#draw();
    keepFresh(
      signal,
      () => void this.#refresh().catch((error: unknown) => isOffline(error) || showError(error)),
      ({ type }) => type === "notification",
    );
    // A notification may have arrived after the view was printed and before it listened.
    const unread = sideView()?.unread ?? null;
    if (unread !== null && unread !== this.#data.list.unreadCount) void this.#refresh().catch(showError);
    const current = (act: (notification: Notification, control: HTMLElement | null) => void) => (): void => {
      const chosen = this.#find(this.selection.id);
      if (chosen) act(chosen, root.querySelector<HTMLElement>(`[data-entry="${chosen.id}"]`));
    };
    listenToKeys(
      root,
      {
        move: (by) => this.selection.move(by),
        open: current((chosen, control) => this.#open(control, chosen)),
        markRead: current((chosen, control) => this.#markRead(control, chosen)),
        remove: current((chosen, control) => control && this.remove(control, chosen)),
      },
      signal,
    );
  }

  show(data: InboxData): void {
    if (this.#signal.aborted) return;
    this.#data = data;
    this.#draw();
  }

  press(event: MouseEvent, notification: Notification): void {
    const control = event.currentTarget;
    if (!(control instanceof HTMLElement)) return;
    this.selection.press(event, notification.id, () => this.#open(control, notification));
  }

  remove(control: HTMLElement, notification: Notification): void {
    const groups = groupNotifications(this.#data.list.notifications);
    const group = groups.find(({ newest }) => newest.id === notification.id);
    const removed = [notification, ...(group?.earlier ?? [])];
    attempt(control, async () => {
      await Promise.all(removed.map(({ id }) => call("DELETE", path`/api/notifications/${id}`)));
      this.selection.leave(removed.map(({ id }) => id));
      await this.#refresh();
      this.selection.refocus();
    });
  }

  mute(control: HTMLElement, kind: keyof MutedPlaces, id: string): void {
    attempt(control, async () => {
      await mute(kind, id);
      announce(words.muteDone);
      await this.#showMuted();
    });
  }

  unmute(control: HTMLElement, kind: keyof MutedPlaces, id: string): void {
    attempt(control, async () => {
      await unmute(kind, id);
      await this.#showMuted();
    });
  }

  readAll(control: HTMLElement): void {
    attempt(control, async () => {
      await call("POST", "/api/notifications/read-all");
      await this.#refresh();
    });
  }

  showMore(control: HTMLElement): void {
    attempt(control, async () => {
      const { notifications } = this.#data.list;
      const more = await listFrom(notifications.length, INBOX_BATCH);
      const known = new Set(more.notifications.map(({ id }) => id));
      const before = notifications.filter(({ id }) => !known.has(id));
      this.show({ ...this.#data, list: { ...more, notifications: [...before, ...more.notifications] } });
    });
  }

  openSettings(control: HTMLElement): void {
    attempt(control, async () => (await import("../settings/notification-settings.tsx")).openNotificationSettings());
  }

  answers(notification: Notification) {
    const { id, pageId, actorId } = notification;
    return (
      <Answers
        about={words.answerRequest}
        answer={async (answer) => {
          if (pageId === null || actorId === null) return;
          await answerRequest(pageId, actorId, answer);
          await call("POST", path`/api/notifications/${id}/read`);
          await this.#refresh();
        }}
      />
    );
  }

  #open(control: HTMLElement | null, notification: Notification): void {
    attempt(control, async () => {
      if (!notification.read) await call("POST", path`/api/notifications/${notification.id}/read`);
      await openSubject(notification);
      // Some open a dialog over the inbox.
      if (!this.#signal.aborted) await this.#refresh();
    });
  }

  #markRead(control: HTMLElement | null, notification: Notification): void {
    if (notification.read) return;
    attempt(control, async () => {
      await call("POST", path`/api/notifications/${notification.id}/read`);
      await this.#refresh();
    });
  }

  #find(id: string | null): Notification | null {
    return this.#data.list.notifications.find((each) => each.id === id) ?? null;
  }

  async #refresh(): Promise<void> {
    const shown = this.#data.list.notifications.length;
    const list = await listFrom(0, Math.min(MAX_LISTED, Math.max(INBOX_BATCH, shown)));
    this.show({ ...this.#data, list });
  }

  async #showMuted(): Promise<void> {
    this.show({ ...this.#data, muted: await listMuted() });
  }

  #detail({ module, id, wait }: Select<typeof Detail>) {
    const notification = this.#find(id);
    return (
      notification && (
        <module.InboxDetail
          key={notification.id}
          notification={notification}
          userId={this.#root.dataset["user"] ?? ""}
          wait={wait}
          hands={this}
          open={canOpen(notification) ? (control) => this.#open(control, notification) : null}
          markRead={(control) => this.#markRead(control, notification)}
        />
      )
    );
  }

  #draw(): void {
    if (this.#signal.aborted) return;
    const { shown } = this.selection;
    render(
      <InboxView
        {...this.#data}
        now={Date.now()}
        selected={shown?.id ?? null}
        hands={this}
        detail={shown && this.#detail(shown)}
      />,
      this.#root,
    );
  }
}
