/** Refused imports leave nothing behind, neither in the bucket nor in the database. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import { importPages } from "../../src/features/transfer/import.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { CENTRAL, patch, repeatEntry, zip } from "./archives.ts";
import { keysUnder, randomBytes, sha256 } from "../files/client.ts";
import { upload } from "./client.ts";
import { world, type World, makeDrive, addMember } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

/** All traces of this content in storage. */
const traces = async (bytes: Uint8Array<ArrayBuffer>): Promise<unknown> => {
  const hash = await sha256(bytes);
  return {
    objects: await keysUnder(`sha256/${hash}/`),
    announced: await d1`select count(*) as n from blob_candidates where sha256 = ${hash}`.first("n"),
    blobs: await d1`select count(*) as n from blobs where sha256 = ${hash}`.first("n"),
  };
};
const NOTHING = { objects: [], announced: 0, blobs: 0 };

const many = (n: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`${i}.md`, "x"]));

test("stores no files of an archive with too many pages", async () => {
  const w = await world();
  const noise = randomBytes(2_000, 901);
  const { status, body } = await upload(w.session("olivia"), w.drive, zip({ "a.png": noise, ...many(2_000) }));
  expect([status, body.code]).toEqual([413, "payload_too_large"]);
  expect(await traces(noise)).toEqual(NOTHING);
});

test("does not store files that the import plan leaves out", async () => {
  const w = await world();
  const noise = randomBytes(2_000, 902);
  const deep = `${Array.from({ length: 64 }, (_, i) => `${i}/`).join("")}a.png`;
  const { status, body } = await upload(w.session("olivia"), w.drive, zip({ "ok.md": "x", [deep]: noise }));
  expect([status, body.skipped]).toEqual([
    201,
    [{ path: deep, reason: "It and its contents would be nested too deep." }],
  ]);
  expect(await traces(noise)).toEqual(NOTHING);
});

test.each<[string, (w: World, drive: string) => Promise<unknown>]>([
  [
    "the user loses the right to create pages",
    (w, drive) =>
      d1`update drive_members set role = 'member' where drive_id = ${drive} and user_id = ${w.ids.adam}`.run(),
  ],
  [
    "the storage fills up",
    (w) =>
      d1`insert into storage_usage (user_id, bytes, files) values (${w.ids.adam}, ${9_999_999_999}, 1) on conflict (user_id) do update set bytes = excluded.bytes`.run(),
  ],
])("deletes uploaded files when %s during the upload", async (_, meanwhile) => {
  const w = await world();
  const drive = await makeDrive(w);
  await addMember(w, w.ids.adam, { driveId: drive, role: "admin" });
  const noise = randomBytes(2_000, 903);
  const caller = {
    kind: "session" as const,
    tokenHash: hashToken("session", w.session("adam")),
    client: { ip: "192.0.2.1", userAgent: "" },
  };
  const importing = importPages(
    createDeps(env, createExecutionContext()),
    caller,
    { driveId: drive, parentId: null, tables: "sheets" },
    async () => {
      await meanwhile(w, drive);
      return zip({ "a.png": noise, "a.md": "x" });
    },
  );
  await expect(importing).rejects.toThrow();
  expect(await traces(noise)).toEqual(NOTHING);
  expect(await d1`select count(*) as n from pages where drive_id = ${drive}`.first("n")).toBe(0);
});

test.each<[string, (noise: Uint8Array) => Uint8Array, number, string]>([
  [
    "Zip directory entries that share stored bytes",
    (noise) => repeatEntry(zip({ "000.png": [noise, { level: 0 }] }), "000.png", 900),
    400,
    "invalid_content",
  ],
  [
    "Zip directory entries that share compressed bytes",
    (noise) => repeatEntry(zip({ "keep.png": noise, "000.md": "\0".repeat(900_000) }), "000.md", 900),
    400,
    "invalid_content",
  ],
  [
    "Zip entries that overlap the directory",
    (noise) =>
      patch(zip({ "000.png": [noise, { level: 0 }] }), CENTRAL, "000.png", (view, at) =>
        view.setUint32(at + 20, noise.length + 1, true),
      ),
    400,
    "invalid_content",
  ],
  [
    "nested archives that expand more than 100 times",
    (noise) => zip({ "a.png": [noise, { level: 0 }], "1.zip": new Uint8Array(31_000_000) }),
    413,
    "payload_too_large",
  ],
])("rejects %s", async (_, make, expected, code) => {
  const w = await world();
  const noise = randomBytes(2_000, 904);
  const { status, body } = await upload(w.session("olivia"), w.drive, make(noise));
  expect([status, body.code]).toEqual([expected, code]);
  expect(await traces(noise)).toEqual(NOTHING);
});
