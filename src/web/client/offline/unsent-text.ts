/** The text of a page that exists on this device only, to be copied without opening the page. */
import { withoutControls } from "../../../kernel/text.ts";
import { SyncedDocument } from "../../../live-client/synced-document.ts";
import { openPageStore } from "../live/store.ts";

/** `isWhole`: all of the page, which exists nowhere else; otherwise only what was added to it. */
export async function unsentText(userId: string, pageId: string, isWhole: boolean): Promise<string> {
  const { state, drafts } = await openPageStore(userId, pageId).load();
  const document = new SyncedDocument(0, () => undefined);
  try {
    if (state !== null) document.apply(state);
    for (const { update, refused } of drafts) if (refused === null) document.adopt(update);
    const waiting = isWhole ? document.text.toJSON() : (document.unsaved()?.text ?? "");
    const parts = [waiting, document.unplacedText, ...drafts.map(({ refused }) => refused?.text ?? "")];
    return withoutControls(parts.filter((part) => part !== "").join("\n"));
  } finally {
    document.destroy();
  }
}
