/**
 * `npm run client:operations`: writes the client's types by the route table, from which /api/openapi.json is made as well. The
 * table is bundled and read here; what only the platform has is left empty, for no route is called.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { operationsModule, type OpenApi } from "./client-operations.ts";
import { root } from "./commands.ts";

const withoutPlatform: Plugin = {
  name: "without-platform",
  setup(building) {
    building.onResolve({ filter: /^cloudflare:|\.wasm$|^#client-files$/ }, ({ path }) => ({
      path,
      namespace: "platform",
    }));
    building.onLoad({ filter: /.*/, namespace: "platform" }, ({ path }) => ({
      contents: path === "#client-files" ? "export const scripts = {}, styles = '', early = '';" : EMPTY,
      loader: "js",
    }));
  },
};

const EMPTY =
  "export class DurableObject {} export class WorkerEntrypoint {} export class RpcTarget {} export const env = {}; export default {};";

const folder = await mkdtemp(join(root, "node_modules/.octavo-"));
try {
  const outfile = join(folder, "routes.mjs");
  await build({
    stdin: {
      contents: `import { api } from "./src/app.ts"; import { openApiDocument } from "./src/http/openapi.ts"; export const description = openApiDocument(api.list, "");`,
      resolveDir: root,
      loader: "ts",
    },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node22",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".sql": "text" },
    banner: {
      js: `import { createRequire as createRequireHere } from "node:module"; const require = createRequireHere(import.meta.url);`,
    },
    plugins: [withoutPlatform],
    logLevel: "error",
  });
  // What the entry above exports.
  const { description } = (await import(pathToFileURL(outfile).href)) as { description: OpenApi };
  await writeFile(join(root, "client/src/operations.ts"), operationsModule(description));
} finally {
  await rm(folder, { recursive: true, force: true });
}
