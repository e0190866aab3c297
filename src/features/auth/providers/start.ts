/** Sends a browser to a provider, with everything needed to recognize it when it returns. */
import { AppError } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import type { Config } from "../../../platform/config.ts";
import type { ProviderA, ProviderB } from "../../../platform/providers.ts";
import { sha256 } from "../../../platform/tokens.ts";
import type { ProviderName } from "./contract.ts";
import { FLOW_LIFETIME } from "./rules.ts";
import { codeChallengeOf, markOf, sealState, verifierOf, type FlowState } from "./state.ts";
import * as store from "./store.ts";
import { exempt, writeOneExempt } from "../../../permissions/exempt.ts";
import { safeNext } from "../../../kernel/safe-next.ts";

/** Throws `provider_not_configured`. */
export function requireProvider(config: Config, name: "providera"): ProviderA;
export function requireProvider(config: Config, name: "providerb"): ProviderB;
export function requireProvider(config: Config, name: ProviderName): ProviderA | ProviderB;
export function requireProvider(config: Config, name: ProviderName): ProviderA | ProviderB {
  const provider = config[name];
  if (provider) return provider;
  throw new AppError("provider_not_configured", "This sign-in method is not set up on this service.");
}

/** Where the provider sends the browser back to. Based on the configuration, not on the request's Host. */
export const redirectUri = (config: Config, name: ProviderName): string => `${config.origin}/api/auth/${name}/callback`;

const BINDING = /^[\w-]{43}$/;

type StartRequest = {
  readonly name: ProviderName;
  readonly next: string | undefined;
  /** The cookie of an earlier start, reused so that a second tab does not invalidate the first. */
  readonly binding: string | null;
};

/** `binding` is the cookie that binds the flow to this browser. */
export async function startFlow(deps: Deps, asked: StartRequest): Promise<{ url: string; binding: string }> {
  const { config, keys, now, random } = deps;
  const { name } = asked;
  const provider = requireProvider(config, name);
  const draw = (): string => Buffer.from(random(32)).toString("base64url");
  const binding = asked.binding !== null && BINDING.test(asked.binding) ? asked.binding : draw();
  const nonce = draw();
  const state: FlowState = {
    provider: name,
    startedAt: now,
    nonceHash: sha256(nonce),
    bindingHash: sha256(binding),
    next: safeNext(asked.next, config.origin),
    hop: 0,
  };
  const sealed = sealState(keys, state);
  await writeOneExempt(
    deps.db,
    exempt.signIn,
    store.insertMark({ hash: markOf(keys, state), provider: name, now, expiresAt: now + FLOW_LIFETIME }),
  );
  const url = new URL(provider.authorizationEndpoint);
  const parameters = {
    client_id: provider.clientId,
    redirect_uri: redirectUri(config, name),
    state: sealed,
    nonce,
    ...(name === "providera"
      ? {
          response_type: "code",
          scope: "openid email profile",
          code_challenge: codeChallengeOf(verifierOf(keys, sealed, binding)),
          code_challenge_method: "S256",
        }
      : { response_type: "code id_token", response_mode: "form_post", scope: "openid email name" }),
  };
  for (const [parameter, value] of Object.entries(parameters)) url.searchParams.set(parameter, value);
  return { url: url.href, binding };
}
