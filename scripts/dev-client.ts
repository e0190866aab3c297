/**
 * Vite in front of `wrangler dev`: it serves the client's modules from their sources, so that an edit is on the screen at
 * once, and hands everything else, WebSockets too, to the Workers, which go on running with their Durable Objects.
 */
import { realpathSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { createServer, type Plugin, type ProxyOptions, type ViteDevServer } from "vite";
import { clientConfig } from "./build-web.ts";
import { root } from "./commands.ts";
import { refreshComponents } from "./refresh-components.ts";

/** Addresses that Vite gives to modules; all others are the service's. */
const NOT_VITE = "^/(?!@|src/|node_modules/)";

/** The names that the Worker was built with, and what stands for them here. Their policy needs no exception. */
const SOURCES: readonly (readonly [RegExp, string])[] = [
  [
    /<script type="module" src="\/assets\/main\.[^"]+"><\/script>/,
    '<script type="module" src="/@vite/client"></script><script type="module" src="/src/web/client/main.ts"></script>',
  ],
  [/(<link rel="stylesheet" href=")\/assets\/styles\.[^"]+/, "$1/src/web/static/app.css"],
  [/<link rel="modulepreload" href="\/assets\/[^"]+"\/>/g, ""],
];

const fromSources = (html: string): string =>
  SOURCES.reduce((text, [built, source]) => text.replace(built, source), html);

async function answer(from: IncomingMessage, to: ServerResponse): Promise<void> {
  const { statusCode = 502, headers } = from;
  if (!headers["content-type"]?.startsWith("text/html")) {
    to.writeHead(statusCode, headers);
    from.pipe(to);
    return;
  }
  const html = fromSources(Buffer.concat(await from.toArray()).toString());
  delete headers["transfer-encoding"];
  to.writeHead(statusCode, { ...headers, "content-length": Buffer.byteLength(html) });
  to.end(html);
}

/**
 * Vite's client waits in a shared worker, made of a blob, for a server that was restarted. The pages' policy (Trusted Types)
 * forbids that; without shared workers the client waits in the page.
 */
const waitInPage: Plugin = {
  name: "wait-in-page",
  transform: {
    filter: { id: /\/vite\/dist\/client\/client\.mjs/ },
    handler: (code) => ({ code: `const SharedWorker = undefined;\n${code}`, map: null }),
  },
};

/** Serves on `port` until it is closed; the Workers listen on `workerPort`. */
export async function serveClient(port: number, workerPort: number): Promise<ViteDevServer> {
  const toWorkers: ProxyOptions = {
    target: `http://127.0.0.1:${workerPort}`,
    ws: true,
    headers: { "accept-encoding": "identity" },
    selfHandleResponse: true,
    configure: (proxy) => {
      proxy.on("proxyRes", (from, _, to) => {
        void answer(from, to).catch(() => to.destroy());
      });
    },
  };
  const server = await createServer({
    ...clientConfig,
    plugins: [refreshComponents, waitInPage],
    appType: "custom",
    optimizeDeps: { entries: ["src/web/client/main.ts"] },
    server: {
      port,
      strictPort: true,
      proxy: { [NOT_VITE]: toWorkers },
      // The overlay is made of inline styles and markup in a string, both of which the pages' policy forbids.
      hmr: { overlay: false, path: "/@hmr" },
      // Neither secrets nor local databases lie there.
      fs: { allow: [join(root, "src"), realpathSync(join(root, "node_modules"))] },
    },
  });
  return server.listen();
}
