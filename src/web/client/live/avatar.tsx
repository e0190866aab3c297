/** The avatar of a participant, a letter in their colour; and the props of the live bar. */
import type { Participant } from "../../../realtime/protocol.ts";
import type { RequestState } from "../editor/collaboration/by-request.ts";
import type { Tool } from "../editor/collaboration/tool-edits.ts";
import type { UnsavedPart } from "../../../live-client/memory.ts";
import type { Status } from "../../../live-client/status.ts";
import { words as frame } from "../../../words/frame.ts";
import { words } from "../../../words/live.ts";

export type LiveBarProps = {
  readonly status: Status;
  readonly hasUnjoined: boolean;
  readonly byRequest: RequestState;
  /** Everyone else, each once. */
  readonly people: readonly Participant[];
  readonly unsaved: readonly UnsavedPart[];
  /** Text that cannot be placed while offline. */
  readonly unplaced: string;
  readonly unjoined: string;
  /** Tools whose edits can be undone. */
  readonly tools: readonly Tool[];
  /** The announcement for screen readers. */
  readonly said: string;
  readonly copy: (text: string) => void;
  readonly discard: (id: string) => void;
  readonly undo: (tool: Tool) => void;
  readonly retry: () => void;
  readonly follow: (person: Participant) => void;
};

/** A press follows the participant. */
export const PeerAvatar = ({ person, follow }: { person: Participant } & Pick<LiveBarProps, "follow">) => (
  <button
    type="button"
    class={person.tool === null ? "live-face" : "live-face live-tool"}
    title={words.follow(nameOf(person))}
    aria-label={words.follow(nameOf(person))}
    ref={(element) => element?.style.setProperty("--peer", person.colour)}
    onClick={() => follow(person)}
  >
    {Array.from((person.tool ?? person.name).trim())[0]?.toUpperCase() ?? "?"}
  </button>
);

export const nameOf = ({ name, tool }: Participant): string => (tool === null ? name : frame.onBehalf(tool, name));
