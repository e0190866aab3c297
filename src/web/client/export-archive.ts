/** A drive, or a page with what is below it, as an archive: downloaded, or made in the background where it is too large for that. */
import type { BeginExport } from "../../features/transfer/jobs/contract.ts";
import { words as frame } from "../messages/frame.ts";
import { words } from "../messages/transfers.ts";
import { ApiError, call, path } from "./api.ts";
import { ask } from "./dialog.ts";
import { element } from "./dom.ts";
import { navigate } from "./navigation.ts";
import { sideView } from "./side.tsx";

/** `began` is told when it goes on in the background, and where that is to be seen by default. */
export async function exportArchive(what: BeginExport, began: () => Promise<void> = showTransfers): Promise<void> {
  const { driveId, pageId } = what;
  const address =
    pageId === undefined ? path`/api/drives/${driveId}/export` : path`/api/pages/${pageId}/export?format=zip`;
  // A browser that saves a file does not say why there is none.
  const answer = await fetch(address, { method: "HEAD" }).catch(() => null);
  if (!answer) throw new ApiError("offline", frame.offline);
  if (answer.status === 413) {
    if (!(await ask(words.tooLarge, words.tooLargeHint, words.exportSoon))) return;
    await call("POST", "/api/transfers/exports", what);
    await began();
  } else if (answer.ok) {
    element("a", { href: address, download: "" }).click();
  } else {
    // Why it is refused is said in the body, which an answer to HEAD has none of.
    await call("GET", address);
  }
}

/** Those of the drive, unless the person was only given a page of it. */
const showTransfers = (): Promise<void> => {
  const drive = sideView()?.drive?.id;
  return navigate(drive === undefined ? "/transfers" : path`/drives/${drive}/transfers`);
};
