/** Opens the subject of a notification. */
import type { Notification } from "../../../features/notifications/contract.ts";
import type { Page } from "../../../features/pages/contract.ts";
import { addressOf } from "../../shared/inbox/inbox-row.tsx";
import { call, path } from "../api/api.ts";
import { navigate } from "../shell/navigation.ts";
import { scrollToMatch } from "../shell/scroll-to-match.ts";
import { find, need } from "../ui/dom.ts";

const isConnection = ({ type }: Notification): boolean =>
  type === "CONNECTION_REQUEST" || type === "CONNECTION_ACCEPTED";

export const canOpen = (notification: Notification): boolean =>
  isConnection(notification) || addressOf(notification) !== null;

/** A mention also scrolls to its text, and a reminder to its task. */
export async function openSubject(notification: Notification): Promise<void> {
  if (isConnection(notification)) {
    const { openConnections } = await import("../settings/connections.tsx");
    return openConnections();
  }
  const address = addressOf(notification);
  if (address === null) return;
  await navigate(address);
  const { type, title, pageId } = notification;
  const main = need("#main", HTMLElement);
  if (type === "REMINDER") scrollToMatch(main, [title]);
  if (type !== "MENTION" || pageId === null) return;
  const { content } = await call<Page>("GET", path`/api/pages/${pageId}`);
  const me = find("[data-user]", HTMLElement, main)?.dataset["user"] ?? "";
  const name = content.split(`](user:${me})`, 1)[0]?.split("@[").at(-1) ?? "";
  scrollToMatch(main, [`@${name}`]);
}
