import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findReadmes, spread } from "./readmes.ts";

test("finds README files at any depth and omits those that no page accepts", async () => {
  const folder = await mkdtemp(join(tmpdir(), "octavo-readmes-"));
  try {
    const files = {
      "@scope/one": "one\r\n",
      "two/node_modules/three": "\ufeffthree",
      bad: new Uint8Array([0xff]),
      nul: "\0",
      big: "x".repeat(1_000_001),
    };
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(folder, path), { recursive: true });
      await writeFile(join(folder, path, "README.md"), content);
    }
    const found = await findReadmes(folder, 100);
    expect(found.map(({ folders, text }) => [folders.map(({ title }) => title).join("/"), text])).toEqual([
      ["@scope/one", "one\r\n"],
      ["two/three", "\ufeffthree"],
    ]);
    expect(found[1]?.folders.map(({ key }) => key)).toEqual(["two", "two/node_modules/three"]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("spreads a small run over all items", () => {
  const items = Array.from({ length: 100 }, (_, i) => i);
  expect(spread(items, 200)).toEqual(items);
  const few = spread(items, 7);
  expect(few).toHaveLength(7);
  expect(few[0]).toBeLessThan(20);
  expect(few[6]).toBeGreaterThan(80);
});
