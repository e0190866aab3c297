/**
 * A forward proxy that compresses responses, as Cloudflare does between a Worker and a browser but the development
 * server does not.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { createGzip } from "node:zlib";

const COMPRESSED = /^(text\/|application\/(json|javascript|manifest\+json|wasm)|image\/svg)/;

type Proxy = { readonly address: string; readonly close: () => void };

export async function startProxy(): Promise<Proxy> {
  const server = createServer(forward);
  // WebSockets are tunnelled.
  server.on("connect", ({ url = "" }: IncomingMessage, socket, head) => {
    const { hostname, port } = new URL(`http://${url}`);
    const upstream = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // The address of a TCP server has this type.
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { url = "", method, headers } = incoming;
  const upstream = request(url, { method, headers: { ...headers, "accept-encoding": "identity" } }, (answer) => {
    const type = answer.headers["content-type"] ?? "";
    const sent = { ...answer.headers };
    if (!COMPRESSED.test(type) || answer.statusCode === 204 || answer.statusCode === 304) {
      outgoing.writeHead(answer.statusCode ?? 502, sent);
      answer.pipe(outgoing);
      return;
    }
    delete sent["content-length"];
    outgoing.writeHead(answer.statusCode ?? 502, { ...sent, "content-encoding": "gzip" });
    answer.pipe(createGzip()).pipe(outgoing);
  });
  upstream.on("error", () => outgoing.destroy());
  incoming.pipe(upstream);
}
