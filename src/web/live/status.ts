/** What a person is told about an open page. */

/**
 * `connecting`: the page has not arrived yet. `connected`: it has, and nothing was typed. `saving` and `saved`: of what was
 * typed. `offline`: what is typed is kept, and sent when the connection is back. `read-only`: the room takes nothing.
 * `lost`: no connection will be made any more, and editing has to stop.
 */
export type Status = {
  readonly state: "connecting" | "connected" | "saving" | "saved" | "offline" | "read-only" | "lost";
  /** The close code 4401, 4403 or 4404 when the page is lost. */
  readonly lostBy: number | null;
  /** Something can be had from `unsaved()`. */
  readonly hasUnsaved: boolean;
};

/** What is known of the connection and the document. */
export type Facts = {
  readonly lostBy: number | null;
  /** This connection has brought the whole page. */
  readonly isSynced: boolean;
  /** A connection has failed or was closed since the page was opened. */
  readonly wasClosed: boolean;
  readonly canEdit: boolean;
  readonly hasUnsaved: boolean;
  /** Something was typed and saved since the page was opened. */
  readonly hasSaved: boolean;
};

export function stateOf(facts: Facts): Status["state"] {
  if (facts.lostBy !== null) return "lost";
  if (!facts.isSynced) return facts.wasClosed ? "offline" : "connecting";
  if (!facts.canEdit) return "read-only";
  if (facts.hasUnsaved) return "saving";
  return facts.hasSaved ? "saved" : "connected";
}
