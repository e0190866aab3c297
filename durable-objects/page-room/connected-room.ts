/** What the parts of a room with connections need from each other. `Connections` creates the parts and implements it. */
import type { Deps } from "../../src/deps.ts";
import type { Instant } from "../../src/kernel/clock.ts";
import type { PageSocket } from "./page-socket.ts";
import type { RoomAlarm } from "./room-alarm.ts";
import type { Sockets } from "./sockets.ts";
import type { ThreadPlaces } from "./thread-places.ts";
import type { UpdateLog } from "./update-log.ts";

/** The room itself. `PageRoom` passes it as an object, because every public method of that class can be called by RPC. */
export type Room = {
  readonly alarm: RoomAlarm;
  readonly deps: (now: Instant) => Deps;
  readonly open: () => UpdateLog;
  /** The log, started and with nothing staged; null if the page no longer exists. */
  readonly openReady: (pageId: string) => Promise<UpdateLog | null>;
  readonly threads: ThreadPlaces;
  readonly runExclusive: <T>(act: () => Promise<T>) => Promise<T>;
};

export interface ConnectedRoom {
  readonly room: Room;
  readonly sql: SqlStorage;
  readonly sockets: Sockets;
  /** The log, if it is started and nothing is staged; null otherwise. */
  readonly readyLog: UpdateLog | null;
  /** True if D1 tells readers to get the text from this room, which must be so before the first update is broadcast. */
  readonly isMarked: boolean;
  /** True if the owner's text quota is used up. */
  readonly isFull: boolean;
  /** D1 now has the mark. */
  marked(now: Instant): void;
  /** Returns true if updates may be stored and broadcast. Otherwise checks what it has to, then pumps. */
  mayPass(now: Instant, hasUpdates: boolean): boolean;
  /** There is something to broadcast but the log is not available: resolves the staged edit, then pumps. */
  resumeTypedUpdates(): void;
  /** Typed updates were stored. */
  changed(): void;
  /** Something may have been committed, or broadcasts may resume. */
  pump(): void;
  end(socket: PageSocket, code: number, reason: string): void;
  /** Closes every connection; clients reconnect with what was not stored. */
  endAll(): void;
}
