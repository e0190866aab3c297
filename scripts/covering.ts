/**
 * `npm run e2e:covering -- PATH…`: lists the browser tests that cover the given files or folders of the repository. Each
 * test file names the folders it covers in a line `// Covers: src/web/client/tree, …` below its description.
 */
import { globSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { root } from "./commands.ts";

/** The folders that each browser test covers, by test file. */
export const coveredFolders = (): Map<string, string[]> =>
  new Map(
    globSync("test/{e2e,journeys}/**/*.test.ts", { cwd: root })
      .toSorted()
      .map((file) => [file.replaceAll(sep, "/"), foldersIn(readFileSync(join(root, file), "utf8"))]),
  );

const foldersIn = (source: string): string[] => /^\/\/ Covers: (.+)$/m.exec(source)?.[1]?.split(", ") ?? [];

/** A test covers a path inside one of its folders, and a path that contains one of them. */
export function testsCovering(path: string): string[] {
  const isWithin = (inner: string, outer: string): boolean => `${inner}/`.startsWith(`${outer}/`);
  return [...coveredFolders()]
    .filter(([, folders]) => folders.some((folder) => isWithin(path, folder) || isWithin(folder, path)))
    .map(([file]) => file);
}

if (import.meta.main) {
  const paths = process.argv.slice(2).map((path) => relative(root, path).replaceAll(sep, "/"));
  if (paths.length === 0) console.error("Usage: npm run e2e:covering -- PATH…");
  process.exitCode = paths.length === 0 ? 2 : 0;
  for (const file of new Set(paths.flatMap(testsCovering))) console.log(file);
}
