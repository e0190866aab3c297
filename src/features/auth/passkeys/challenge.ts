/** Challenges: one row each, named by the first bytes of the signed challenge, and valid for one response. */
import { parse, stringify } from "uuid";
import type { RandomBytes } from "../../../kernel/ids.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import type { Write } from "../../../db/sql.ts";
import { CHALLENGE_LIFETIME, type Ceremony } from "./rules.ts";
import * as store from "./store.ts";

const ID_BYTES = 16;
const RANDOM_BYTES = 32;

type NewChallenge = {
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly insert: Write<number>;
};

/** Creates a challenge bound to `boundTo`: a hash of the session or of the browser's cookie. */
export function newChallenge(
  deps: Pick<Deps, "newId" | "now" | "random">,
  ceremony: Ceremony,
  boundTo: string,
  userHandle: string | null,
): NewChallenge {
  const id = deps.newId();
  const bytes = challengeBytes(id, deps.random);
  const challenge = Buffer.from(bytes).toString("base64url");
  const expiresAt = deps.now + CHALLENGE_LIFETIME;
  const row = { id, ceremony, challenge, boundTo, userHandle, now: deps.now, expiresAt };
  return { id, bytes, insert: store.insertChallenge(row) };
}

/** The row id followed by 256 random bits. */
export const challengeBytes = (id: string, random: RandomBytes): Uint8Array<ArrayBuffer> =>
  new Uint8Array([...parse(id), ...random(RANDOM_BYTES)]);

/** The id of the row that a challenge (base64url) names; empty, which matches no row, if we did not issue it. */
export function idOfChallenge(challenge: string): string {
  const bytes = new Uint8Array(Buffer.from(challenge, "base64url"));
  if (bytes.length !== ID_BYTES + RANDOM_BYTES) return "";
  try {
    return stringify(bytes.subarray(0, ID_BYTES));
  } catch {
    return "";
  }
}

/** Runs a batch that consumes a challenge, and retries it if the response was lost: the claim id makes it idempotent. */
export async function consumingChallenge<T>(batch: () => Promise<T>): Promise<T> {
  try {
    return await batch();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "unavailable") throw error;
    return batch();
  }
}
