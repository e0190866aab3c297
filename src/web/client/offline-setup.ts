/** What a browser does so that its pages are there without a network, and nothing that was typed without one is forgotten. */
import { keepOffline } from "./keep-offline.ts";
import { keepBlankPages } from "./pending-pages/views.ts";
import { sendDrafts } from "./send-drafts.ts";

/** What fails is tried again at the next visit. */
export function prepareOffline(): void {
  const send = (): void => void sendDrafts().catch(() => undefined);
  addEventListener("online", send);
  send();
  import("./clear-page-data.ts").then(({ clearDataOfOthers }) => clearDataOfOthers()).catch(() => undefined);
  keepOffline()
    .then(keepBlankPages)
    .catch(() => undefined);
}
