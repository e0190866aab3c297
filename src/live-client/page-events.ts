/** What an open page tells those who show it. */
import type { Participant, RefusalCode } from "../realtime/protocol.ts";
import type { Status } from "./status.ts";

export type PageEvents = {
  status: (status: Status) => void;
  /** Everything sent so far is durable, as of this page revision. */
  saved: (revision: number) => void;
  /** The room rejected an edit: it is now in `unsaved()`, and `replaced` will follow. */
  refused: (code: RefusalCode) => void;
  /** `doc`, `text` and `awareness` were replaced by new ones that hold the room's version of the page. */
  replaced: () => void;
  people: (people: readonly Participant[]) => void;
  /** `threads` has changed. */
  threads: () => void;
  /** An unexpected error that was worked around, for logging. */
  defect: (error: unknown) => void;
};
