/** Loads Worker modules in Node to read their declarations: platform-only imports are stubbed, and nothing is called. */
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { root } from "../commands.ts";

const withoutPlatform: Plugin = {
  name: "without-platform",
  setup(building) {
    building.onResolve({ filter: /^cloudflare:|\.wasm$|^#client-files$/ }, ({ path }) => ({
      path,
      namespace: "platform",
    }));
    building.onLoad({ filter: /.*/, namespace: "platform" }, ({ path }) => ({
      contents:
        path === "#client-files" ? "export const scripts = {}, styles = '', adminStyles = '', early = '';" : EMPTY,
      loader: "js",
    }));
  },
};

const EMPTY =
  "export class DurableObject {} export class WorkerEntrypoint {} export class RpcTarget {} export const env = {}; export default {};";

/** The exports of `source`, whose imports are relative to the repository root. */
export async function loadWorkerModule(source: string): Promise<unknown> {
  const folder = await mkdtemp(join(root, "node_modules/.octavo-"));
  try {
    const outfile = join(folder, "module.mjs");
    await build({
      stdin: { contents: source, resolveDir: root, loader: "ts" },
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
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
