/** Forwards to a service with a bearer token added, for clients that cannot set headers. Only for local use. */
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

type Proxy = { readonly origin: string; readonly close: () => void };

export async function startAuthorizingProxy(target: string, token: string): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming;
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const forwarded = send({ host: hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.writeHead(502).end());
    // If the client disconnects, abort the forwarded request.
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // The address of a TCP server has this type.
  const address = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
