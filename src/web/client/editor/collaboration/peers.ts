/**
 * Other users' carets and selections, drawn over the text so that they do not affect its lines. Loaded when the first other user
 * appears.
 */
import { EditorSelection, type Extension, StateEffect } from "@codemirror/state";
import { type EditorView, layer, type LayerMarker, RectangleMarker } from "@codemirror/view";
import * as Y from "yjs";
import type { LivePage } from "../../../../live-client/page.ts";
import type { LiveState } from "../../../../live-client/presence.ts";
import { element } from "../../ui/dom.ts";
import { type Peer, peersField, setPeers } from "./peer-places.ts";
import type { Replica } from "./replica.ts";

/** Everyone else with a position in the text that the editor shows. */
function peersOf(page: LivePage, { doc, text }: Replica): Peer[] {
  const peers: Peer[] = [];
  for (const [client, state] of page.awareness.getStates()) {
    // The shape that Presence writes.
    const { user, cursor } = state as Partial<LiveState>;
    if (client === page.awareness.clientID || user === undefined || !cursor) continue;
    const offset = (position: unknown): number | null => {
      const at = Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(position), doc);
      return at === null || at.type !== text ? null : at.index;
    };
    const [anchor, head] = [offset(cursor.anchor), offset(cursor.head)];
    // The position is in text that has not been shown yet.
    if (anchor === null || head === null) continue;
    const { color: colour, tool } = user;
    const name = tool ?? user.name;
    peers.push({ client, name, colour, isTool: tool !== null, anchor, head, moved: JSON.stringify(cursor) });
  }
  return peers;
}

/** In pixels, as in the style sheet. */
const NAME_HEIGHT = 20;
const NAME_WIDTH = 192;

class PeerMarker implements LayerMarker {
  readonly #place: RectangleMarker;
  readonly #peer: Peer;
  readonly #isCaret: boolean;
  /** Width of the text in pixels. */
  readonly #room: number;

  constructor(place: RectangleMarker, peer: Peer, isCaret: boolean, room: number) {
    this.#place = place;
    this.#peer = peer;
    this.#isCaret = isCaret;
    this.#room = room;
  }

  eq(other: PeerMarker): boolean {
    return this.#place.eq(other.#place) && this.#isLike(other);
  }

  draw(): HTMLElement {
    const { name, colour, isTool } = this.#peer;
    const label = this.#isCaret ? element("span", { class: "ed-peer-name" }, name) : null;
    const marker = element("div", { class: label ? "ed-peer" : "ed-peer-selection" }, label);
    if (isTool) marker.classList.add("ed-peer-tool");
    marker.style.setProperty("--peer", colour);
    this.#adjust(marker);
    return marker;
  }

  /** A user who moved their own caret is redrawn, so that the name appears again. */
  update(marker: HTMLElement, before: PeerMarker): boolean {
    if (!this.#isLike(before)) return false;
    this.#adjust(marker);
    return true;
  }

  #isLike(other: PeerMarker): boolean {
    const [mine, theirs] = [this.#peer, other.#peer];
    return this.#isCaret === other.#isCaret && mine.client === theirs.client && mine.moved === theirs.moved;
  }

  #adjust(marker: HTMLElement): void {
    const { left, top, width, height } = this.#place;
    Object.assign(marker.style, { left: `${left}px`, top: `${top}px`, height: `${height}px` });
    // Place the name where there is room for it.
    marker.classList.toggle("ed-peer-first", this.#isCaret && top < NAME_HEIGHT);
    marker.classList.toggle("ed-peer-last", this.#isCaret && left + NAME_WIDTH > this.#room);
    if (!this.#isCaret && width !== null) marker.style.width = `${width}px`;
  }
}

const isChanged = (update: { startState: EditorView["state"]; state: EditorView["state"]; geometryChanged: boolean }) =>
  update.geometryChanged || update.startState.field(peersField) !== update.state.field(peersField);

const markersOf = (view: EditorView, isCaret: boolean): PeerMarker[] => {
  const { length } = view.state.doc;
  const room = view.scrollDOM.clientWidth;
  return view.state.field(peersField).flatMap((peer) => {
    const [anchor, head] = [Math.min(peer.anchor, length), Math.min(peer.head, length)];
    if (!isCaret && anchor === head) return [];
    const range = isCaret ? EditorSelection.cursor(head) : EditorSelection.range(anchor, head);
    return RectangleMarker.forRange(view, "", range).map((place) => new PeerMarker(place, peer, isCaret, room));
  });
};

const peers: Extension = [
  peersField,
  layer({ above: false, class: "ed-peer-selections", update: isChanged, markers: (view) => markersOf(view, false) }),
  layer({ above: true, class: "ed-peers", update: isChanged, markers: (view) => markersOf(view, true) }),
];

export function showPeers(view: EditorView, page: LivePage, replica: Replica): void {
  if (!view.state.field(peersField, false)) view.dispatch({ effects: StateEffect.appendConfig.of(peers) });
  view.dispatch({ effects: setPeers.of(peersOf(page, replica)) });
}
