/** In a word or two: whether an open page is saved. */
import type { RequestState } from "../editor/collaboration/by-request.ts";
import type { Status } from "../live/status.ts";

const LABELS: Readonly<Record<Status["state"], string>> = {
  connecting: "Connecting…",
  connected: "Saved",
  saved: "Saved",
  saving: "Saving…",
  offline: "Offline",
  "read-only": "View only",
  lost: "Not connected",
};

const BY_REQUEST = { saved: "Saved", saving: "Saving…", refused: "Not saved" } as const;

/** `byRequest`: how it is saved while the page is not live. */
export const labelFor = ({ state }: Status, byRequest: RequestState): string =>
  state === "offline" && byRequest !== "off" ? BY_REQUEST[byRequest] : LABELS[state];
