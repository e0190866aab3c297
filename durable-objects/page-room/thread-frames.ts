/** What clients are sent about the open threads on the text. */
import type { LiveAnchor, ThreadsFrame } from "../../src/kernel/comment.ts";
import type { Place } from "./anchor-store.ts";
import type { AnchorTracker } from "./anchor-tracker.ts";

export const wholeFrame = (tracker: AnchorTracker | null, revision: number): ThreadsFrame => ({
  revision,
  isWhole: true,
  anchors: [...(tracker?.places ?? [])].flatMap((place) => toLive(place) ?? []),
  closed: [],
});

/** What changed since the last call; null if nothing did. */
export function changesFrame(tracker: AnchorTracker): ThreadsFrame | null {
  const anchors: LiveAnchor[] = [];
  const closed: string[] = [];
  for (const id of tracker.takeChanged()) {
    const place = tracker.get(id);
    const live = place === undefined ? null : toLive(place);
    if (live !== null) anchors.push(live);
    // Tasks and threads that are not stored yet were never shown.
    else if (place === undefined || place.isClosed) closed.push(id);
  }
  if (anchors.length === 0 && closed.length === 0) return null;
  return { revision: tracker.revision, isWhole: false, anchors, closed };
}

function toLive({ anchor, kind, isClosed, pendingSince, cells, pin }: Place): LiveAnchor | null {
  if (kind === "task" || isClosed || pendingSince !== null) return null;
  const { id, state, now } = anchor;
  return { id, kind, state, start: toBase64(pin.start), end: toBase64(pin.end), now, cells };
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
