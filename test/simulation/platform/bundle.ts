/** Bundles the Worker for Node, and starts isolates of it: each has module-level state of its own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { build, type Plugin } from "esbuild";
import type { ObjectClass } from "./objects.ts";

const root = join(import.meta.dirname, "../../..");

const platformModules: Plugin = {
  name: "platform",
  setup(bundler) {
    bundler.onResolve({ filter: /^cloudflare:workers$/ }, () => ({ path: join(import.meta.dirname, "workers.ts") }));
    bundler.onResolve({ filter: /^#client-files$/ }, () => ({ path: join(root, "test/support/client-files.ts") }));
  },
};

/** Writes the Worker as one CommonJS file; packages stay outside and are shared by all isolates. */
export async function bundleWorker(outfile: string, sources = root): Promise<void> {
  await build({
    entryPoints: [join(sources, "src/index.ts")],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "cjs",
    target: "node24",
    supported: { "dynamic-import": false },
    jsx: "automatic",
    jsxImportSource: "preact",
    tsconfig: join(root, "tsconfig.json"),
    loader: { ".wasm": "empty", ".css": "text" },
    logLevel: "error",
    logOverride: { "import-is-undefined": "silent" },
    outfile,
    plugins: [platformModules],
  });
}

/** The exports of `src/index.ts`. */
export type Isolate = {
  readonly default: {
    fetch(request: Request, env: object, ctx: object): Promise<Response>;
    queue(batch: object, env: object, ctx: object): Promise<void>;
    scheduled(controller: object, env: object, ctx: object): Promise<void>;
  };
} & Readonly<
  Record<"PageRoom" | "AgentRun" | "Hub" | "AuditLog" | "AccountLockout" | "MetricsWriter" | "RateLimiter", ObjectClass>
>;

/** A change to the bundled source, for planted faults: a regular expression, which must match once, and its replacement. */
export type Patch = { readonly from: string; readonly to: string };

/** Throws if the patch does not apply to exactly one place. */
export function applyPatch(source: string, { from, to }: Patch): string {
  const matches = [...source.matchAll(new RegExp(from, "g"))].length;
  if (matches !== 1) throw new Error(`The bundle contains this ${matches} times: ${from}`);
  return source.replace(new RegExp(from), to);
}

/** Loads a bundle; each call of the result starts an isolate. */
export async function loadBundle(file: string, patches: readonly Patch[] = []): Promise<() => Isolate> {
  const source = readFileSync(file, "utf8");
  // esbuild's helper copies all exports of a package for each file that imports it. These packages need no copy.
  const helped = applyPatch(source, { from: "var __toESM = ", to: "var __toESM = (loaded) => loaded, __copyToESM = " });
  const text = patches.reduce(applyPatch, helped);
  const names = new Set([...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = ""]) => name));
  const packages = new Map<string, object>();
  for (const name of names) {
    // Names that only occur inside texts cannot be loaded, and are never required.
    const loaded = await import(name).catch(() => null);
    if (loaded !== null) packages.set(name, { __esModule: true, ...(loaded as object) });
  }
  const script = new Script(`(function (require, module, exports) {${text}\n})`, { filename: "worker.cjs" });
  const evaluate = script.runInThisContext() as (
    require: (name: string) => unknown,
    module: object,
    exports: object,
  ) => void;
  return () => {
    const module = { exports: {} };
    evaluate((name) => packages.get(name), module, module.exports);
    return module.exports as Isolate; // the bundle of src/index.ts
  };
}
