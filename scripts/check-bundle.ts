/** `npm run bundle`: the Workers that `npm run build` wrote stay small enough to be deployed, and to start fast. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./commands.ts";

/**
 * Most bytes of a Worker, compressed. The first answers requests, so it has to start fast; the second carries a library
 * for pictures, and ten megabytes are what the platform takes.
 */
const WORKERS = { worker: 1_000_000, parser: 10_000_000 } as const;

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

/** Bytes of the files of a build output, as they are and compressed one by one; source maps and notes are not deployed. */
function measure(folder: string): { raw: number; gzip: number } {
  const names = globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(map|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const contents = names.map((name) => readFileSync(name));
  return {
    raw: contents.reduce((sum, content) => sum + content.length, 0),
    gzip: contents.reduce((sum, content) => sum + gzipSync(content).length, 0),
  };
}

for (const [name, limit] of Object.entries(WORKERS)) {
  const folder = join(root, "dist", name);
  const { raw, gzip } = existsSync(folder) ? measure(folder) : { raw: 0, gzip: 0 };
  if (raw === 0) {
    console.error(`dist/${name} holds no Worker: run \`npm run build\` first.`);
    process.exitCode = 1;
    continue;
  }
  console.log(`${name}: ${kilobytes(gzip)} gzip (${kilobytes(raw)} raw), limit ${kilobytes(limit)}.`);
  if (gzip > limit) process.exitCode = 1;
}
const web = measure(join(root, "dist/web"));
console.log(`browser: ${kilobytes(web.gzip)} gzip (${kilobytes(web.raw)} raw).`);
