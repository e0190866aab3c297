/** Signing in with a passkey: the browser's ceremony and the two calls around it. */
import { WebAuthnError, startAuthentication } from "@simplewebauthn/browser";
import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { callOpen } from "../api/api.ts";

export type Outcome = "done" | "cancelled" | "aborted";

/** Endings of a ceremony that are not errors: the user closed it, or another one replaced it. */
export function outcomeOf(error: unknown): Exclude<Outcome, "done"> | null {
  if (!(error instanceof WebAuthnError)) return null;
  if (error.code === "ERROR_CEREMONY_ABORTED") return "aborted";
  return error.name === "NotAllowedError" ? "cancelled" : null;
}

export async function runCeremony(ceremony: () => Promise<void>): Promise<Outcome> {
  try {
    await ceremony();
    return "done";
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome === null) throw error;
    return outcome;
  }
}

type Offer = { options: PublicKeyCredentialRequestOptionsJSON; challengeId: string };

export const askForChallenge = (): Promise<Offer> => callOpen("POST", "/api/auth/passkey/authenticate/options");

export const pick = ({ options }: Offer, useBrowserAutofill: boolean): Promise<AuthenticationResponseJSON> =>
  startAuthentication({ optionsJSON: options, useBrowserAutofill });

export const prove = ({ challengeId }: Offer, response: AuthenticationResponseJSON): Promise<unknown> =>
  callOpen("POST", "/api/auth/passkey/authenticate", { response, challengeId });

export const signInWithPasskey = (): Promise<Outcome> =>
  runCeremony(async () => {
    const offer = await askForChallenge();
    await prove(offer, await pick(offer, false));
  });
