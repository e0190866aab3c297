/** Verifies the two WebAuthn ceremonies, using only the request and stored data. */
import type { Config } from "../../../platform/config.ts";
import type { Assertion, Attestation, Passkey } from "./contract.ts";
import { PASSKEY_ALGORITHMS, isFramed, readClientData, type ClientData } from "./rules.ts";
import { webauthn, webauthnHelpers } from "./webauthn.ts";

type Expected = Pick<Config, "origin" | "webauthnRpId">;

/** A new credential as described by its authenticator. */
type AttestationResult = {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly deviceType: Passkey["deviceType"];
  readonly backedUp: boolean;
};

/** The ceremony's client data from the browser; null if it is unreadable. */
export const clientDataOf = ({ response }: Attestation | Assertion): ClientData | null =>
  readClientData(Buffer.from(response.clientDataJSON, "base64url").toString("utf8"));

/** Whether both halves of an assertion are readable; if not, it counts against no account. */
export async function isWellFormed(assertion: Assertion): Promise<boolean> {
  if (clientDataOf(assertion) === null) return false;
  const { isoBase64URL, parseAuthenticatorData } = await webauthnHelpers();
  try {
    parseAuthenticatorData(isoBase64URL.toBuffer(assertion.response.authenticatorData));
    return true;
  } catch {
    return false;
  }
}

/** Verifies a registration (WebAuthn §7.1). Returns null if anything is invalid. */
export async function verifyAttestation(
  { origin, webauthnRpId }: Expected,
  challenge: string,
  attestation: Attestation,
): Promise<AttestationResult | null> {
  const clientData = clientDataOf(attestation);
  if (!clientData || isFramed(clientData)) return null;
  const { verifyRegistrationResponse } = await webauthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...attestation, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: webauthnRpId,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    });
    // The id next to the signed data is unsigned, and must match it.
    if (!verified || registrationInfo.credential.id !== attestation.id) return null;
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      deviceType: credentialDeviceType,
      backedUp: credentialBackedUp,
    };
  } catch {
    // The library throws if anything does not match.
    return null;
  }
}

type Stored = Omit<AttestationResult, "backedUp"> & { readonly userHandle: string };

type AssertionResult =
  | { readonly ok: true; readonly counter: number; readonly backedUp: boolean }
  | { readonly ok: false; readonly reason: "framed" | "user_handle" | "assertion" | "backup_eligibility" };

const rejected = (reason: Extract<AssertionResult, { ok: false }>["reason"]): AssertionResult => ({
  ok: false,
  reason,
});

/** Verifies an assertion by a stored passkey (WebAuthn §7.2), except the counter, which is checked only after all else. */
export async function verifyAssertion(
  { origin, webauthnRpId }: Expected,
  challenge: string,
  stored: Stored,
  assertion: Assertion,
): Promise<AssertionResult> {
  const clientData = clientDataOf(assertion);
  if (!clientData || isFramed(clientData)) return rejected("framed");
  const { userHandle, ...response } = assertion.response;
  // The options named no passkey, so the authenticator must name the owner.
  if (userHandle !== stored.userHandle) return rejected("user_handle");
  const { verifyAuthenticationResponse } = await webauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response: { ...response, userHandle }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: webauthnRpId,
      // The library would reject a counter before checking the signature; 0 leaves that check to us.
      credential: {
        id: stored.credentialId,
        publicKey: new Uint8Array(Buffer.from(stored.publicKey, "base64url")),
        counter: 0,
      },
    });
    if (!verified) return rejected("assertion");
    if (authenticationInfo.credentialDeviceType !== stored.deviceType) return rejected("backup_eligibility");
    return { ok: true, counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
  } catch {
    // The library throws if anything does not match.
    return rejected("assertion");
  }
}
