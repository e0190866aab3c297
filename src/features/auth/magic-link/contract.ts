/** Asking for a sign-in link, and opening it. */
import * as z from "zod";
import { EmailAddress } from "../../../kernel/contract.ts";

/** Longest proof of work, in characters; `makeChallenge` needs about 90. */
const MAX_PROOF = 200;

export const SendLink = z.object({
  email: EmailAddress,
  next: z.string().max(2048).optional(),
  /** The answer to the challenge of a `proof_required`. */
  proof: z.string().max(MAX_PROOF).optional(),
});

export const LinkSent = z.object({ message: z.string() });

/** What no link of ours can hold reads as empty, so that an altered link of any shape gets the answer of a used one. */
const linkPart = (max: number) => z.string().max(max).default("").catch("");

export const VerifyLink = z.object({
  token: linkPart(200),
  exp: linkPart(20),
  sig: linkPart(100),
  next: linkPart(2048),
});

/** `c` is signed for the confirm page. */
export const ConfirmLink = VerifyLink.extend({ c: linkPart(100) });

/** Seconds a mailed link lives. */
export const LINK_LIFETIME_SECONDS = 600;
