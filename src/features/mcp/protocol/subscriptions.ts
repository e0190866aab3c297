/**
 * Page changes for clients that use `subscriptions/listen`: a socket to each page's room, like those of tools, for as
 * long as the response is read. The rooms recheck the right to view the page, and close the socket without it.
 */
import { InMemoryServerEventBus, type ServerEventBus } from "@modelcontextprotocol/server";
import * as z from "zod";
import { SECOND } from "../../../kernel/clock.ts";
import { invalid } from "../../../kernel/errors.ts";
import { SUBPROTOCOL, decodeFrame, encodeFrame, writeMark } from "../../../realtime/protocol.ts";
import { openConnection } from "../../live/service.ts";
import type { ToolContext } from "../tools/tool.ts";
import { quote } from "./refusals.ts";
import { pageIdIn } from "./resources.ts";

/** Maximum number of pages per subscription. */
const MAX_SUBSCRIPTIONS = 20;
/** Minimum interval between notifications for a page that is being edited. */
const GAP_MS = SECOND;

const Listen = z.looseObject({
  method: z.literal("subscriptions/listen"),
  params: z.looseObject({ notifications: z.looseObject({ resourceSubscriptions: z.array(z.string()).optional() }) }),
});

type Subscriptions = {
  readonly bus: ServerEventBus;
  /**
   * Opens the sockets for the message. Throws like a connection: for a page hidden from the caller, and for too many.
   * The sockets close when the subscriber leaves the bus.
   */
  readonly open: (message: unknown) => Promise<void>;
};

export function createSubscriptions(context: ToolContext): Subscriptions {
  const bus = new InMemoryServerEventBus();
  const sockets: WebSocket[] = [];
  const close = (): void => sockets.forEach((socket) => socket.close());
  return {
    bus: {
      publish: (event) => bus.publish(event),
      subscribe(listener) {
        const unsubscribe = bus.subscribe(listener);
        return () => {
          unsubscribe();
          close();
        };
      },
    },
    async open(message) {
      const uris = new Set(Listen.safeParse(message).data?.params.notifications.resourceSubscriptions);
      if (uris.size > MAX_SUBSCRIPTIONS)
        throw invalid("resourceSubscriptions", `Subscribe to at most ${MAX_SUBSCRIPTIONS} pages in one request.`);
      try {
        for (const uri of uris) sockets.push(await openSocket(context, uri, bus));
      } catch (error) {
        close();
        throw error;
      }
    },
  };
}

async function openSocket({ deps, caller }: ToolContext, uri: string, bus: ServerEventBus): Promise<WebSocket> {
  const pageId = pageIdIn(uri);
  if (pageId === null)
    throw invalid(
      "resourceSubscriptions",
      `${quote(uri)} is not a page URI. A page URI is page:// followed by the page id.`,
    );
  const { webSocket } = await openConnection(deps, {
    isWebSocket: true,
    origin: null,
    protocols: [SUBPROTOCOL],
    bearer: caller,
    hasAuthorization: true,
    client: caller.client,
    pageId,
    takesRuns: false,
    takesComments: false,
    takesThreads: false,
  });
  let waiting: ReturnType<typeof setTimeout> | null = null;
  const tell = (): void => {
    waiting = null;
    bus.publish({ kind: "resource_updated", uri });
  };
  webSocket.binaryType = "arraybuffer";
  webSocket.accept();
  webSocket.addEventListener("message", ({ data }) => {
    const messages = data instanceof ArrayBuffer ? (decodeFrame(new Uint8Array(data)) ?? []) : [];
    for (const message of messages) {
      if (message.kind === "mark") webSocket.send(encodeFrame((encoder) => writeMark(encoder, message.mark)));
      if (message.kind === "update") waiting ??= setTimeout(tell, GAP_MS);
    }
  });
  webSocket.addEventListener("close", () => {
    if (waiting !== null) clearTimeout(waiting);
    // The page may be deleted or hidden; the client finds out by reading it.
    tell();
  });
  return webSocket;
}
