/** The words of a page that are on this device alone, to be copied without the page. */
import { withoutControls } from "../../kernel/text.ts";
import { LiveDocument } from "../live/document.ts";
import { openPageStore } from "./live-store.ts";

/** `isWhole`: all of the page, which is nowhere else; otherwise what was added to it. */
export async function unsentText(userId: string, pageId: string, isWhole: boolean): Promise<string> {
  const { state, drafts } = await openPageStore(userId, pageId).load();
  const document = new LiveDocument(0, () => undefined);
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
