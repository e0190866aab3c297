/**
 * Builds what the browser loads into `dist/web/assets`: `src/web/client` as `early.js` and `app.js`, `src/web/static`
 * beside them, its `app.css` bundled.
 */
import { existsSync, watch } from "node:fs";
import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, build, context } from "esbuild";
import { root } from "./commands.ts";

const client = join(root, "src/web/client/main.ts");
const early = join(root, "src/web/client/early-input.ts");
const statics = join(root, "src/web/static");
const styles = join(statics, "app.css");
const assets = join(root, "dist/web/assets");

type Output = "app" | "early";

/** A script that is no module would share its names with everything else on the page, so it is wrapped. */
function options(out: Output): BuildOptions {
  const entries = (out === "app" ? [client, styles] : [early]).filter((entry) => existsSync(entry));
  return {
    absWorkingDir: root,
    entryPoints: entries.map((entry) => ({ in: entry, out })),
    outdir: assets,
    bundle: true,
    minify: true,
    format: out === "app" ? "esm" : "iife",
    target: "es2022",
    charset: "utf8",
    // Static files are served as they are: a stylesheet names them by the address they will have.
    external: ["/assets/*"],
    logLevel: "warning",
  };
}

/** Everything in `src/web/static` but the stylesheet, which esbuild writes. */
async function copyStatics(): Promise<void> {
  if (!existsSync(statics)) return;
  await cp(statics, assets, { recursive: true, filter: (from) => from !== styles });
}

/** Files of an earlier build must not be deployed. Nothing current is removed, so a running server misses no file. */
async function removeStale(): Promise<void> {
  const kept = new Set(existsSync(statics) ? await readdir(statics) : []);
  if (existsSync(client)) kept.add("app.js").add("early.js");
  for (const name of await readdir(assets)) if (!kept.has(name)) await rm(join(assets, name), { recursive: true });
}

/** Writes `dist/web/assets`, which exists afterwards even when there is nothing to build. Rejects on a source error. */
export async function buildWeb(): Promise<void> {
  await mkdir(assets, { recursive: true });
  await removeStale();
  await Promise.all([build(options("app")), build(options("early")), copyStatics()]);
}

/** Builds, then builds again after each change until `stop`. Later source errors are printed and wait for the next change. */
export async function watchWeb(): Promise<{ stop: () => Promise<void> }> {
  await buildWeb();
  const bundlers = await Promise.all([context(options("app")), context(options("early"))]);
  for (const bundler of bundlers) await bundler.watch();
  const watcher = existsSync(statics)
    ? watch(statics, { recursive: true }, () => {
        copyStatics().catch((error: unknown) => console.error("copying src/web/static failed:", error));
      })
    : null;
  return {
    async stop() {
      watcher?.close();
      for (const bundler of bundlers) await bundler.dispose();
    },
  };
}

if (import.meta.main) await (process.argv.includes("--watch") ? watchWeb() : buildWeb());
