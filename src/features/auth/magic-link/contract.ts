/** Schemas for requesting and opening a sign-in link. */
import * as z from "zod";
import { EmailAddress } from "../../../kernel/contract.ts";
import { SignUpToken } from "../../signup/contract.ts";

/** Longest proof of work, in characters; `makeChallenge` needs about 90. */
const MAX_PROOF = 200;

export const SendLink = z.object({
  email: EmailAddress,
  next: z.string().max(2048).optional(),
  /** The solution to a `proof_required` challenge. */
  proof: z.string().max(MAX_PROOF).optional(),
  signUpToken: SignUpToken,
});

export const LinkSent = z.object({ message: z.string() });

/** Treats impossible values as empty, so that any altered link gets the same answer as a used one. */
const linkPart = (max: number) => z.string().max(max).default("").catch("");

export const VerifyLink = z.object({
  token: linkPart(200),
  exp: linkPart(20),
  sig: linkPart(100),
  next: linkPart(2048),
});

/** `c` is the confirm page's signature. */
export const ConfirmLink = VerifyLink.extend({ c: linkPart(100) });

/** Lifetime of a mailed link, in seconds. */
export const LINK_LIFETIME_SECONDS = 600;
