/** Where others are in the text that an editor shows. It knows nothing of how that is told. */
import { type EditorState, StateEffect, StateField } from "@codemirror/state";

export type Peer = {
  readonly client: number;
  readonly name: string;
  readonly colour: string;
  readonly isTool: boolean;
  readonly anchor: number;
  readonly head: number;
  /** What the room said last: another value when they have moved by themselves. */
  readonly moved: string;
};

export const setPeers = StateEffect.define<readonly Peer[]>();

/** They move with the text until the room says where they are. */
export const peersField = StateField.define<readonly Peer[]>({
  create: () => [],
  update(peers, { docChanged, changes, effects }) {
    const moved = docChanged
      ? peers.map((peer) => ({ ...peer, anchor: changes.mapPos(peer.anchor, 1), head: changes.mapPos(peer.head, 1) }))
      : peers;
    return effects.reduce((now, effect) => (effect.is(setPeers) ? effect.value : now), moved);
  },
});

/** Where somebody's caret is; null while they have none in the text. */
export const peerAt = (state: EditorState, client: number): number | null =>
  state.field(peersField, false)?.find((peer) => peer.client === client)?.head ?? null;
