/** What a person is told about the connection of an open page: what happened, what is safe, what to do. */
import type { RequestState } from "../editor/collaboration/by-request.ts";
import type { Status } from "../live/status.ts";

/** `hasUnjoined`: something was typed that only this tab has. `byRequest`: how it is saved while the page is not live. */
export function sentenceFor(
  { state, lostBy, hasUnsaved }: Status,
  hasUnjoined: boolean,
  byRequest: RequestState,
): string {
  if (state === "offline" && byRequest !== "off") return requestWords(byRequest);
  switch (state) {
    case "connecting":
      return hasUnjoined
        ? "What you type stays in this tab, and is saved once the page is connected."
        : "You can begin to type. It is saved once the page is connected.";
    case "connected":
    case "saved":
      return "Everything is saved. What you type is saved as you type.";
    case "saving":
      return "Your last words are on their way.";
    case "offline":
      return hasUnjoined
        ? "What you type stays in this tab. Keep it open: it is saved when the connection is back."
        : "What you type is kept on this device, and saved when the connection is back. You can go on writing.";
    case "read-only":
      return "You may read this page, not change it. Ask its owner if you need to write here.";
    case "lost":
      return lostWords(lostBy, hasUnsaved || hasUnjoined);
  }
}

const NOT_LIVE = "Live editing does not get through this network.";

function requestWords(state: Exclude<RequestState, "off">): string {
  switch (state) {
    case "saved":
      return `${NOT_LIVE} Everything is saved. You and others see each other’s words after a few seconds.`;
    case "saving":
      return `${NOT_LIVE} What you type is saved every few seconds.`;
    case "refused":
      return "The page does not take what you write. Copy your last words before you close this tab.";
  }
}

function lostWords(lostBy: number | null, hasUnsaved: boolean): string {
  const safe = hasUnsaved ? " Some of your words are not saved: copy them from below." : "";
  if (lostBy === 4401)
    return hasUnsaved
      ? "You are signed out. Your last words are kept below and on this device. Sign in again to save them."
      : "You are signed out. Everything you wrote is saved. Sign in again to go on.";
  if (lostBy === 4404) return `This page is in the trash, or gone.${safe}`;
  return `You no longer have access to this page.${safe}`;
}

/** Why the room did not take something. */
export const REFUSALS = {
  read_only: "You could not write here any more when these words came.",
  update_invalid: "The page could not take these words.",
  payload_too_large: "The page would have become too large with these words.",
  quota_exceeded: "The drive has no room for these words.",
} as const;

/** Who came and who went, in a sentence; null for nobody. */
export function comings(before: readonly string[], after: readonly string[]): string | null {
  const came = after.filter((name) => !before.includes(name));
  const went = before.filter((name) => !after.includes(name));
  const parts = [
    came.length > 0 ? `${list(came)} ${came.length === 1 ? "is" : "are"} here now.` : "",
    went.length > 0 ? `${list(went)} left.` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? null : parts.join(" ");
}

const list = (names: readonly string[]): string =>
  names.length <= 3
    ? names.join(names.length === 2 ? " and " : ", ")
    : `${names.slice(0, 2).join(", ")} and ${names.length - 2} others`;
