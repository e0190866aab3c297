/** Unit tests are where CONTRIBUTING.md says: beside their one module, or in test/ if they test several or need its helpers. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The local modules that a test imports. Types, errors and other tests' support do not decide what it is about. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(root, file), "utf8");
  return [...source.matchAll(/^(?:import|\}) (?!type )(?:.* )?from "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm)]
    .map(([, named, dynamic]) => posix.join(posix.dirname(file), named ?? dynamic ?? ""))
    .filter((target) => !target.startsWith("test/support/"));
}

const isHelper = (target: string): boolean => target.startsWith("test/");

/** Whether a module beside the test has its name, or the beginning of its name: `range-fuzz` tests `range.ts`. */
function hasModuleBeside(file: string): boolean {
  const words = posix.basename(file, ".unit.test.ts").split("-");
  const names = words.map((_, i) => posix.join(posix.dirname(file), words.slice(0, i + 1).join("-")));
  return names.some((name) => existsSync(join(root, `${name}.ts`)) || existsSync(join(root, `${name}.tsx`)));
}

function faultOf(file: string): string | undefined {
  const imports = importsOf(file);
  if (!file.startsWith("test/")) {
    if (imports.some(isHelper)) return "imports helpers from test/: move it there";
    return hasModuleBeside(file) ? undefined : "has no module of its name beside it";
  }
  if (file.startsWith("test/repository/") || imports.some(isHelper) || imports.length !== 1) return undefined;
  return `is about ${imports[0]} alone: move it beside it`;
}

test("every unit test is beside the module that it tests, or in test/ if there are several", () => {
  const files = globSync("{src,durable-objects,queues,scripts,test}/**/*.unit.test.ts", { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  const faults = files.map((file) => file.replaceAll("\\", "/")).map((file) => [file, faultOf(file)]);
  expect(faults.filter(([, fault]) => fault !== undefined)).toEqual([]);
});
