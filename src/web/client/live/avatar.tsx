/** The avatar of a participant, with a ring in the colour of their caret; and the props of the live bar. */
import type { Participant } from "../../../realtime/protocol.ts";
import type { RequestState } from "../editor/collaboration/by-request.ts";
import type { Tool } from "../editor/collaboration/tool-edits.ts";
import type { UnsavedPart } from "../../../live-client/memory.ts";
import type { Status } from "../../../live-client/status.ts";
import { Avatar } from "../../shared/avatar.tsx";
import { words as frame } from "../../../words/frame.ts";

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

export const PeerAvatar = ({ person: { userId, name, tool, colour } }: { readonly person: Participant }) => (
  <span
    class={tool === null ? "live-face" : "live-face live-tool"}
    ref={(element) => element?.style.setProperty("--peer", colour)}
  >
    <Avatar of={{ id: userId, name, image: null }} isAgent={tool !== null} />
  </span>
);

export const nameOf = ({ name, tool }: Participant): string => (tool === null ? name : frame.onBehalf(tool, name));
