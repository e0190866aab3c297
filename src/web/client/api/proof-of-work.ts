/** Solves a `proof_required` challenge. */
import type { ProofChallenge } from "../../../kernel/proof-of-work.ts";

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Tries the candidates in sequence. The browser derives keys on another thread, so the page stays responsive. */
export async function solve({ salt, iterations, candidates, key, token }: ProofChallenge): Promise<string> {
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt: encode(salt), iterations };
  for (let candidate = 0; candidate < candidates; candidate++) {
    const password = await crypto.subtle.importKey("raw", encode(String(candidate)), "PBKDF2", false, ["deriveBits"]);
    const bits = await crypto.subtle.deriveBits(algorithm, password, 256);
    if (btoa(String.fromCharCode(...new Uint8Array(bits))) === key) return `${token}.${candidate}`;
  }
  throw new RangeError("unsolvable");
}
