/** Continues an installation that was set up by editing `wrangler.toml`: its settings and the names of its resources become answers. */
import { answers, NO_MAIL, type Installation, type Names } from "./installation.ts";
import type { Answers } from "./questions.ts";
import type { Config } from "./render.ts";

type Edited = Pick<Installation, "variables" | "names" | "config"> & { readonly earlier: Partial<Answers> };

/** The answers in a configuration, and the variables and bindings that were added to it. Invalid values are asked for again. */
export function editedAnswers({ vars = {}, vectorize }: Config, names: Names | null): Edited {
  const { ENVIRONMENT: _, APP_ORIGIN, ADMIN_EMAILS, EMAIL_FROM, SIGNUP, ...variables } = vars;
  const origin = answers.origin.safeParse(APP_ORIGIN);
  const admins = answers.admins.safeParse(ADMIN_EMAILS?.split(",").map((address) => address.trim()));
  const mailFrom = answers.mailFrom.safeParse(EMAIL_FROM === NO_MAIL ? null : EMAIL_FROM);
  const signup = answers.signup.safeParse(SIGNUP);
  return {
    earlier: {
      ...(origin.success && { origin: origin.data }),
      ...(admins.success && { admins: admins.data }),
      ...(mailFrom.success && { mailFrom: mailFrom.data }),
      ...(signup.success && { signup: signup.data }),
    },
    variables,
    ...(names && { names }),
    config: vectorize === undefined ? {} : { vectorize },
  };
}
