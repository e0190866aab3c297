/**
 * Encryption of a backup's files with a passphrase: AES-256-GCM over pieces of 64 KiB, so that files of any size are read and
 * written as streams. A nonce is the number of the piece and whether it is the last one, as in the STREAM construction: pieces
 * cannot be reordered, removed or cut off unnoticed. Each file has a key of its own, so that no nonce is used twice.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scryptSync } from "node:crypto";
import { OperatorError } from "./operator-error.ts";

const PIECE = 65_536;
const TAG = 16;
const SALT = 16;
const MAGIC = Buffer.from("octavo-backup-1\n");

/** scrypt with 32 MB of memory. */
const COST = { N: 32_768, r: 8, p: 3, maxmem: 64 * 1024 * 1024 } as const;

/** Stored in the manifest. `check` tells a wrong passphrase from a damaged file. */
export type Encryption = { readonly kdf: "scrypt-32768-8-3"; readonly salt: string; readonly check: string };

export type BackupKey = Buffer;

const checkOf = (key: BackupKey): string => createHmac("sha256", key).update("check").digest("base64url");

/** A new key for a passphrase. */
export function makeKey(passphrase: string): { key: BackupKey; encryption: Encryption } {
  const salt = randomBytes(SALT);
  const key = scryptSync(passphrase, salt, 32, COST);
  return { key, encryption: { kdf: "scrypt-32768-8-3", salt: salt.toString("base64url"), check: checkOf(key) } };
}

/** True if files with this encryption are read with this key. */
export const isSameKey = (key: BackupKey, { check }: Encryption): boolean => checkOf(key) === check;

/** Throws if the passphrase is wrong. */
export function findKey(passphrase: string, { salt, check }: Encryption): BackupKey {
  const key = scryptSync(passphrase, Buffer.from(salt, "base64url"), 32, COST);
  if (checkOf(key) !== check)
    throw new OperatorError("The passphrase is not the one that the backup was encrypted with.");
  return key;
}

/** The name of an object's file, which must not reveal the hash of its content. */
export const sealedName = (key: BackupKey, sha256: string): string =>
  createHmac("sha256", key).update(`object ${sha256}`).digest("hex");

const fileKey = (key: BackupKey, salt: Uint8Array): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, "octavo backup file", 32));

function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(piece, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Cuts a stream into pieces of `size`, the last of which is shorter, and may be empty. */
async function* piecesOf(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    held.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    length += chunk.byteLength;
    if (length <= size) continue;
    const all = Buffer.concat(held);
    let at = 0;
    // What fills a piece exactly may be the end, so it is held back.
    for (; length - at > size; at += size) yield all.subarray(at, at + size);
    held = [Buffer.from(all.subarray(at))];
    length -= at;
  }
  yield Buffer.concat(held);
}

export async function* encrypted(source: AsyncIterable<Uint8Array>, key: BackupKey): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT);
  const own = fileKey(key, salt);
  yield Buffer.concat([MAGIC, salt]);
  let number = 0;
  let previous: Buffer | null = null;
  const seal = (piece: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv("aes-256-gcm", own, nonceOf(number, isLast));
    number += 1;
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  };
  for await (const piece of piecesOf(source, PIECE)) {
    if (previous !== null) yield seal(previous, false);
    previous = piece;
  }
  yield seal(previous ?? Buffer.alloc(0), true);
}

/** Throws if the file was changed or cut off, at the latest at its end. */
export async function* decrypted(source: AsyncIterable<Uint8Array>, key: BackupKey): AsyncGenerator<Buffer> {
  const damaged = (): Error => new OperatorError("An encrypted file of the backup is damaged.");
  let own: Buffer | null = null;
  let number = 0;
  let previous: Buffer | null = null;
  const open = (piece: Buffer, isLast: boolean): Buffer => {
    if (own === null || piece.length < TAG) throw damaged();
    const cipher = createDecipheriv("aes-256-gcm", own, nonceOf(number, isLast));
    number += 1;
    cipher.setAuthTag(piece.subarray(-TAG));
    try {
      return Buffer.concat([cipher.update(piece.subarray(0, -TAG)), cipher.final()]);
    } catch {
      throw damaged();
    }
  };
  async function* body(): AsyncGenerator<Buffer> {
    let head = Buffer.alloc(0);
    for await (const chunk of source) {
      if (own !== null) {
        yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
        continue;
      }
      head = Buffer.concat([head, chunk]);
      if (head.length < MAGIC.length + SALT) continue;
      if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged();
      own = fileKey(key, head.subarray(MAGIC.length, MAGIC.length + SALT));
      yield head.subarray(MAGIC.length + SALT);
    }
  }
  for await (const piece of piecesOf(body(), PIECE + TAG)) {
    if (previous !== null) yield open(previous, false);
    previous = piece;
  }
  yield open(previous ?? Buffer.alloc(0), true);
}
