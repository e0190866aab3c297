/** Access of uptime monitors: one token from the configuration, without a user. */
import { AppError, unauthenticated } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import { equalSecrets } from "../../platform/keys.ts";

/** Throws `not_found` if no token is configured, and `unauthenticated` for any other than that one. */
export function requireMonitor({ config }: Pick<Deps, "config">, authorization: string | undefined): void {
  if (config.monitoringToken === null) throw new AppError("not_found", "No token for monitors is configured.");
  const sent = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
  if (!equalSecrets(sent, config.monitoringToken)) throw unauthenticated();
}
