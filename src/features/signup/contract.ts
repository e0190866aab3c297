/** Request and response schemas of sign-up links. */
import * as z from "zod";
import { Time } from "../../kernel/contract.ts";

export const MAX_LINK_DAYS = 30;
export const MAX_LINK_USES = 100;

export const CreateSignUpLink = z.object({
  /** Days until the link expires. */
  days: z.int().min(1).max(MAX_LINK_DAYS).default(7),
  /** Number of accounts that can be created with the link. */
  maxUses: z.int().min(1).max(MAX_LINK_USES).default(1),
});
export type CreateSignUpLink = z.output<typeof CreateSignUpLink>;

/** A link that has not expired. Its token is stored as a hash and cannot be shown again. */
export const SignUpLink = z
  .object({
    id: z.string(),
    createdBy: z.object({ id: z.string(), name: z.string() }),
    createdAt: Time,
    expiresAt: Time,
    maxUses: z.int(),
    uses: z.int(),
  })
  .meta({ id: "SignUpLink" });
export type SignUpLink = z.infer<typeof SignUpLink>;

/** `policy` is who may create an account here. Links matter, and can be created, only with `invited`. */
export const SignUpLinkList = z.object({
  policy: z.enum(["open", "invited", "domains", "closed"]),
  links: z.array(SignUpLink),
});
export type SignUpLinkList = z.infer<typeof SignUpLinkList>;

/** `url` is shown only here. */
export const NewSignUpLink = SignUpLink.extend({ url: z.string() }).meta({ id: "NewSignUpLink" });
export type NewSignUpLink = z.infer<typeof NewSignUpLink>;

/** For clients without cookies. An invalid token counts as none. */
export const SignUpToken = z
  .string()
  .max(200)
  .optional()
  .describe(
    "The token of a sign-up link, with which the address may create an account where an invitation is required",
  );

export const JoinToken = z.object({ token: z.string().max(200).default("").catch("") });
