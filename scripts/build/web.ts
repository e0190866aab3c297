/**
 * Builds the browser's files into `dist/web/assets`, under content-hashed names, and writes these names to `dist/client-files.js`
 * for the Worker and `npm run bundle`.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";
import { type Language, LANGUAGES } from "../../src/kernel/preferences.ts";
import type * as clientFiles from "#client-files";
import { buildFrames } from "./frames.ts";
import { CODEMIRROR, groupChunks, MAIN, UNTIL_LIVE } from "./chunks.ts";
import { root } from "../commands.ts";
import { oneLanguage } from "./one-language.ts";
import { neededFirst, splitLibraries } from "./split-library.ts";
import { writeChanged } from "./write-changed.ts";

type ClientFiles = typeof clientFiles;

const web = join(root, "src/web");
const assets = join(root, "dist/web/assets");
const names = join(root, "dist/client-files.js");
/** Served under fixed names, since external addresses may point to them. */
const UNHASHED = ["icon.svg", "app.webmanifest"];

const ENTRY = { main: MAIN, styles: join(web, "static/app.css"), admin: join(web, "static/admin.css") };
const EARLY = { early: join(web, "client/shell/early-input.ts") };

/** Every signed-in page has loaded these before it imports anything else. */
const THERE = /\/(?:base|preact|shell|rolldown-runtime)\./;

/**
 * The files worth preloading along with an imported one; listing files that are already loaded would only make scripts larger.
 */
const besides = (imported: string, files: readonly string[]): string[] =>
  files.filter((file) => file !== imported && !THERE.test(file));

/** Shared by the build and the development server. */
export const clientConfig: InlineConfig = {
  root,
  configFile: false,
  publicDir: false,
  logLevel: "warn",
  // The operator's commands print what they do before and after a build.
  clearScreen: false,
  // Yjs only prints two warnings; the browser module would add 25 KB of colouring schemas.
  resolve: { alias: { "lib0/logging": join(root, "node_modules/lib0/logging.node.js") } },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
};

/**
 * `Features.DirSelector` of Lightning CSS, excluded because it would compile `:dir()` to a list of languages, and a line whose
 * direction differs from the page's has no `lang`.
 */
const DIR_SELECTOR = 4;

/** Papa Parse imports a module of Node, which it uses only there. */
const HARMLESS = /^Module "stream" has been externalized .*papaparse/;

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
        // Timings of the build do not matter to someone starting the service.
        checks: { bundlerTimings: false },
        onLog(level, log, handler) {
          if (!HARMLESS.test(log.message)) handler(level, log);
        },
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
  if (Array.isArray(built) || !("output" in built)) throw new Error("Vite returned more than one build.");
  for (const file of built.output)
    await writeChanged(join(root, "dist/web", file.fileName), file.type === "chunk" ? file.code : file.source);
  return built;
}

const address = (fileName: string): string => `/${fileName}`;

/** The module's name in the Worker: `client/page/page` for `src/web/client/page/page.ts`, `words/refusals` for `src/words/refusals.ts`. */
const moduleName = (path: string): string =>
  relative(join(root, "src"), path)
    .replaceAll("\\", "/")
    .replace(/^web\//, "")
    .replace(/\.tsx?$/, "");

type Scripts = ClientFiles["scripts"]["en"];

function scriptsOf(output: Rolldown.RolldownOutput["output"]): Scripts {
  const chunks = new Map(output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])));
  /** A chunk followed by all its static imports, transitively. */
  const closure = (fileName: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(fileName)) return seen;
    seen.add(fileName);
    for (const next of chunks.get(fileName)?.imports ?? []) closure(next, seen);
    return seen;
  };
  const main = [...chunks.values()].find((chunk) => chunk.isEntry && chunk.facadeModuleId === ENTRY.main);
  if (!main) throw new Error("The build contains no main script.");
  const loaded = closure(main.fileName);
  /** A script and the style sheet that is loaded with it. */
  const withStyles = (fileName: string): string[] => [
    fileName,
    ...(chunks.get(fileName)?.viteMetadata?.importedCss ?? []),
  ];
  const modules = [...chunks.values()].flatMap(({ isDynamicEntry, facadeModuleId, fileName }) =>
    isDynamicEntry && facadeModuleId?.startsWith(join(root, "src"))
      ? [
          [
            moduleName(facadeModuleId),
            [...closure(fileName)]
              .filter((each) => !loaded.has(each))
              .flatMap(withStyles)
              .map(address),
          ] as const,
        ]
      : [],
  );
  return {
    main: [...loaded].map(address),
    modules: Object.fromEntries(modules.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Modules that only work with the service, and so are useless without a network. */
const NEEDS_NETWORK =
  /^client\/(?:(?:admin|history|settings|sign-in|transfers)\/.*|conversation\/agent-settings|document\/print-copy|tasks\/my-tasks(?:-detail)?|files\/pdf|sharing\/(?:invitations|members|request-access|share))$/;

/** The list of files that a browser stores for offline use, named after the main script it belongs to. */
const offlineList = ({ main }: Scripts): string => `${main[0]}`.replace("/main.", "/offline.").replace(/js$/, "json");

const offlineFiles = ({ main, modules }: Scripts): string[] => {
  const wanted = Object.entries(modules).filter(([name]) => !NEEDS_NETWORK.test(name));
  return [...new Set([...main, ...wanted.flatMap(([, files]) => files)])];
};

/** Keeps the files of the previous build for tabs that still show its pages; older ones must not be deployed. */
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

/**
 * Writes `dist/web/assets`, `dist/web/diagram`, `dist/web/pdf`, `dist/web/offline` and `dist/client-files.js`, where changed.
 * Rejects on a source error.
 */
export async function buildWeb(): Promise<void> {
  await mkdir(assets, { recursive: true });
  // The early script is not a module, since a module would only run once the page is parsed.
  const needed = await neededFirst(clientConfig, UNTIL_LIVE, CODEMIRROR);
  const [early] = await Promise.all([bundle(EARLY, "iife"), buildFrames()]);
  const built: [Language, Rolldown.RolldownOutput["output"]][] = [];
  // Sequential: one build uses all of a small machine.
  for (const language of LANGUAGES)
    built.push([language, (await bundle(ENTRY, "es", [splitLibraries(needed), oneLanguage(language)])).output]);
  const outputs = built.flatMap(([, output]) => output);
  const styleSheet = (name: string): string => {
    const found = outputs.find((file) => file.type === "asset" && file.names.includes(name));
    if (!found) throw new Error(`The build contains no ${name}.`);
    return address(found.fileName);
  };
  for (const name of UNHASHED) await writeChanged(join(assets, name), await readFile(join(web, "static", name)));
  const files = {
    early: address(early.output[0].fileName),
    styles: styleSheet("styles.css"),
    adminStyles: styleSheet("admin.css"),
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
