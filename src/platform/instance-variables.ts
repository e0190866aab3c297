/** Configuration of the instance as a whole: who may create an account, and limits over all accounts. */
import * as z from "zod";
import { normalizeEmail } from "../kernel/email.ts";
import type { InstanceLimits } from "../kernel/instance.ts";
import type { SignUpPolicy } from "../kernel/sign-up.ts";
import { blankAsUndefined, integer } from "./variables.ts";

const DOMAIN = /^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/;
const DOMAINS = "domains:";

export const SignUp = z.string().transform((text, context): SignUpPolicy => {
  const value = text.trim().toLowerCase();
  if (value === "open" || value === "invited" || value === "closed") return { kind: value };
  const domains = value.startsWith(DOMAINS)
    ? value
        .slice(DOMAINS.length)
        .split(",")
        // In the form in which addresses are stored.
        .map((domain) => normalizeEmail(`@${domain.trim()}`).slice(1))
        .filter((domain) => domain !== "")
    : [];
  if (domains.length > 0 && domains.length <= 100 && domains.every((domain) => DOMAIN.test(domain)))
    return { kind: "domains", domains };
  context.addIssue({
    code: "custom",
    message: "must be open, invited, closed, or domains: followed by up to 100 domains with commas between them",
  });
  return z.NEVER;
});

/** 0 is no limit. */
const limit = blankAsUndefined(integer(0, 0, 1_000_000_000_000_000));

export const INSTANCE_VARIABLES = {
  SIGNUP: blankAsUndefined(SignUp.default({ kind: "open" })),
  INSTANCE_TEXT_BYTES: limit,
  INSTANCE_PAGES: limit,
  INSTANCE_FILE_BYTES: limit,
  INSTANCE_USERS: limit,
  INSTANCE_MAILS_PER_DAY: limit,
};

type InstanceVariables = { readonly [K in keyof typeof INSTANCE_VARIABLES]: z.output<(typeof INSTANCE_VARIABLES)[K]> };

export const readInstanceConfig = (
  vars: InstanceVariables,
): { readonly signUp: SignUpPolicy; readonly instanceLimits: InstanceLimits } => ({
  signUp: vars.SIGNUP,
  instanceLimits: {
    text: vars.INSTANCE_TEXT_BYTES || null,
    pages: vars.INSTANCE_PAGES || null,
    files: vars.INSTANCE_FILE_BYTES || null,
    users: vars.INSTANCE_USERS || null,
    mails: vars.INSTANCE_MAILS_PER_DAY || null,
  },
});
