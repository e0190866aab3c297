/** Sign-in with an identity token that an app or the provider's own script obtained directly. */
import type { LocatedClient } from "../../../kernel/caller.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { equalSecrets } from "../../../platform/keys.ts";
import type { SignedIn } from "../session/contract.ts";
import { toSignedIn } from "../session/sign-in.ts";
import { signInVerified, type DeviceClaim } from "./resolve-account.ts";
import { recordRejection } from "./callback.ts";
import type { ProviderName } from "./contract.ts";
import { verifyIdToken } from "./id-token.ts";
import { readNonce } from "./nonce.ts";
import { ProviderRejection, type RejectionCode } from "./errors.ts";
import { requireProvider } from "./start.ts";

export type PresentedToken = {
  readonly name: ProviderName;
  readonly token: string;
  /** The nonce of the client's request to the provider: the token must contain the same one, or none if this is undefined. */
  readonly nonce: string | undefined;
  /** Whether the token may have been issued to an app registered with the provider, or only to the browser's client. */
  readonly isFromApp: boolean;
  /** The name that the user entered; defaults to the token's name. */
  readonly called?: string | null;
  readonly device: DeviceClaim;
  readonly client: LocatedClient;
  readonly presentedSession: string | null;
  /** Hash of the token of the sign-up link that the user has opened, if any. */
  readonly signUpHash: string | null;
};

/** A browser gets its session only in the cookie, for which `sessionToken` is returned here. */
type NativeSignIn = { readonly answer: SignedIn; readonly sessionToken: string; readonly isBrowser: boolean };

/**
 * Throws AppError: `token_invalid`, `email_unverified`, `account_suspended`, `sign_up_refused`, `sign_ups_full`,
 * `provider_unavailable`.
 */
export async function signInByToken(deps: Deps, presented: PresentedToken): Promise<NativeSignIn> {
  const { name, nonce, client, device } = presented;
  const provider = requireProvider(deps.config, name);
  const isBrowser = device.platform === undefined || device.platform === "web";
  const issued = nonce === undefined ? null : readNonce(deps.keys, nonce);
  try {
    if (issued && issued.expiresAt <= deps.now) throw new ProviderRejection("token_invalid", "nonce_expired");
    const verified = await verifyIdToken(provider, presented.token, {
      audiences: presented.isFromApp ? provider.audiences : [provider.clientId],
      isValidNonce: nonce === undefined ? null : (said) => equalSecrets(said, nonce),
      now: deps.now,
    });
    const { signIn, user, isNewUser } = await signInVerified(deps, {
      provider: name,
      issuer: provider.issuer,
      verified,
      nonce: issued,
      name: presented.called ?? verified.name,
      client,
      presentedSession: presented.presentedSession,
      signUpHash: presented.signUpHash,
      device,
    });
    const answer = toSignedIn(deps, signIn, user, isNewUser, isBrowser);
    return { answer, sessionToken: signIn.sessionToken, isBrowser };
  } catch (error) {
    if (!(error instanceof ProviderRejection)) throw error;
    await recordRejection(deps, error, { name, client });
    throw toAppError(error.code);
  }
}

const SENTENCES: Readonly<Record<RejectionCode, string>> = {
  token_invalid:
    "This identity token is not valid: it is altered, expired, already used, or issued for another service.",
  state_invalid: "This sign-in was not started here. Start again.",
  access_denied: "The sign-in was declined.",
  email_unverified: "The provider has not verified the e-mail address of this account, so it cannot sign in here.",
  provider_unavailable: "The provider cannot be reached right now. Try again shortly.",
  account_suspended: "This account is suspended. Contact an administrator of this service.",
  sign_up_refused: "This service does not let this address create an account. Ask an administrator of it.",
  sign_ups_full: "This service has no room for further accounts. Ask an administrator of it.",
};

const toAppError = (code: RejectionCode): AppError =>
  new AppError(
    code === "state_invalid" || code === "access_denied" ? "token_invalid" : code,
    SENTENCES[code],
    code === "provider_unavailable" ? { retryAfter: 5 } : {},
  );
