/** The positions of other users in the editor's text, independent of how they are transmitted. */
import { type EditorState, StateEffect, StateField } from "@codemirror/state";

export type Peer = {
  readonly client: number;
  readonly name: string;
  readonly colour: string;
  readonly isTool: boolean;
  readonly anchor: number;
  readonly head: number;
  /** The last position received from the room, serialized: changes when the user moved their own caret. */
  readonly moved: string;
};

export const setPeers = StateEffect.define<readonly Peer[]>();

/** Positions move with the text until the room sends new ones. */
export const peersField = StateField.define<readonly Peer[]>({
  create: () => [],
  update(peers, { docChanged, changes, effects }) {
    const moved = docChanged
      ? peers.map((peer) => ({ ...peer, anchor: changes.mapPos(peer.anchor, 1), head: changes.mapPos(peer.head, 1) }))
      : peers;
    return effects.reduce((now, effect) => (effect.is(setPeers) ? effect.value : now), moved);
  },
});

/** The caret position of a user; null if they have none in the text. */
export const peerAt = (state: EditorState, client: number): number | null =>
  state.field(peersField, false)?.find((peer) => peer.client === client)?.head ?? null;
