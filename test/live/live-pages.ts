/** Open pages over real sockets inside workerd, with the real client library, upgrade route and room. */
import { exports } from "cloudflare:workers";
import { Denied, type Environment, type SocketRequest } from "../../src/live-client/environment.ts";
import { connectPage, type LivePage, type PageOptions } from "../../src/live-client/page.ts";
import { HeldSocket } from "./held-socket.ts";
import { type Client, ORIGIN, type Person, type World } from "../support/world.ts";

export const environment: Environment = {
  hasNetwork: () => true,
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
};

/** Opens a WebSocket through the service. Throws `Denied` for a final rejection. */
export async function upgrade({ url, protocols, headers }: SocketRequest): Promise<WebSocket> {
  const address = url.replace(/^ws/, "http");
  const isTool = "Authorization" in headers;
  const response = await exports.default.fetch(
    new Request(address, {
      headers: {
        Upgrade: "websocket",
        "CF-Connecting-IP": "192.0.2.1",
        "Sec-WebSocket-Protocol": protocols.join(", "),
        ...(isTool ? headers : { Origin: ORIGIN }),
      },
    }),
  );
  const { webSocket } = response;
  if (webSocket === null) {
    const code = { 401: 4401, 403: 4403, 404: 4404 }[response.status];
    throw code === undefined
      ? new Error(`The upgrade returned ${response.status}: ${await response.text()}`)
      : new Denied(code);
  }
  webSocket.binaryType = "arraybuffer";
  webSocket.accept();
  return webSocket;
}

/** An open page whose network the test controls. */
export type OpenPage = {
  readonly page: LivePage;
  /** Delays outgoing messages until `release`. */
  readonly hold: () => void;
  readonly release: () => void;
  /** Loses the connection; the page reconnects after a while. */
  readonly drop: () => void;
};

function open(pageId: string, token: PageOptions["token"], options: Partial<PageOptions>): OpenPage {
  let current: HeldSocket | null = null;
  const page = connectPage({
    pageId,
    token,
    environment,
    socket: async (request) => {
      current = new HeldSocket(await upgrade(request));
      return current.asLiveSocket();
    },
    ...options,
  });
  page.on("defect", (error) => console.error(error));
  return {
    page,
    hold: () => current?.hold(),
    release: () => current?.release(),
    drop: () => current?.drop(),
  };
}

/** A person in a browser, with a socket token of their session. */
export function openAs(w: World, person: Person, pageId: string, options: Partial<PageOptions> = {}): OpenPage {
  const client: Client = w.as(person);
  const token: PageOptions["token"] = async () => {
    const { status, body } = await client.get(`/api/auth/socket-token?pageId=${pageId}`);
    if (status === 404) throw new Denied(4404);
    if (status === 401) throw new Denied(4401);
    if (status !== 200) throw new Error(`The socket token request returned ${status}.`);
    return { url: body.url, token: body.token };
  };
  return open(pageId, token, options);
}

/** A tool, with its own token. */
export const openAsTool = (raw: string, pageId: string): OpenPage =>
  open(
    pageId,
    () => Promise.resolve({ url: `${ORIGIN.replace("http", "ws")}/api/realtime`, token: raw, isTool: true }),
    {},
  );
