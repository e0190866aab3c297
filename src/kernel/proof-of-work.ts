/** The proof of work that the service asks for before it mails more sign-in links than usual. */

/**
 * Find the whole number n from 0 to `candidates` - 1 for which PBKDF2-HMAC-SHA-256 with n in decimal digits as password, `salt`
 * as salt (both as ASCII), `iterations` iterations and 32 bytes of output gives `key` (base64). The proof is `token`, a dot
 * and n.
 */
export type ProofChallenge = {
  readonly algorithm: "PBKDF2-SHA-256";
  readonly salt: string;
  readonly iterations: number;
  readonly candidates: number;
  readonly key: string;
  readonly token: string;
};
