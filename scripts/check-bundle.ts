/** `npm run bundle`: the Worker that `npm run build` wrote stays small enough to start fast. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./commands.ts";

const LIMIT_BYTES = 1_000_000;

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

const folders = { worker: join(root, "dist/worker"), web: join(root, "dist/web") };
if (existsSync(folders.worker)) {
  const worker = measure(folders.worker);
  const web = measure(folders.web);
  console.log(
    `Worker: ${kilobytes(worker.gzip)} gzip (${kilobytes(worker.raw)} raw), limit ${kilobytes(LIMIT_BYTES)}.`,
  );
  console.log(`Browser: ${kilobytes(web.gzip)} gzip (${kilobytes(web.raw)} raw).`);
  if (worker.raw === 0) console.error("dist/worker holds no Worker.");
  process.exitCode = worker.raw > 0 && worker.gzip <= LIMIT_BYTES ? 0 : 1;
} else {
  console.error("dist/worker does not exist: run `npm run build` first.");
  process.exitCode = 1;
}
