import { mkdtemp, readFile, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeChanged } from "./write-changed.ts";

describe("writing changed build files", () => {
  let folder = "";
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "octavo-write-"))));
  afterAll(() => rm(folder, { recursive: true }));

  it("leaves a file with the same content untouched, so that watching servers do not restart", async () => {
    const path = join(folder, "deep", "a.js");
    await writeChanged(path, "one");
    await utimes(path, 1, 1);
    await writeChanged(path, new TextEncoder().encode("one"));
    expect((await stat(path)).mtimeMs).toBe(1_000);
    await writeChanged(path, "two");
    expect(await readFile(path, "utf8")).toBe("two");
  });

  it("reports why a path cannot be written", async () => {
    await expect(writeChanged(folder, "one")).rejects.toThrow("EISDIR");
  });
});
