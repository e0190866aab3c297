/** Continues an installation that was set up by editing `wrangler.toml`: its settings become answers. */
import { answers, DEFAULT_ENV } from "./installation.ts";
import type { Answers } from "./questions.ts";
import { readTrackedVariables } from "./render.ts";

type Adopted = { readonly earlier: Partial<Answers>; readonly variables: Record<string, string> };

/** Variables that `wrangler.toml` itself sets. */
const TRACKED = new Set(["ENVIRONMENT"]);

/** The answers in `[vars]` of `wrangler.toml`, and the other variables that were added there. */
export async function findEditedAnswers(env: string): Promise<Adopted> {
  if (env !== DEFAULT_ENV) return { earlier: {}, variables: {} };
  const { APP_ORIGIN, ADMIN_EMAILS, EMAIL_FROM, SIGNUP, ...others } = await readTrackedVariables();
  const origin = answers.origin.safeParse(APP_ORIGIN);
  const admins = answers.admins.safeParse(ADMIN_EMAILS?.split(","));
  const mailFrom = answers.mailFrom.safeParse(EMAIL_FROM);
  const signup = answers.signup.safeParse(SIGNUP);
  return {
    earlier: {
      ...(origin.success && { origin: origin.data }),
      ...(admins.success && { admins: admins.data }),
      ...(mailFrom.success && { mailFrom: mailFrom.data }),
      ...(signup.success && { signup: signup.data }),
    },
    variables: Object.fromEntries(Object.entries(others).filter(([name]) => !TRACKED.has(name))),
  };
}
