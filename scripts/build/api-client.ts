/** `npm run build:client`: builds the client library as one ES module with its types, in client/dist. */
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { root, run } from "../commands.ts";

const folder = join(root, "client");
const dist = join(folder, "dist");

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await build({
  entryPoints: [join(folder, "src/index.ts")],
  outfile: join(dist, "index.js"),
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node22",
});
// The compiler also emits types of bundled modules, which the client's own types do not refer to.
const types = await mkdtemp(join(tmpdir(), "octavo-client-"));
try {
  const tsc = [process.execPath, join(root, "node_modules/typescript/bin/tsc")] as const;
  const flags = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--rewriteRelativeImportExtensions"];
  process.exitCode = await run(tsc, [
    "-p",
    join(folder, "tsconfig.json"),
    ...flags,
    "--rootDir",
    root,
    "--outDir",
    types,
  ]);
  await cp(join(types, "client/src"), dist, { recursive: true });
} finally {
  await rm(types, { recursive: true, force: true });
}
