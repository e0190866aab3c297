/** Checkpoints as signed notes: exact bytes, valid signers, and rejection of any other text. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CHAIN, signerOf } from "./archive-fixture.ts";
import { FormatError } from "../../src/audit-log/canonical.ts";
import { checkpointOrigin, createSigner, openNote, parseKey, readNote } from "../../src/audit-log/checkpoint.ts";

const CHECKPOINT = { origin: "octavo.example/audit/0", size: 20_852_163, head: "ab".repeat(32) };
const signer = await signerOf(7);
const key = parseKey(signer.key);
const NOTE = await signer.sign(CHECKPOINT);

/** Printed in docs/audit-format.md, after its three entries. */
const GOLDEN = {
  seed: "0707070707070707070707070707070707070707070707070707070707070707",
  key: "octavo.example/audit/0+c8dba61c+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs",
  note: "octavo.example/audit/0\n3\nQcQLU/9mvoUSoMrZ2SQf1gaOah5GrhUcLlheQQxwMGU=\n\n— octavo.example/audit/0 yNumHH/kCjzIKF57oLwaYSyNUDMh4HIfdOFLDty5A80qghfziqCtvVCPeaF2WPOZsFiUlzLl9lzhIqkwMxcJzL+4Eww=\n",
};

test("produces the golden vectors, which the format description contains", async () => {
  const golden = await createSigner("octavo.example/audit/0", Buffer.from(GOLDEN.seed, "hex"));
  const head = "41c40b53ff66be8512a0cad9d9241fd6068e6a1e46ae151c2e585e410c703065";
  expect(golden.key).toBe(GOLDEN.key);
  expect(await golden.sign({ origin: "octavo.example/audit/0", size: 3, head })).toBe(GOLDEN.note);
  const format = readFileSync(join(import.meta.dirname, "../../docs/audit-format.md"), "utf8");
  expect(format).toContain(JSON.stringify(GOLDEN, null, 2));
});

test("derives the public key of RFC 8032 §7.1 from its seed", async () => {
  const seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
  const { bytes } = parseKey((await createSigner("x", Buffer.from(seed, "hex"))).key);
  expect(Buffer.from(bytes).toString("hex")).toBe("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
});

test("signs deterministically and reads the checkpoint back", async () => {
  expect(await signer.sign(CHECKPOINT)).toBe(NOTE);
  expect(await openNote(NOTE, [key])).toEqual(CHECKPOINT);
  expect(readNote(NOTE).checkpoint).toEqual(CHECKPOINT);
});

// From the documentation of golang.org/x/mod/sumdb/note, which uses this key format.
test("parses a key of another implementation with its id", () => {
  const read = parseKey("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW");
  expect(read).toMatchObject({ name: "PeterNeumann", id: "c74f20a3" });
  expect(read.bytes).toHaveLength(32);
});

test("names a chain by its URL without the scheme and its shard number", () => {
  expect(checkpointOrigin(CHAIN)).toBe("octavo.example/audit/0");
  expect(checkpointOrigin({ origin: "http://localhost:8787/", shard: 3 })).toBe("localhost:8787/audit/3");
});

test("ignores signatures of unknown keys and requires those of known keys to be valid", async () => {
  const stranger = await createSigner("witness.example", new Uint8Array(32).fill(9));
  const cosigned = `${NOTE}${(await stranger.sign(CHECKPOINT)).split("\n\n")[1]}`;
  expect(await openNote(cosigned, [key])).toEqual(CHECKPOINT);
  expect(await openNote(cosigned, [key, parseKey(stranger.key)])).toEqual(CHECKPOINT);
  const wrong = cosigned.replace(
    /(— witness\.example \S{20})(.)/u,
    (_, start: string, c: string) => start + (c === "A" ? "B" : "A"),
  );
  expect(await openNote(wrong, [key])).toEqual(CHECKPOINT);
  await expect(openNote(wrong, [key, parseKey(stranger.key)])).rejects.toThrow(
    new FormatError("the signature is wrong"),
  );
});

const reasons: [string, string, string][] = [
  ["another size", NOTE.replace("20852163", "20852164"), "the signature is wrong"],
  ["another head", NOTE.replace("q6ur", "q6us"), "the signature is wrong"],
  ["another chain", NOTE.replace("audit/0\n2", "audit/1\n2"), "the signature is wrong"],
  ["no signature", `${NOTE.split("\n\n")[0]}\n`, "this is not a signed note"],
  ["another name in the signature", NOTE.replace("— octavo", "— 0ctavo"), "it was not signed by any of the given keys"],
  ["a hyphen instead of the dash", NOTE.replace("—", "-"), "this is not a signed note"],
  ["a leading zero", NOTE.replace("\n208", "\n0208"), "this is not a checkpoint"],
  ["no entries", NOTE.replace("20852163", "0"), "this is not a checkpoint"],
  ["a size beyond safe integers", NOTE.replace("20852163", "9007199254740993"), "this is not a checkpoint"],
  ["a fourth line", NOTE.replace("\n\n", "\nmore\n\n"), "this is not a checkpoint"],
  ["a shorter head", NOTE.replace(/\n[^\n]{43}=\n/, "\nq6s=\n"), "this is not a checkpoint"],
  ["a head in non-canonical Base64", NOTE.replace("6s=\n", "6t=\n"), "this is not a checkpoint"],
  ["whitespace at a line's end", NOTE.replace("20852163", "20852163 "), "this is not a checkpoint"],
  ["a carriage return", NOTE.replaceAll("\n", "\r\n"), "this is not a signed note"],
  ["empty text", "", "this is not a signed note"],
  ["no final line feed", NOTE.slice(0, -1), "this is not a signed note"],
  ["too much text", `${"x".repeat(70_000)}${NOTE}`, "this is not a signed note"],
  ["too many signatures", NOTE + (NOTE.split("\n\n")[1] ?? "").repeat(16), "the note has more than 16 signatures"],
];

test.each(reasons)("rejects a note with %s", async (_, note, reason) => {
  expect(note).not.toBe(NOTE);
  await expect(openNote(note, [key])).rejects.toThrow(new FormatError(reason));
});

test("rejects malformed keys and keys that do not match their name and id", () => {
  const [name, id, bytes = ""] = signer.key.split("+");
  for (const wrong of [
    "",
    name ?? "",
    `${name}+${id}`,
    `${name}+${id}+${bytes.slice(4)}`,
    `${name}+${id}+AAAA${bytes.slice(4)}`,
  ]) {
    expect(() => parseKey(wrong), wrong).toThrow(new FormatError("this is not an Ed25519 key"));
  }
  const another = `x${signer.key}`;
  expect(() => parseKey(another)).toThrow(new FormatError("the key does not match its name and number"));
});

test("rejects a signature for 32 bytes that are not a public key", async () => {
  const fake = { ...key, bytes: new Uint8Array(32).fill(255) };
  await expect(openNote(NOTE, [fake])).rejects.toThrow(new FormatError("the signature is wrong"));
});

test("rejects signer names that a note cannot contain", async () => {
  for (const name of ["", "a b", "a+b", "a\nb"]) {
    await expect(createSigner(name, new Uint8Array(32))).rejects.toThrow(FormatError);
  }
});

test("rejects any altered or arbitrary text without other errors", async () => {
  const near = fc
    .tuple(fc.nat(NOTE.length - 1), fc.constantFrom("", "\n", "=", "A", "é", "0", "\ud800"))
    .map(([at, put]) => NOTE.slice(0, at) + put + NOTE.slice(at + 1));
  await fc.assert(
    fc.asyncProperty(fc.oneof(near, fc.string({ unit: "binary" }), fc.constant(`${NOTE}\n`)), async (note) => {
      fc.pre(note !== NOTE);
      await expect(openNote(note, [key])).rejects.toThrow(FormatError);
    }),
    { numRuns: 600 },
  );
});
