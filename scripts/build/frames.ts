/**
 * Builds what is shown in frames, each in a separate folder next to the client's: a frame's document has an opaque origin,
 * and its resources have their own headers (`src/http/headers.ts`).
 */
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../commands.ts";
import { writeChanged } from "./write-changed.ts";

const pdfjs = join(root, "node_modules/pdfjs-dist");

/** The matching files of a folder, renamed into the folder `name`. */
async function filesOf(folder: string, name: string, wanted: RegExp): Promise<(readonly [string, Uint8Array])[]> {
  const names = (await readdir(folder)).filter((each) => wanted.test(each));
  return Promise.all(names.map(async (each) => [`${name}/${each}`, await readFile(join(folder, each))] as const));
}

/** The files that pdf.js loads on demand: its worker, character maps, standard fonts, image decoders and colour profiles. */
const partsOfPdf = async (): Promise<(readonly [string, Uint8Array])[]> => [
  ["worker.mjs", await readFile(join(pdfjs, "build/pdf.worker.min.mjs"))],
  ...(await filesOf(join(pdfjs, "cmaps"), "cmaps", /\.bcmap$/)),
  ...(await filesOf(join(pdfjs, "standard_fonts"), "fonts", /\.(pfb|ttf)$/)),
  ...(await filesOf(join(pdfjs, "wasm"), "wasm", /^(?!quickjs).*\.(wasm|js)$/)),
  ...(await filesOf(join(pdfjs, "iccs"), "iccs", /\.icc$/)),
];

/** Bundles the `frame.ts` of a folder and adds the other files. */
async function buildFrame(name: string, folder: string, others: readonly (readonly [string, Uint8Array])[]) {
  const source = join(root, folder);
  const target = join(root, "dist/web", name);
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(source, "frame.ts")],
    outdir: target,
    write: false,
    bundle: true,
    // Loads the code for each kind of diagram on demand.
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

/** The service worker as a single file, since the browser only compares that file when it checks for updates. */
async function serviceWorker(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, "src/web/client/service-worker/worker.ts")],
    write: false,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    logLevel: "warning",
  });
  const [file] = outputFiles;
  if (!file) throw new Error("The build contains no service worker.");
  return file.contents;
}

/** Writes `dist/web/diagram`, `dist/web/pdf` and `dist/web/offline`, where changed. Rejects on a source error. */
export async function buildFrames(): Promise<void> {
  await buildFrame("diagram", "src/web/client/editor/embeds/diagram", []);
  await buildFrame("pdf", "src/web/client/pdf-frame", await partsOfPdf());
  await buildFrame("offline", "src/web/client/service-worker", [["worker.js", await serviceWorker()]]);
}
