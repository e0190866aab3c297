/**
 * Proof of work for sign-in mail: once the service has mailed SIGN_IN_PROOF_ABOVE links within an hour, each further link
 * costs the requester about a second of computation.
 *
 * The challenge is not stored. Its token is signed together with its email address and the answer, so verifying takes one
 * HMAC. With PBKDF2 each guess is one native browser call, about as fast as in a dedicated solver, and the number of guesses
 * has an upper bound.
 */
import { pbkdf2Sync } from "node:crypto";
import { MINUTE, type Instant } from "../../../kernel/clock.ts";
import type { Client } from "../../../kernel/caller.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { RandomBytes } from "../../../kernel/ids.ts";
import type { ProofChallenge } from "../../../kernel/proof-of-work.ts";
import type { Deps } from "../../../deps.ts";
import type { Keys } from "../../../platform/keys.ts";
import { sha256 } from "../../../platform/tokens.ts";
import { exempt, writeOneExempt } from "../../../permissions/exempt.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { isSilenced } from "../../../rate-limits/service.ts";
import { consumeProof } from "./store.ts";

const LIFETIME = 5 * MINUTE;
const ALGORITHM = "PBKDF2-SHA-256";
/** Cost of one guess: about half a millisecond on a server, which computes one per challenge. */
const ITERATIONS = 1_000;
/** A million iterations on average: about a second on a phone, a quarter of one on a desktop computer. */
const CANDIDATES = 2_000;

const signAnswer = (keys: Keys, email: string, until: string, salt: string, answer: string): string =>
  keys.sign("sign-in-proof", email, until, salt, answer);

export function makeChallenge(keys: Keys, email: string, now: Instant, random: RandomBytes): ProofChallenge {
  const until = (now + LIFETIME).toString(36);
  const salt = Buffer.from(random(16)).toString("base64url");
  // 2 ** 32 far exceeds the number of candidates, so the bias of the remainder is negligible.
  const answer = String(Buffer.from(random(4)).readUInt32BE(0) % CANDIDATES);
  return {
    algorithm: ALGORITHM,
    salt,
    iterations: ITERATIONS,
    candidates: CANDIDATES,
    key: pbkdf2Sync(answer, salt, ITERATIONS, 32, "sha256").toString("base64"),
    token: `${until}.${salt}.${signAnswer(keys, email, until, salt, answer)}`,
  };
}

type Proof = { readonly hash: string; readonly expiresAt: Instant };

/** Returns null for a proof that is wrong, expired or issued for another address. */
export function readProof(keys: Keys, email: string, proof: string, now: Instant): Proof | null {
  const [until, salt, signature, answer, ...rest] = proof.split(".");
  if (!until || !salt || !signature || !answer || rest.length > 0) return null;
  if (!keys.verify("sign-in-proof", signature, email, until, salt, answer)) return null;
  const expiresAt = Number.parseInt(until, 36);
  return expiresAt > now ? { hash: sha256(`sign-in-proof ${signature}`), expiresAt } : null;
}

/**
 * Throws `proof_required` with a new challenge when a proof of work is required and `proof` is not a valid one, whether or
 * not the address has an account. A proof pays for one mail, so it is consumed before the mail is counted: otherwise one
 * proof sent many times would exhaust the service's hourly mail limit.
 */
export async function requireProof(
  deps: Deps,
  email: string,
  proof: string | undefined,
  client: Client,
): Promise<void> {
  const limit = deps.config.signInProofAbove;
  if (limit === null) return;
  const isAllowed = proof === undefined ? await hasRoom(deps, limit, client) : await useProof(deps, email, proof);
  if (isAllowed) return;
  throw new AppError(
    "proof_required",
    "Many sign-in links are being requested right now, so this request requires a proof of work. Solve the challenge and try again.",
    { challenge: makeChallenge(deps.keys, email, deps.now, deps.random) },
  );
}

async function hasRoom(deps: Deps, limit: number, client: Client): Promise<boolean> {
  if (limit === 0) return false;
  const unproven = { rule: LIMIT_RULES.magicLinkUnprovenByService, value: "all" };
  return !(await isSilenced(deps, client, unproven, limit));
}

async function useProof(deps: Deps, email: string, text: string): Promise<boolean> {
  const proof = readProof(deps.keys, email, text, deps.now);
  return (
    proof !== null && writeOneExempt(deps.db, exempt.signIn, consumeProof(proof.hash, proof.expiresAt, deps.newId()))
  );
}
