/** A connection to a page that follows agents' answers, without the text of the page. */
import type { RunFrame } from "../kernel/agent-run.ts";
import { readRunMessages } from "../realtime/run-messages.ts";
import { CLOSE } from "../realtime/sockets.ts";
import { Connection } from "./connection.ts";
import type { Environment, GetAccess, OpenSocket } from "./environment.ts";

type Options = {
  readonly socket: OpenSocket;
  readonly token: GetAccess;
  readonly environment: Environment;
  readonly pageId: string;
};

type Handlers = {
  /** Frames sent before this are lost. */
  readonly opened: () => void;
  readonly frame: (frame: RunFrame) => void;
};

export function connectToRuns(options: Options, { opened, frame }: Handlers): Connection {
  const received = (data: string | Uint8Array): void => {
    const messages = typeof data === "string" ? null : readRunMessages(data);
    if (messages === null) return connection.restart(CLOSE.protocolError);
    for (const mark of messages.marks) connection.send(mark);
    for (const each of messages.frames) frame(JSON.parse(each) as RunFrame); // written by the service
  };
  const connection = new Connection({ ...options, query: "runs=1" }, { opened, received, closed: () => undefined });
  void connection.connect();
  return connection;
}
