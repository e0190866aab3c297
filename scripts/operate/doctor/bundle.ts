/** The support file: what doctor found, the instance's last errors, and the configuration without anything that grants access or names a person. */
import type { SupportErrors } from "../../../src/features/operator/contract.ts";
import type { Installation } from "../installation.ts";
import type { Finding } from "./finding.ts";

const REDACTED = "[redacted]";

const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Replaces secrets wherever they are, values of further variables, and email addresses. */
export function createBundle(
  findings: readonly Finding[],
  /** Null if they could not be read. */
  errors: SupportErrors | null,
  installation: Installation | null,
  /** Secrets that are not in the answers file. */
  given: readonly string[],
  at: string,
): string {
  const {
    admins = [],
    mailFrom = null,
    variables = {},
    secrets = {},
    config = {},
    account: _,
    ...rest
  } = installation ?? {};
  const named = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
    Object.fromEntries(Object.keys(values).map((name) => [name, REDACTED]));
  const content = {
    at,
    node: process.version,
    platform: process.platform,
    findings,
    errors,
    configuration: installation && {
      ...rest,
      administrators: admins.length,
      sendsMail: mailFrom !== null,
      variables: named(variables),
      secrets: named(secrets),
      config: named(config),
    },
  };
  const hidden = [...Object.values(secrets), ...Object.values(variables), ...given].filter(
    (value) => value.length >= 6,
  );
  const text = `${JSON.stringify(content, null, 2)}\n`.replace(ADDRESS, REDACTED);
  return hidden.reduce((all, secret) => all.replaceAll(JSON.stringify(secret).slice(1, -1), REDACTED), text);
}
