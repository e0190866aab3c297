/**
 * Builds what the browser loads into `dist/web/assets`, under names that change with their content, and writes down for
 * the Worker and for `npm run bundle` what these names are: `dist/client-files.js`.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";
import { type Language, LANGUAGES } from "../src/kernel/preferences.ts";
import type * as clientFiles from "#client-files";
import { buildFrames } from "./build-frames.ts";
import { CODEMIRROR, groupChunks, MAIN, UNTIL_LIVE } from "./client-chunks.ts";
import { root } from "./commands.ts";
import { oneLanguage } from "./one-language.ts";
import { neededFirst, splitLibraries } from "./split-library.ts";
import { writeChanged } from "./write-changed.ts";

type ClientFiles = typeof clientFiles;

const web = join(root, "src/web");
const assets = join(root, "dist/web/assets");
const names = join(root, "dist/client-files.js");
/** Served under their own names: an address outside this service may lead to them. */
const UNHASHED = ["icon.svg", "app.webmanifest"];

const ENTRY = { main: MAIN, styles: join(web, "static/app.css") };
const EARLY = { early: join(web, "client/early-input.ts") };

/** Every signed-in page has these before it imports anything else. */
const THERE = /\/(?:base|preact|shell|rolldown-runtime)\./;

/** What is worth fetching beside a file that is imported: names that tell nothing new would only make scripts larger. */
const besides = (imported: string, files: readonly string[]): string[] =>
  files.filter((file) => file !== imported && !THERE.test(file));

/** What building and the development server have in common. */
export const clientConfig: InlineConfig = {
  root,
  configFile: false,
  publicDir: false,
  logLevel: "warn",
  // Yjs has two warnings to print; the module for browsers brings 25 KB of schemas for the elements that it colours.
  resolve: { alias: { "lib0/logging": join(root, "node_modules/lib0/logging.node.js") } },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
};

/**
 * What Lightning CSS calls `Features.DirSelector`: it would write `:dir()` as languages, and a line of another direction than
 * its page says none.
 */
const DIR_SELECTOR = 4;

async function bundle(
  input: Record<string, string>,
  format: "es" | "iife",
  plugins: readonly Plugin[] = [],
): Promise<Rolldown.RolldownOutput> {
  const built = await build({
    ...clientConfig,
    plugins: [...plugins],
    css: { lightningcss: { exclude: DIR_SELECTOR } },
    build: {
      write: false,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies: besides },
      chunkSizeWarningLimit: Infinity,
      rolldownOptions: {
        input,
        // Where the time goes is of no interest to whoever starts the service.
        checks: { bundlerTimings: false },
        output: {
          format,
          entryFileNames: "assets/[name].[hash].js",
          chunkFileNames: "assets/[name].[hash].js",
          assetFileNames: "assets/[name].[hash][extname]",
          ...(format === "es" && { codeSplitting: groupChunks() }),
        },
      },
    },
  });
  if (Array.isArray(built) || !("output" in built)) throw new Error("Vite answered with more than one build.");
  for (const file of built.output)
    await writeChanged(join(root, "dist/web", file.fileName), file.type === "chunk" ? file.code : file.source);
  return built;
}

const address = (fileName: string): string => `/${fileName}`;

/** The name under which a module is known to the Worker: `client/tree` for `src/web/client/tree.ts`. */
const moduleName = (path: string): string =>
  relative(web, path)
    .replaceAll("\\", "/")
    .replace(/\.tsx?$/, "");

type Scripts = ClientFiles["scripts"]["en"];

function scriptsOf(output: Rolldown.RolldownOutput["output"]): Scripts {
  const chunks = new Map(output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])));
  /** A chunk and all that it imports at once, itself first. */
  const closure = (fileName: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(fileName)) return seen;
    seen.add(fileName);
    for (const next of chunks.get(fileName)?.imports ?? []) closure(next, seen);
    return seen;
  };
  const main = [...chunks.values()].find((chunk) => chunk.isEntry && chunk.facadeModuleId === ENTRY.main);
  if (!main) throw new Error("The build holds no main script.");
  const loaded = closure(main.fileName);
  const modules = [...chunks.values()].flatMap(({ isDynamicEntry, facadeModuleId, fileName }) =>
    isDynamicEntry && facadeModuleId?.startsWith(web)
      ? [[moduleName(facadeModuleId), [...closure(fileName)].filter((each) => !loaded.has(each)).map(address)] as const]
      : [],
  );
  return {
    main: [...loaded].map(address),
    modules: Object.fromEntries(modules.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Modules whose work is done by the service, so that a browser without a network has no use for them. */
const NEEDS_NETWORK =
  /^client\/(?:admin|agent-settings|connect|connections|deletion|export-archive|invitations|members|notification-settings|passkeys|pdf|print-copy|providers|request-access|settings|share|signin|step-up|transfers|history\/.*)$/;

/** A list of what a browser keeps for times without a network, named after the main script that it goes with. */
const offlineList = ({ main }: Scripts): string => `${main[0]}`.replace("/main.", "/offline.").replace(/js$/, "json");

const offlineFiles = ({ main, modules }: Scripts): string[] => {
  const wanted = Object.entries(modules).filter(([name]) => !NEEDS_NETWORK.test(name));
  return [...new Set([...main, ...wanted.flatMap(([, files]) => files)])];
};

/** Files of the build before stay for tabs that show its pages; those of older ones must not be deployed. */
async function removeStale(current: readonly string[]): Promise<void> {
  const list = join(root, "dist/client-files.json");
  const known = existsSync(list) ? (JSON.parse(await readFile(list, "utf8")) as string[][]) : [];
  const [last = [], before = []] = known;
  const isSame = last.length === current.length && current.every((name) => last.includes(name));
  const kept = isSame ? [last, before] : [current, last];
  await writeChanged(list, JSON.stringify(kept));
  const staying = new Set([...kept.flat(), ...UNHASHED]);
  for (const name of await readdir(assets))
    if (!staying.has(name)) await rm(join(assets, name), { recursive: true, force: true });
}

/** Writes `dist/web/assets`, `dist/web/diagram`, `dist/web/pdf`, `dist/web/offline` and `dist/client-files.js`, what has changed of them. Rejects on a source error. */
export async function buildWeb(): Promise<void> {
  await mkdir(assets, { recursive: true });
  // What runs before the page is shown is no module: it must not wait for the page to be parsed.
  const needed = await neededFirst(clientConfig, UNTIL_LIVE, CODEMIRROR);
  const [early] = await Promise.all([bundle(EARLY, "iife"), buildFrames()]);
  const built: [Language, Rolldown.RolldownOutput["output"]][] = [];
  // One after the other: a build takes all that a small machine has.
  for (const language of LANGUAGES)
    built.push([language, (await bundle(ENTRY, "es", [splitLibraries(needed), oneLanguage(language)])).output]);
  const outputs = built.flatMap(([, output]) => output);
  const styles = outputs.find((file) => file.type === "asset" && file.names.includes("styles.css"));
  if (!styles) throw new Error("The build holds no style sheet.");
  for (const name of UNHASHED) await writeChanged(join(assets, name), await readFile(join(web, "static", name)));
  const files = {
    early: address(early.output[0].fileName),
    styles: address(styles.fileName),
    scripts: Object.fromEntries(built.map(([language, output]) => [language, scriptsOf(output)])),
  };
  const lists = Object.values<Scripts>(files.scripts).map(
    (scripts) => [offlineList(scripts), offlineFiles(scripts)] as const,
  );
  for (const [name, kept] of lists)
    await writeChanged(join(root, "dist/web", name), JSON.stringify([files.early, files.styles, ...kept]));
  const fileNames = [
    ...[...outputs, ...early.output].map(({ fileName }) => fileName.replace("assets/", "")),
    ...lists.map(([name]) => name.replace("/assets/", "")),
  ];
  await removeStale([...new Set(fileNames)]);
  const lines = Object.entries(files).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`);
  await writeChanged(names, lines.join(""));
}

if (import.meta.main) await buildWeb();
