/** A short label of whether an open page is saved. */
import type { RequestState } from "../editor/collaboration/by-request.ts";
import type { Status } from "../../../live-client/status.ts";
import { words } from "../../../words/live.ts";
import { words as page } from "../../../words/page.ts";

const labels = (): Readonly<Record<Status["state"], string>> => ({
  connecting: page.connecting,
  connected: page.saved,
  saved: page.saved,
  saving: words.saving,
  offline: words.offline,
  "read-only": words.viewOnly,
  lost: words.lost,
});

const byRequestLabels = () => ({ saved: page.saved, saving: words.saving, refused: words.notSaved });

/** `byRequest`: how the page is saved while there is no live connection. */
export function labelFor({ state, hasUnsaved }: Status, hasUnjoined: boolean, byRequest: RequestState): string {
  if (state !== "offline") return labels()[state];
  if (byRequest !== "off") return byRequestLabels()[byRequest];
  return hasUnsaved || hasUnjoined ? words.notSent : words.offline;
}
