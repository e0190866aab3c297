import { access, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createKeys } from "../../src/platform/keys.ts";
import { BackupFolder, writeManifest, type Manifest } from "./backup-folder.ts";
import { makeKey, type BackupKey, type Encryption } from "./encryption.ts";
import { prune } from "./prune.ts";

const keys = createKeys("a secret of more than 32 characters, for a test");
const now = Date.parse("2026-11-29T12:00:00Z");
const PLAIN = { key: null, encryption: null };

let to = "";
beforeEach(async () => {
  to = await mkdtemp(join(tmpdir(), "octavo-prune-"));
});
afterEach(() => rm(to, { recursive: true }));

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

type Sealing = { readonly key: BackupKey | null; readonly encryption: Encryption | null };

/** A backup of the day whose files have these contents. Returns the paths of their objects. */
async function backUp(
  day: number,
  contents: readonly string[],
  { key, encryption }: Sealing = PLAIN,
  state: Manifest["state"] = "complete",
): Promise<string[]> {
  const startedAt = `2026-11-${day}T02:00:00.000Z`;
  const path = join(to, startedAt.replaceAll(":", "-").slice(0, 19));
  await mkdir(path);
  const folder = new BackupFolder(path, key);
  const hashes = await Promise.all(contents.map((text) => folder.writeObject(bytesOf(text))));
  const lines = hashes.map((sha256, at) => `${JSON.stringify({ key: `file ${at}`, size: 1, etag: "", sha256 })}\n`);
  const written = await folder.write("files/000001.ndjson", bytesOf(lines.join("")));
  await writeManifest(path, keys, {
    format: 1,
    state,
    origin: "https://octavo.example",
    version: "1.0.0",
    migrations: [],
    fingerprint: "f",
    startedAt,
    completedAt: null,
    encryption,
    auditKey: null,
    search: "not copied: the index is rebuilt from the main database after a restore",
    parts: [{ kind: "files", name: "", path: "files/000001.ndjson", records: lines.length, next: null, ...written }],
    mac: "",
  });
  return hashes.map((sha256) => folder.objectPath(sha256));
}

const exists = (path: string | undefined): Promise<boolean> =>
  access(path ?? "").then(
    () => true,
    () => false,
  );
const backups = async (): Promise<string[]> => (await readdir(to)).filter((name) => name !== "objects").toSorted();
const pruneTo = (keep: number, key: BackupKey | null = null) => prune(to, keep, { keys, key, now });

test.each([
  ["plain", PLAIN],
  ["encrypted", makeKey("a passphrase of a test")],
])("keeps the newest %s backups and what they need, and no other object", async (_name, sealing) => {
  const [shared, first] = await backUp(26, ["in all", "only in the first"], sealing);
  const [, second] = await backUp(27, ["in all", "in the second"], sealing);
  const [, , third] = await backUp(28, ["in all", "in the second", "in the third"], sealing);
  const interrupted = join(to, "objects", "incoming-1-1.partial");
  await writeFile(interrupted, "a part");
  expect(await pruneTo(2, sealing.key)).toEqual({ backups: 1, objects: 1 });
  expect(await backups()).toEqual(["2026-11-27T02-00-00", "2026-11-28T02-00-00"]);
  expect(await Promise.all([shared, second, third, first, interrupted].map(exists))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(await pruneTo(5, sealing.key)).toEqual({ backups: 0, objects: 0 });
});

test("deletes nothing while a backup may be continued, and deletes it once it may not", async () => {
  await backUp(26, ["old"]);
  const [unfinished] = await backUp(27, ["of the unfinished one"], PLAIN, "incomplete");
  await backUp(28, ["new"]);
  const manifest = join(to, "2026-11-27T02-00-00", "manifest.json");
  const touch = (hoursAgo: number): Promise<void> =>
    utimes(manifest, now / 1_000, (now - hoursAgo * 3_600_000) / 1_000);
  await touch(23);
  await expect(pruneTo(1)).rejects.toThrow("2026-11-27T02-00-00 is not complete");
  expect(await backups()).toHaveLength(3);
  expect(await exists(unfinished)).toBe(true);
  await touch(25);
  expect(await pruneTo(1)).toEqual({ backups: 2, objects: 2 });
  expect(await backups()).toEqual(["2026-11-28T02-00-00"]);
});

test("deletes nothing if a backup that stays cannot be read", async () => {
  const { key } = makeKey("another passphrase");
  const sealed = await backUp(27, ["sealed"], makeKey("a passphrase of a test"));
  await backUp(28, ["plain"]);
  await expect(pruneTo(2)).rejects.toThrow("another passphrase");
  await expect(pruneTo(2, key)).rejects.toThrow("another passphrase");
  await writeFile(join(to, "2026-11-28T02-00-00", "files/000001.ndjson"), "");
  await expect(pruneTo(1)).rejects.toThrow("damaged");
  expect(await exists(sealed[0])).toBe(true);
  expect(await backups()).toHaveLength(2);
  const others = createKeys("another secret of more than 32 characters");
  await expect(prune(to, 1, { keys: others, key: null, now })).rejects.toThrow("another ROOT_SECRET");
});
