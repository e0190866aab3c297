/**
 * Builds what is shown in frames, each into a folder of its own beside the client's: the document of a frame has no origin,
 * and what is loaded into it has headers of its own (`src/http/headers.ts`).
 */
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./commands.ts";
import { writeChanged } from "./write-changed.ts";

const pdfjs = join(root, "node_modules/pdfjs-dist");

/** Of a folder, under the same names in another. */
async function filesOf(folder: string, name: string, wanted: RegExp): Promise<(readonly [string, Uint8Array])[]> {
  const names = (await readdir(folder)).filter((each) => wanted.test(each));
  return Promise.all(names.map(async (each) => [`${name}/${each}`, await readFile(join(folder, each))] as const));
}

/** What pdf.js loads by itself: its worker, character maps, the standard fonts, decoders of images, and colours. */
const partsOfPdf = async (): Promise<(readonly [string, Uint8Array])[]> => [
  ["worker.mjs", await readFile(join(pdfjs, "build/pdf.worker.min.mjs"))],
  ...(await filesOf(join(pdfjs, "cmaps"), "cmaps", /\.bcmap$/)),
  ...(await filesOf(join(pdfjs, "standard_fonts"), "fonts", /\.(pfb|ttf)$/)),
  ...(await filesOf(join(pdfjs, "wasm"), "wasm", /^(?!quickjs).*\.(wasm|js)$/)),
  ...(await filesOf(join(pdfjs, "iccs"), "iccs", /\.icc$/)),
];

/** Bundles `frame.ts` of a folder, and puts the other files beside it. */
async function buildFrame(name: string, folder: string, others: readonly (readonly [string, Uint8Array])[]) {
  const source = join(root, folder);
  const target = join(root, "dist/web", name);
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
  for (const each of (await readdir(source)).filter((file) => /\.(html|css)$/.test(file)))
    files.set(join(target, each), await readFile(join(source, each)));
  for (const [path, content] of others) files.set(join(target, path), content);
  for (const [path, content] of files) await writeChanged(path, content);
  for (const entry of await readdir(target, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !files.has(path)) await rm(path);
  }
}

/** The service worker: one file, for a browser compares no more when it looks for a newer one. */
async function serviceWorker(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, "src/web/offline/worker.ts")],
    write: false,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    logLevel: "warning",
  });
  const [file] = outputFiles;
  if (!file) throw new Error("The build holds no service worker.");
  return file.contents;
}

/** Writes `dist/web/diagram`, `dist/web/pdf` and `dist/web/offline`, what has changed of them. Rejects on a source error. */
export async function buildFrames(): Promise<void> {
  await buildFrame("diagram", "src/web/editor/embeds/diagram", []);
  await buildFrame("pdf", "src/web/pdf", await partsOfPdf());
  await buildFrame("offline", "src/web/offline", [["worker.js", await serviceWorker()]]);
}
