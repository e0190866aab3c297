/** Browser tests declare the folders they cover, so that `npm run e2e:covering` can list them. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { coveredFolders, testsCovering } from "../../scripts/covering.ts";

const root = join(import.meta.dirname, "../..");
const CLIENT = "src/web/client";

test("every browser test names folders that exist", () => {
  const wrong = [...coveredFolders()].filter(
    ([, folders]) => folders.length === 0 || folders.some((folder) => !existsSync(join(root, folder))),
  );
  expect(wrong).toEqual([]);
});

test("every folder of the browser code is covered by a browser test of its own", () => {
  const covered = [...coveredFolders().values()].flat();
  const folders = readdirSync(join(root, CLIENT), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${CLIENT}/${name}`);
  expect(folders.filter((folder) => !covered.some((each) => `${each}/`.startsWith(`${folder}/`)))).toEqual([]);
});

test("lists the tests of a file, of a folder and of the folders around it", () => {
  expect(testsCovering(`${CLIENT}/tree/drag.ts`)).toEqual(testsCovering(`${CLIENT}/tree`));
  expect(testsCovering(`${CLIENT}/tree`)).toContain("test/e2e/tree.test.ts");
  expect(testsCovering(`${CLIENT}/tree`)).toContain("test/e2e/every-view.test.ts");
  expect(testsCovering(`${CLIENT}/editor`)).toContain("test/e2e/nightly/table-cells.test.ts");
  expect(testsCovering(`${CLIENT}/tasks`)).not.toContain("test/e2e/tree.test.ts");
  expect(testsCovering("README.md")).toEqual([]);
});
