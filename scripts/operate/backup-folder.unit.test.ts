import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createKeys } from "../../src/platform/keys.ts";
import { BackupFolder, isAuthentic, readManifest, writeManifest, type Manifest } from "./backup-folder.ts";
import { makeKey } from "./encryption.ts";

const root = await mkdtemp(join(tmpdir(), "octavo-backup-folder-"));
afterAll(() => rm(root, { recursive: true, force: true }));

async function* bytesOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("a beginning");
  throw new Error("the connection was lost");
}

const manifest: Manifest = {
  format: 1,
  state: "complete",
  origin: "https://octavo.example",
  version: "1.0.0",
  migrations: ["0001_core.sql"],
  fingerprint: "f",
  startedAt: "2026-11-29T03:00:00.000Z",
  completedAt: "2026-11-29T03:10:00.000Z",
  encryption: null,
  auditKey: null,
  search: "not copied: the index is rebuilt from the main database after a restore",
  parts: [],
  mac: "",
};

test.each([
  ["plain", null],
  ["encrypted", makeKey("a passphrase of a test").key],
])("writes %s parts and objects whole or not at all, and notices changes", async (name, key) => {
  const folder = new BackupFolder(join(root, name, "2026-11-29"), key);
  const written = await folder.write("main/a.ndjson", bytesOf("one\n", "two\n"));
  const part = { kind: "rows", name: "a", path: "main/a.ndjson", records: 2, next: null, ...written } as const;
  expect(await folder.hasPart(part)).toBe(true);
  const lines: string[] = [];
  for await (const line of folder.read("main/a.ndjson")) lines.push(line);
  expect(lines).toEqual(["one", "two"]);
  await expect(folder.write("main/b.ndjson", failing())).rejects.toThrow("lost");
  expect(await readdir(join(folder.path, "main"))).not.toContain("b.ndjson");
  const stored = await readFile(join(folder.path, part.path));
  stored[stored.length - 1] = 0;
  await writeFile(join(folder.path, part.path), stored);
  expect(await folder.hasPart(part)).toBe(false);

  const sha256 = await folder.writeObject(bytesOf("some ", "bytes"));
  expect(await folder.hasObject(sha256)).toBe(true);
  expect(await folder.checkObject(sha256)).toBe(true);
  expect(folder.objectPath(sha256).includes(sha256)).toBe(key === null);
  await expect(folder.writeObject(failing())).rejects.toThrow("lost");
  await writeFile(folder.objectPath(sha256), "other bytes");
  expect(await folder.checkObject(sha256)).toBe(false);
});

test("recognizes a manifest of another secret, and one that was changed", async () => {
  const keys = createKeys("a secret of more than 32 characters, for a test");
  await writeManifest(root, keys, manifest);
  const read = (await readManifest(root)) ?? expect.unreachable();
  expect(isAuthentic(keys, read)).toBe(true);
  expect(isAuthentic(createKeys("another secret of more than 32 characters"), read)).toBe(false);
  expect(isAuthentic(keys, { ...read, migrations: [] })).toBe(false);
  expect(await readManifest(join(root, "nothing"))).toBeNull();
});
