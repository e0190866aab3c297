/**
 * Vite in front of `wrangler dev`: serves the client's modules from source, so that edits show up at once, and proxies
 * everything else, including WebSockets, to the Workers, which keep running with their Durable Objects.
 */
import { realpathSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { createServer, type Plugin, type ProxyOptions, type ViteDevServer } from "vite";
import { clientConfig } from "../build/web.ts";
import { root } from "../commands.ts";
import { refreshComponents } from "../refresh-components.ts";

/** Paths used by Vite for modules; all others belong to the service. */
const NOT_VITE = "^/(?!@|src/|node_modules/)";

/**
 * The built file names in the Worker's HTML, and their replacements here. They need no exception in the content security
 * policy.
 */
const SOURCES: readonly (readonly [RegExp, string])[] = [
  [
    /<script type="module" src="\/assets\/main\.[^"]+"><\/script>/,
    '<script type="module" src="/@vite/client"></script><script type="module" src="/src/web/client/main.ts"></script>',
  ],
  [/(<link rel="stylesheet" href=")\/assets\/styles\.[^"]+/, "$1/src/web/static/app.css"],
  [/(<link rel="stylesheet" href=")\/assets\/admin\.[^"]+/, "$1/src/web/static/admin.css"],
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
 * Vite's client waits for a restarted server in a shared worker created from a blob, which the pages' policy (Trusted Types)
 * forbids; without shared workers the client waits in the page.
 */
const waitInPage: Plugin = {
  name: "wait-in-page",
  transform: {
    filter: { id: /\/vite\/dist\/client\/client\.mjs/ },
    handler: (code) => ({ code: `const SharedWorker = undefined;\n${code}`, map: null }),
  },
};

/** A page with all components of the interface, which the build does not contain. */
const componentsPage: Plugin = {
  name: "components-page",
  configureServer(server) {
    server.middlewares.use("/@components", (_, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(COMPONENTS_HTML);
    });
  },
};

const COMPONENTS_HTML = `<!doctype html>
<html lang="en">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Components</title>
  <link rel="stylesheet" href="/src/web/static/app.css">
  <link rel="stylesheet" href="/src/web/static/admin.css">
  <div id="components"></div>
  <div class="notices" role="status"></div>
  <div class="notices" role="alert"></div>
  <script type="module">
    import { showComponents } from "/src/web/client/dev/components.tsx";
    showComponents(document.querySelector("#components"));
  </script>
</html>`;

/** Serves on `port` until closed; the Workers listen on `workerPort`. */
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
    plugins: [refreshComponents, waitInPage, componentsPage],
    appType: "custom",
    optimizeDeps: { entries: ["src/web/client/main.ts"] },
    server: {
      port,
      strictPort: true,
      proxy: { [NOT_VITE]: toWorkers },
      // The overlay uses inline styles and an HTML string, both forbidden by the pages' policy.
      hmr: { overlay: false, path: "/@hmr" },
      // These folders contain neither secrets nor local databases.
      fs: { allow: [join(root, "src"), realpathSync(join(root, "node_modules"))] },
    },
  });
  return server.listen();
}
