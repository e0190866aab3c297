/** The support file: what doctor found, and the configuration without anything that grants access or names a person. */
import type { Installation } from "../installation.ts";
import type { Finding } from "./finding.ts";

const REDACTED = "[redacted]";

const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Replaces secrets wherever they are, values of further variables, and email addresses. */
export function createBundle(
  findings: readonly Finding[],
  installation: Installation | null,
  token: string | undefined,
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
    configuration: installation && {
      ...rest,
      administrators: admins.length,
      sendsMail: mailFrom !== null,
      variables: named(variables),
      secrets: named(secrets),
      config: named(config),
    },
  };
  const hidden = [...Object.values(secrets), ...Object.values(variables), token ?? ""].filter(
    (value) => value.length >= 6,
  );
  const text = `${JSON.stringify(content, null, 2)}\n`.replace(ADDRESS, REDACTED);
  return hidden.reduce((all, secret) => all.replaceAll(JSON.stringify(secret).slice(1, -1), REDACTED), text);
}
