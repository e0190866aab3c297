/** Request and response schemas for passkeys. Binary values are base64url without padding (WebAuthn Level 3 §5.1). */
import * as z from "zod";
import { Id, Time, lineOfText } from "../../../kernel/contract.ts";
import { DeviceClaim } from "../session/contract.ts";

export const Passkey = z
  .object({
    id: Id,
    name: z.string(),
    /** `multiDevice` passkeys may be synchronized; `singleDevice` ones never leave their authenticator. */
    deviceType: z.enum(["singleDevice", "multiDevice"]),
    backedUp: z.boolean(),
    createdAt: Time,
    lastUsedAt: Time.nullable(),
    /** When the signature counter went backwards, as that of a copy would; null if never. */
    cloneSuspectedAt: Time.nullable(),
  })
  .meta({ id: "Passkey" });
export type Passkey = z.infer<typeof Passkey>;

export const PasskeyList = z.object({ passkeys: z.array(Passkey) });

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, "must be base64url without padding");

/** 1,023 bytes, the longest credential id allowed (WebAuthn §6.1). */
const CredentialId = base64url(1_364);
const ClientData = base64url(8_192);

const credential = { id: CredentialId, rawId: CredentialId, type: z.literal("public-key") };

export const Attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: ClientData,
    attestationObject: base64url(32_768),
    /** A hint for later prompts; new values may appear (WebAuthn §5.8.4), invalid ones are dropped. */
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(10)
      .catch([])
      .default([]),
  }),
});
export type Attestation = z.output<typeof Attestation>;

export const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: ClientData,
    authenticatorData: base64url(8_192),
    signature: base64url(4_096),
    userHandle: base64url(128).nullish(),
  }),
});
export type Assertion = z.output<typeof Assertion>;

export const RegisterPasskey = z.object({ response: Attestation, name: lineOfText(100).optional() });
export type RegisterPasskey = z.output<typeof RegisterPasskey>;

export const AuthenticatePasskey = z.object({ response: Assertion, challengeId: Id, ...DeviceClaim });
export type AuthenticatePasskey = z.output<typeof AuthenticatePasskey>;

/** PublicKeyCredentialCreationOptionsJSON. */
export const CreationOptions = z.object({
  options: z.looseObject({
    challenge: z.string(),
    rp: z.object({ id: z.string().optional(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  }),
});

/** PublicKeyCredentialRequestOptionsJSON without any passkeys, so that it reveals nothing about an account. */
export const RequestOptions = z.object({
  options: z.looseObject({
    challenge: z.string(),
    rpId: z.string().optional(),
    allowCredentials: z.array(z.unknown()).max(0),
  }),
  challengeId: Id,
});
