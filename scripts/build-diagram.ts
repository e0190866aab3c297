/**
 * Builds the frame that draws diagrams into `dist/web/diagram`: apart from the client, since its document has no origin,
 * and what is loaded into it has headers of its own.
 */
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./commands.ts";

const source = join(root, "src/web/editor/embeds/diagram");
const target = join(root, "dist/web/diagram");

export async function buildDiagram(): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: [join(source, "frame.ts")],
    outdir: target,
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
  await cp(join(source, "frame.html"), join(target, "frame.html"));
}
