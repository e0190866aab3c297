/** Prepares offline use: stores pages, and sends changes that were typed offline. */
import { keepOffline } from "./keep-offline.ts";
import { keepBlankPages } from "./pending-pages/views.ts";
import { sendDrafts } from "./send-drafts.ts";

/** Failures are retried at the next visit. */
export function prepareOffline(): void {
  const send = (): void => void sendDrafts().catch(() => undefined);
  addEventListener("online", send);
  send();
  import("./clear-page-data.ts").then(({ clearDataOfOthers }) => clearDataOfOthers()).catch(() => undefined);
  keepOffline()
    .then(keepBlankPages)
    .catch(() => undefined);
}
