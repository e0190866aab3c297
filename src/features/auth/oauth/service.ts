/** The token endpoint, by grant type. */
import type { Client } from "../../../kernel/caller.ts";
import type { Deps } from "../../../deps.ts";
import { GRANT_TYPES, type Parameters as Sent, type TokenAnswer } from "./contract.ts";
import { exchangeCode, exchangeDeviceCode } from "./exchange.ts";
import { OAuthError } from "./oauth-error.ts";
import { required } from "./parameters.ts";
import { refreshTokens } from "./refresh.ts";

export async function exchange(deps: Deps, sent: Sent, client: Client): Promise<TokenAnswer> {
  switch (required(sent, "grant_type")) {
    case GRANT_TYPES.code:
      return exchangeCode(deps, sent, client);
    case GRANT_TYPES.refresh:
      return refreshTokens(deps, sent, client);
    case GRANT_TYPES.device:
      return exchangeDeviceCode(deps, sent, client);
    default:
      throw new OAuthError(
        "unsupported_grant_type",
        "Only authorization codes, refresh tokens and device codes can be exchanged.",
      );
  }
}
