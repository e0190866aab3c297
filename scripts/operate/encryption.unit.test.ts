import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { decrypted, encrypted, findKey, makeKey, sealedName } from "./encryption.ts";

const { key, encryption } = makeKey("a passphrase of a test");

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of source) all.push(chunk);
  return Buffer.concat(all);
}

const seal = (bytes: Uint8Array): Promise<Buffer> => collect(encrypted(chunksOf(bytes, 10_007), key));
const open = (bytes: Uint8Array, chunk = 9_001): Promise<Buffer> => collect(decrypted(chunksOf(bytes, chunk), key));

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])(
  "returns what was encrypted, of %i bytes",
  async (length) => {
    const bytes = randomBytes(length);
    const sealed = await seal(bytes);
    expect(sealed.includes(bytes.subarray(0, 16)) && length >= 16).toBe(false);
    expect((await open(sealed)).equals(bytes)).toBe(true);
    expect((await open(sealed, 7)).equals(bytes)).toBe(true);
  },
);

test("rejects a file that was changed, cut off, extended or reordered anywhere", async () => {
  const piece = 65_536 + 16;
  const head = 32;
  const sealed = await seal(randomBytes(3 * 65_536));
  for (const at of [0, 20, head, head + 70_000, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(open(changed)).rejects.toThrow("damaged");
  }
  for (const length of [0, 10, head, head + piece, head + 2 * piece, sealed.length - 1])
    await expect(open(sealed.subarray(0, length))).rejects.toThrow("damaged");
  await expect(open(Buffer.concat([sealed, Buffer.from("x")]))).rejects.toThrow("damaged");
  const [first, second] = [sealed.subarray(head, head + piece), sealed.subarray(head + piece, head + 2 * piece)];
  const swapped = Buffer.concat([sealed.subarray(0, head), second, first, sealed.subarray(head + 2 * piece)]);
  await expect(open(swapped)).rejects.toThrow("damaged");
});

test("finds the key again with the passphrase only, and names objects differently under another key", () => {
  expect(findKey("a passphrase of a test", encryption).equals(key)).toBe(true);
  expect(() => findKey("another passphrase", encryption)).toThrow("passphrase");
  expect(sealedName(makeKey("a passphrase of a test").key, "a")).not.toBe(sealedName(key, "a"));
});
