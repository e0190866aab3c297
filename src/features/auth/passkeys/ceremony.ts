/** The two WebAuthn ceremonies, verified: everything here is computed from what was sent and what is stored. */
import type { Config } from "../../../platform/config.ts";
import type { Assertion, Attestation, Passkey } from "./contract.ts";
import { PASSKEY_ALGORITHMS, isFramed, readClientData, type ClientData } from "./rules.ts";
import { webauthn, webauthnHelpers } from "./webauthn.ts";

type Expected = Pick<Config, "origin" | "webauthnRpId">;

/** A new credential as its authenticator describes it. */
type AttestationResult = {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly deviceType: Passkey["deviceType"];
  readonly backedUp: boolean;
};

/** What the browser says of the ceremony, or null when it cannot be read. */
export const clientDataOf = ({ response }: Attestation | Assertion): ClientData | null =>
  readClientData(Buffer.from(response.clientDataJSON, "base64url").toString("utf8"));

/** Whether both halves of an assertion can be read at all; if not, it proves nothing about anybody. */
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

/** Verifies a registration (WebAuthn §7.1). Null when anything about it is not as asked for. */
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
    // The id beside the signed data is only the browser's word.
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
    // The library says by throwing that something does not fit.
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

/** Verifies an assertion by a stored passkey (WebAuthn §7.2), all but the counter, which only counts if all else holds. */
export async function verifyAssertion(
  { origin, webauthnRpId }: Expected,
  challenge: string,
  stored: Stored,
  assertion: Assertion,
): Promise<AssertionResult> {
  const clientData = clientDataOf(assertion);
  if (!clientData || isFramed(clientData)) return rejected("framed");
  const { userHandle, ...response } = assertion.response;
  // Nobody was named in the options, so the authenticator has to say whose passkey this is.
  if (userHandle !== stored.userHandle) return rejected("user_handle");
  const { verifyAuthenticationResponse } = await webauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response: { ...response, userHandle }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: webauthnRpId,
      // The library would refuse a counter before it looked at the signature; with 0 it leaves counting to us.
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
    // As above.
    return rejected("assertion");
  }
}
