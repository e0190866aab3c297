/** Messages about the connection of an open page: what happened, what is safe, what to do. */
import type { RequestState } from "../editor/collaboration/by-request.ts";
import type { Status } from "../../../live-client/status.ts";
import { words } from "../../../words/live-details.ts";
import { plural } from "../../../words/plural.ts";

/**
 * `hasUnjoined`: only this tab has some of the typing. `byRequest`: how the page is saved while there is no live
 * connection.
 */
export function statusMessage(
  { state, lostBy, hasUnsaved }: Status,
  hasUnjoined: boolean,
  byRequest: RequestState,
): string {
  if (state === "offline" && byRequest !== "off") return requestWords(byRequest);
  switch (state) {
    case "connecting":
      return hasUnjoined ? words.beginUnjoined : words.begin;
    case "connected":
    case "saved":
      return words.saved;
    case "saving":
      return words.saving;
    case "offline":
      return hasUnjoined ? words.offlineUnjoined : words.offline;
    case "read-only":
      return words.readOnly;
    case "lost":
      return lostWords(lostBy, hasUnsaved || hasUnjoined);
  }
}

function requestWords(state: Exclude<RequestState, "off">): string {
  switch (state) {
    case "saved":
      return words.savedByRequest;
    case "saving":
      return words.savingByRequest;
    case "refused":
      return words.refusedByRequest;
  }
}

function lostWords(lostBy: number | null, hasUnsaved: boolean): string {
  if (lostBy === 4401) return hasUnsaved ? words.signedOutUnsaved : words.signedOut;
  const what = lostBy === 4404 ? words.gone : words.noAccess;
  return hasUnsaved ? words.withUnsaved(what) : what;
}

export const toolEditMessage = (tool: string): string => words.toolWrote(tool);

/** A sentence about who joined and who left; null if nobody did. */
export function presenceMessage(before: readonly string[], after: readonly string[]): string | null {
  const came = after.filter((name) => !before.includes(name));
  const went = before.filter((name) => !after.includes(name));
  const parts = [
    came.length > 0 ? words.came(list(came), came.length) : "",
    went.length > 0 ? words.went(list(went), went.length) : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? null : parts.join(" ");
}

const list = (names: readonly string[]): string =>
  names.length <= 3
    ? words.names(names)
    : words.namesAndOthers(names.slice(0, 2), plural(names.length - 2, words.others));
