/**
 * `npm run bundle`: what `npm run build` wrote stays small enough: the Workers to be deployed and to start fast, what the
 * browser loads to be there at once on a slow line.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type * as clientFiles from "#client-files";
import { root } from "../commands.ts";

/**
 * Most bytes of a Worker, compressed. The first answers requests, so it has to start fast; the second carries a library
 * for pictures, and ten megabytes are what the platform takes.
 */
const WORKERS = { worker: 1_700_000, parser: 10_000_000 } as const;

/** Views of which the page with a document is the heaviest; all of them start with the shell. */
const INTERACTIVE = ["client/shell/shell", "client/page/page"];

/** Modules in `src/web` that are loaded together, and the most bytes of script, compressed, that a browser loads for them. */
const SCRIPTS: readonly { readonly what: string; readonly modules: readonly string[]; readonly limit: number }[] = [
  { what: "sign-in", modules: ["client/sign-in/sign-in"], limit: 15_000 },
  { what: "a signed-in page, until it is usable", modules: INTERACTIVE, limit: 40_000 },
  { what: "a drive", modules: ["client/shell/shell", "client/drive/drive"], limit: 43_700 },
  { what: "a signed-in page with live updates", modules: [...INTERACTIVE, "live-client/hub"], limit: 40_000 },
  {
    what: "a chat, until it shows answers that are being written",
    modules: [...INTERACTIVE, "client/conversation/conversation", "live-client/run-connection"],
    limit: 182_000,
  },
  {
    what: "settings",
    modules: ["client/shell/shell", "client/settings/settings", "client/sign-in/passkeys"],
    limit: 44_500,
  },
  { what: "administration", modules: ["client/shell/shell", "client/admin/admin"], limit: 40_800 },
  {
    what: "a document, until typing is possible",
    modules: [...INTERACTIVE, "client/editor/document-editor"],
    limit: 156_300,
  },
  {
    what: "a document, until it is live",
    modules: [...INTERACTIVE, "client/editor/document-editor", "client/live/live-document"],
    limit: 197_900,
  },
];
const STYLES = 24_000;
const ICONS = 6_000;
const ADMIN_STYLES = 3_000;
/** Other languages' words are longer, and letters outside ASCII take two bytes. */
const OTHER_LANGUAGES = 1_000;

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

const compressed = (content: Buffer | string): number => gzipSync(content, { level: 9 }).length;

const gzip = (file: string): number => compressed(readFileSync(file));

function report(what: string, bytes: number, limit: number): void {
  console.log(`${what}: ${kilobytes(bytes)} gzip, limit ${kilobytes(limit)}.`);
  if (bytes > limit) {
    console.error(`${what} is too large by ${kilobytes(bytes - limit)}.`);
    process.exitCode = 1;
  }
}

/** The files of a Worker, compressed one by one; source maps and notes are not deployed. */
function filesOf(folder: string): string[] {
  return globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(map|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

const sum = (files: Iterable<string>): number => [...files].reduce((all, file) => all + gzip(file), 0);

for (const [name, limit] of Object.entries(WORKERS)) {
  const files = filesOf(join(root, "dist", name));
  if (files.length > 0) report(name, sum(files), limit);
  else {
    console.error(`dist/${name} contains no Worker: run \`npm run build\` first.`);
    process.exitCode = 1;
  }
}

// The conformance suite's tools are for its own server alone.
for (const file of filesOf(join(root, "dist/worker"))) {
  if (!/test_simple_text|conformance suite/.test(readFileSync(file, "utf8"))) continue;
  console.error(`${file} contains the function that the conformance suite calls.`);
  process.exitCode = 1;
}

const names = join(root, "dist/client-files.js");
if (existsSync(names)) {
  // The shape is what scripts/build/web.ts writes.
  const client = (await import(pathToFileURL(names).href)) as typeof clientFiles;
  const built = (address: string): string => join(root, "dist/web", address);
  const styles = readFileSync(built(client.styles), "utf8");
  const withoutIcons = styles.replaceAll(/\.icon-[\w-]+\{--icon-image:[^}]+\}/g, "");
  report("styles", compressed(withoutIcons), STYLES);
  report("icons", compressed(styles) - compressed(withoutIcons), ICONS);
  report("styles of administration", gzip(built(client.adminStyles)), ADMIN_STYLES);
  for (const { what, modules, limit } of SCRIPTS) {
    for (const [language, scripts] of Object.entries(client.scripts)) {
      const missing = modules.filter((module) => !(module in scripts.modules));
      if (missing.length > 0) {
        console.error(`${what}: ${missing.join(", ")} is not a separate file, so its size cannot be counted.`);
        process.exitCode = 1;
      }
      const addresses = [client.early, ...scripts.main, ...modules.flatMap((module) => scripts.modules[module] ?? [])];
      report(
        `${what} (${language})`,
        sum(new Set(addresses.map(built))),
        language === "en" ? limit : limit + OTHER_LANGUAGES,
      );
    }
  }
} else {
  console.error("dist/client-files.js does not exist: run `npm run build` first.");
  process.exitCode = 1;
}
