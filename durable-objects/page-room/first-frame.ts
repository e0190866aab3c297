/**
 * The first frame of a connection: its permissions, the document id, the other participants, and the room's state
 * vector; and the frame after it, for clients that show comment threads.
 */
import type { ThreadsFrame } from "../../src/kernel/comment.ts";
import {
  encodeFrame,
  writeAwareness,
  writeDocument,
  writePeople,
  writeRights,
  writeSyncRequest,
  writeThreads,
} from "../../src/realtime/protocol.ts";
import type { PageSocket } from "./page-socket.ts";
import type { Sockets } from "./sockets.ts";
import type { UpdateLog } from "./update-log.ts";

export function sendFirstFrame(socket: PageSocket, sockets: Sockets, log: UpdateLog): void {
  const others = [...sockets].filter((other) => other !== socket);
  socket.send(
    encodeFrame((encoder) => {
      writeRights(encoder, socket.rights);
      const document = log.currentDocument().id;
      // Clients older than this message only know pages with a single document.
      if (document !== 0) writeDocument(encoder, document);
      const people = others.flatMap(({ person }) => person ?? []);
      if (people.length > 0) writePeople(encoder, people);
      writeSyncRequest(encoder, log.document().encodeStateVector());
      for (const { awareness } of others.map(({ state }) => state))
        if (awareness !== null) writeAwareness(encoder, awareness);
    }),
  );
}

export function sendThreads(sockets: readonly PageSocket[], frame: ThreadsFrame): void {
  const bytes = encodeFrame((encoder) => writeThreads(encoder, JSON.stringify(frame)));
  for (const socket of sockets) socket.send(bytes);
}
