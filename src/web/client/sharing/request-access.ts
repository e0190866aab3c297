/**
 * The view shown in place of a page that the user may not see: requests access, and opens the page if it is granted
 * meanwhile.
 */
import type { NotificationList } from "../../../features/notifications/contract.ts";
import type { RightsFlags } from "../../../kernel/rights.ts";
import { words } from "../../../words/ask.ts";
import { call, path } from "../api/api.ts";
import { element, fieldOf, find } from "../ui/dom.ts";
import { onHub } from "../shell/hub-events.ts";
import { announce, onSubmit } from "../ui/notice.ts";

export function startRequestAccess(root: HTMLElement, signal: AbortSignal): void {
  const form = find("form", HTMLFormElement, root);
  if (!form) return;
  const pageId = form.dataset["page"] ?? "";
  onSubmit(form, async () => {
    await call("POST", path`/api/pages/${pageId}/access-requests`, { message: fieldOf(form, "message") });
    form.replaceWith(element("p", { tabindex: -1 }, words.sent));
    announce(words.asked);
  });
  const openIfShared = async (): Promise<void> => {
    const { canView } = await call<RightsFlags>("GET", path`/api/pages/${pageId}/permissions/check`);
    if (canView) location.reload();
  };
  const tellIfDeclined = async (): Promise<void> => {
    const { notifications } = await call<NotificationList>("GET", "/api/notifications?limit=1");
    const [newest] = notifications;
    if (newest?.type === "ACCESS_DECLINED" && newest.pageId === pageId && !newest.read) announce(newest.message);
  };
  onHub(
    {
      event({ type }) {
        if (type === "access") openIfShared().catch(reportError);
        if (type === "notification") tellIfDeclined().catch(reportError);
      },
      missed: () => void openIfShared().catch(reportError),
    },
    signal,
  );
}
