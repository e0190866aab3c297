/**
 * Signed checkpoints: "the chain of this origin had this head after so many entries", as a C2SP signed note in the form
 * of a tlog-checkpoint (c2sp.org/signed-note, c2sp.org/tlog-checkpoint) under an Ed25519 key (RFC 8032).
 */
import type { Checkpoint } from "../rpc/audit-log.ts";
import { createHash } from "node:crypto";
import { FormatError } from "./canonical.ts";
import type { ExportHeader } from "./format.ts";

/** Verifies a signature: the key's name, the 4-byte id in hex that identifies its line in a note, and its 32 bytes. */
export type VerifierKey = { readonly name: string; readonly id: string; readonly bytes: Uint8Array<ArrayBuffer> };

export type Signer = {
  /** The public key as a signed note's verifier key: `NAME+ID+BASE64`. */
  readonly key: string;
  /** Returns the whole note. Equal checkpoints give equal notes. */
  readonly sign: (checkpoint: Checkpoint) => Promise<string>;
};

type Signature = { readonly name: string; readonly id: string; readonly bytes: Uint8Array<ArrayBuffer> };
type SignedNote = { readonly checkpoint: Checkpoint; readonly text: string; readonly signatures: readonly Signature[] };

export const MAX_NOTE_BYTES = 65_536;
const MAX_SIGNATURES = 16;
const ED25519 = 1;
const KEY_BYTES = 32;
const ID_BYTES = 4;
/** PKCS #8 around the 32 bytes of an Ed25519 private key (RFC 8410 §7). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const NAME = /^[^\s+]{1,255}$/u;
const SIZE = /^[1-9]\d{0,15}$/;
const SIGNATURE_LINE = /^— (\S+) (\S+)$/u;

/** The first line of a checkpoint, also the name of its key: the origin without `https://`, and the chain. */
export function checkpointOrigin({ origin, shard }: ExportHeader): string {
  return `${origin.replace(/^https?:\/\//, "").replace(/\/+$/, "")}/audit/${shard}`;
}

/** Parses a note without verifying its signatures. Throws {@link FormatError}. */
export function readNote(note: string): SignedNote {
  const middle = note.lastIndexOf("\n\n");
  if (note.length > MAX_NOTE_BYTES || middle < 0 || !note.endsWith("\n")) throw mismatch("a signed note");
  const text = note.slice(0, middle + 1);
  const lines = note.slice(middle + 2, -1).split("\n");
  if (lines.length > MAX_SIGNATURES) throw new FormatError(`the note has more than ${MAX_SIGNATURES} signatures`);
  return { checkpoint: readText(text), text, signatures: lines.map(readSignature) };
}

/** Parses a note and verifies its signatures. Throws {@link FormatError} unless one of the given keys signed it. */
export async function openNote(note: string, keys: readonly VerifierKey[]): Promise<Checkpoint> {
  const { checkpoint, text, signatures } = readNote(note);
  let known = 0;
  for (const key of keys) {
    // As the signed-note format specifies: a key's first line counts, and lines of unknown keys are ignored.
    const signature = signatures.find(({ name, id }) => name === key.name && id === key.id);
    if (signature === undefined) continue;
    if (!(await isSigned(key, signature.bytes, text))) throw new FormatError("the signature is wrong");
    known += 1;
  }
  if (known === 0) throw new FormatError("it was not signed by any of the given keys");
  return checkpoint;
}

/** Parses a public key of the form `NAME+ID+BASE64`. Throws {@link FormatError}. */
export function parseKey(text: string): VerifierKey {
  const [, name, id, encoded] = /^([^\s+]{1,255})\+([0-9a-f]{8})\+(\S+)$/u.exec(text) ?? [];
  const data = decodeBase64(encoded ?? "");
  if (name === undefined || data?.length !== 1 + KEY_BYTES || data[0] !== ED25519) throw mismatch("an Ed25519 key");
  const bytes = data.slice(1);
  if (keyId(name, bytes) !== id) throw new FormatError("the key does not match its name and number");
  return { name, id, bytes };
}

/** `seed` is the 32 bytes of the private key. */
export async function createSigner(name: string, seed: Uint8Array): Promise<Signer> {
  if (!NAME.test(name)) throw new FormatError("the name of the key contains white space or a plus sign");
  const pkcs8 = new Uint8Array([...PKCS8, ...seed]);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, { name: "Ed25519" }, true, ["sign"]);
  // The private key's JWK contains the public key (RFC 8037 §2); WebCrypto has no other way to derive it.
  const jwk = (await crypto.subtle.exportKey("jwk", key)) as { x?: string };
  const bytes = new Uint8Array(Buffer.from(jwk.x ?? "", "base64url"));
  const id = keyId(name, bytes);
  return {
    key: `${name}+${id}+${encodeBase64(new Uint8Array([ED25519, ...bytes]))}`,
    async sign(checkpoint) {
      const text = writeText(checkpoint);
      const signature = await crypto.subtle.sign("Ed25519", key, new TextEncoder().encode(text));
      const signed = new Uint8Array([...Buffer.from(id, "hex"), ...new Uint8Array(signature)]);
      return `${text}\n— ${name} ${encodeBase64(signed)}\n`;
    },
  };
}

function writeText({ origin, size, head }: Checkpoint): string {
  return `${origin}\n${size}\n${encodeBase64(Buffer.from(head, "hex"))}\n`;
}

function readText(text: string): Checkpoint {
  const lines = text.slice(0, -1).split("\n");
  const [origin = "", size = "", root = ""] = lines;
  const head = decodeBase64(root);
  const isWellFormed = lines.length === 3 && NAME.test(origin) && SIZE.test(size) && head?.length === KEY_BYTES;
  if (!isWellFormed || !Number.isSafeInteger(Number(size))) throw mismatch("a checkpoint");
  return { origin, size: Number(size), head: Buffer.from(head).toString("hex") };
}

function readSignature(line: string): Signature {
  const [, name, encoded] = SIGNATURE_LINE.exec(line) ?? [];
  const data = decodeBase64(encoded ?? "");
  if (name === undefined || !NAME.test(name) || data === null || data.length <= ID_BYTES)
    throw mismatch("a signed note");
  return { name, id: Buffer.from(data.slice(0, ID_BYTES)).toString("hex"), bytes: data.slice(ID_BYTES) };
}

async function isSigned(key: VerifierKey, signature: Uint8Array<ArrayBuffer>, text: string): Promise<boolean> {
  try {
    const imported = await crypto.subtle.importKey("raw", key.bytes, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, signature, new TextEncoder().encode(text));
  } catch {
    // The 32 bytes are not a point on the curve.
    return false;
  }
}

/** First 4 bytes of `SHA-256(name ‖ 0x0A ‖ 0x01 ‖ key)`, in hex. */
function keyId(name: string, bytes: Uint8Array): string {
  const digest = createHash("sha256")
    .update(`${name}\n`)
    .update(new Uint8Array([ED25519]))
    .update(bytes)
    .digest("hex");
  return digest.slice(0, 2 * ID_BYTES);
}

function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** Null unless the text is the only valid encoding of its bytes, so that a note cannot be altered without notice. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Buffer.from(text, "base64"));
  return encodeBase64(bytes) === text ? bytes : null;
}

function mismatch(what: string): FormatError {
  return new FormatError(`this is not ${what}`);
}
