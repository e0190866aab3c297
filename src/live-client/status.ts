/** The status of an open page, as shown to the user. */

/**
 * `connecting`: the page has not arrived yet. `connected`: it has, and nothing was typed. `saving`, `saved`: state of the
 * user's edits. `offline`: edits are kept and sent after reconnecting. `read-only`: the room accepts no edits. `lost`:
 * there will be no further connection, and editing has to stop.
 */
export type Status = {
  readonly state: "connecting" | "connected" | "saving" | "saved" | "offline" | "read-only" | "lost";
  /** The close code 4401, 4403 or 4404 when the page is lost. */
  readonly lostBy: number | null;
  /** True if `unsaved()` returns anything. */
  readonly hasUnsaved: boolean;
  /** The user may comment on the page, as the room last reported; null before that. */
  readonly mayComment: boolean | null;
};

/** The state of the connection and the document. */
export type Facts = {
  readonly lostBy: number | null;
  /** This connection has delivered the whole page. */
  readonly isSynced: boolean;
  /** A connection has failed or was closed since the page was opened. */
  readonly wasClosed: boolean;
  readonly canEdit: boolean;
  readonly hasUnsaved: boolean;
  /** Edits were made and saved since the page was opened. */
  readonly hasSaved: boolean;
};

export const isSameStatus = (a: Status, b: Status): boolean =>
  a.state === b.state && a.lostBy === b.lostBy && a.hasUnsaved === b.hasUnsaved && a.mayComment === b.mayComment;

export function stateOf(facts: Facts): Status["state"] {
  if (facts.lostBy !== null) return "lost";
  if (!facts.isSynced) return facts.wasClosed ? "offline" : "connecting";
  if (!facts.canEdit) return "read-only";
  if (facts.hasUnsaved) return "saving";
  return facts.hasSaved ? "saved" : "connected";
}
