/** The part of a page's room that can be called for its comment threads, and for copies of its storage. */
import { DurableObject } from "cloudflare:workers";
import type {
  AcceptCommand,
  AcceptReply,
  AnchorList,
  PageThreadsRpc,
  PlaceAnchorsCommand,
  PlaceReply,
  RoomPageRef,
  StoredAnchor,
} from "../../src/rpc/page-threads.ts";
import type { RestoreRoom, RoomCopyReply, RoomRestored } from "../../src/rpc/page-room.ts";
import type { CopyCursor } from "../../src/rpc/storage-copy.ts";
import type { RoomCopy } from "./room-copy.ts";

export abstract class ThreadedRoom extends DurableObject<Env> implements PageThreadsRpc {
  protected abstract readonly threadCalls: PageThreadsRpc;
  protected abstract readonly copies: RoomCopy;

  copyStorage(pageId: string, cursor: CopyCursor | null): Promise<RoomCopyReply> {
    return this.copies.copy(pageId, cursor);
  }

  restoreStorage(command: RestoreRoom): Promise<RoomRestored> {
    return this.copies.restore(command);
  }

  placeAnchors(command: PlaceAnchorsCommand): Promise<PlaceReply> {
    return this.threadCalls.placeAnchors(command);
  }

  confirmAnchors(ids: readonly string[], kept: readonly string[]): Promise<void> {
    return this.threadCalls.confirmAnchors(ids, kept);
  }

  anchors(page: RoomPageRef, ids: readonly string[] | null): Promise<AnchorList> {
    return this.threadCalls.anchors(page, ids);
  }

  setAnchorsClosed(ids: readonly string[], isClosed: boolean): Promise<void> {
    return this.threadCalls.setAnchorsClosed(ids, isClosed);
  }

  deleteAnchors(ids: readonly string[]): Promise<void> {
    return this.threadCalls.deleteAnchors(ids);
  }

  moveAnchor(...moved: Parameters<PageThreadsRpc["moveAnchor"]>): Promise<PlaceReply> {
    return this.threadCalls.moveAnchor(...moved);
  }

  acceptSuggestions(command: AcceptCommand): Promise<AcceptReply> {
    return this.threadCalls.acceptSuggestions(command);
  }

  storedAnchors(page: RoomPageRef): Promise<readonly StoredAnchor[]> {
    return this.threadCalls.storedAnchors(page);
  }

  restoreAnchors(page: RoomPageRef, anchors: readonly StoredAnchor[]): Promise<void> {
    return this.threadCalls.restoreAnchors(page, anchors);
  }
}
