/**
 * Builds the frame that draws diagrams into `dist/web/diagram`: apart from the client, since its document has no origin,
 * and what is loaded into it has headers of its own.
 */
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./commands.ts";
import { writeChanged } from "./write-changed.ts";

const source = join(root, "src/web/editor/embeds/diagram");
const target = join(root, "dist/web/diagram");

export async function buildDiagram(): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(source, "frame.ts")],
    outdir: target,
    write: false,
    bundle: true,
    // Each kind of diagram is loaded when one is drawn.
    splitting: true,
    chunkNames: "[hash]",
    minify: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    logLevel: "warning",
  });
  const files = new Map<string, Uint8Array>(outputFiles.map(({ path, contents }) => [path, contents]));
  files.set(join(target, "frame.html"), await readFile(join(source, "frame.html")));
  for (const [path, content] of files) await writeChanged(path, content);
  for (const name of await readdir(target)) if (!files.has(join(target, name))) await rm(join(target, name));
}
