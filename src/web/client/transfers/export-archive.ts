/**
 * Exports a drive, or a page with its descendants, as an archive: downloaded, or created in the background if it is too
 * large. Exports the pages of a folder as a table.
 */
import type { BeginExport } from "../../../features/transfer/jobs/contract.ts";
import { words as frame } from "../../../words/frame.ts";
import { words } from "../../../words/transfers.ts";
import { ApiError, call, path } from "../api/api.ts";
import { ask } from "../ui/dialog.ts";
import { element } from "../ui/dom.ts";
import { navigate } from "../shell/navigation.ts";
import { sideView } from "../shell/side.tsx";

/** `began` is called when the export continues in the background; by default it shows the list of transfers. */
export async function exportArchive(what: BeginExport, began: () => Promise<void> = showTransfers): Promise<void> {
  const { driveId, pageId } = what;
  const address =
    pageId === undefined ? path`/api/drives/${driveId}/export` : path`/api/pages/${pageId}/export?format=zip`;
  await download(address, async () => {
    if (!(await ask(words.tooLarge, words.tooLargeHint, words.exportSoon))) return;
    await call("POST", "/api/transfers/exports", what);
    await began();
  });
}

/** Downloads a CSV file with a row for each page directly below, and the properties as columns. */
export const exportTable = (pageId: string): Promise<void> => download(path`/api/pages/${pageId}/export?format=table`);

/** A download does not report why it failed, so this checks first. Throws an `ApiError` with the reason. */
async function download(address: string, tooLarge?: () => Promise<void>): Promise<void> {
  const answer = await fetch(address, { method: "HEAD" }).catch(() => null);
  if (!answer) throw new ApiError("offline", frame.offline);
  if (answer.ok) element("a", { href: address, download: "" }).click();
  else if (answer.status === 413 && tooLarge) await tooLarge();
  // A HEAD response has no body, which would contain the reason.
  else await call("GET", address);
}

/** The transfers of the open drive; all transfers if the user has access to a single page only. */
const showTransfers = (): Promise<void> => {
  const drive = sideView()?.drive?.id;
  return navigate(drive === undefined ? "/transfers" : path`/drives/${drive}/transfers`);
};
