/** Request and response schemas for sign-in at the two OpenID Connect providers. */
import * as z from "zod";
import { exactText, lineOfText, Time } from "../../../kernel/contract.ts";
import { SignUpToken } from "../../signup/contract.ts";
import { DeviceClaim } from "../session/contract.ts";

export type ProviderName = "providera" | "providerb";

/** Maximum length of an identity token; those of well-known providers are below 2,000 characters. */
export const MAX_TOKEN_LENGTH = 8_192;

export const StartSignIn = z.object({ next: z.string().max(2048).optional() });
/** The same as a query, where an invalid value is ignored instead of rejected. */
export const StartQuery = z.object({ next: z.string().max(2048).optional().catch(undefined) });
export const SignInUrl = z.object({ url: z.url() });

/** Treats a value that no provider sends as empty, so that a tampered callback gets the answer of an invalid one. */
const returned = (max: number) => z.string().max(max).default("").catch("");

/** RFC 6749 §4.1.2 and RFC 9207 §2. */
export const CallbackQuery = z.object({
  code: returned(2_048),
  state: returned(512),
  error: returned(200),
  iss: returned(512),
});

/** OAuth 2.0 Form Post Response Mode; `user` is JSON that is sent only with the first sign-in. */
export const CallbackForm = CallbackQuery.extend({ id_token: returned(MAX_TOKEN_LENGTH), user: returned(4_096) });

const IdToken = z.string().min(1).max(MAX_TOKEN_LENGTH);
const Nonce = exactText(512)
  .min(1)
  .optional()
  .describe(
    "The nonce that the client sent in its request to the provider; required for a token that contains one. A nonce from " +
      "POST /api/auth/native/nonce is valid for one sign-in within five minutes; a nonce made by the client is only compared.",
  );
export const NativeNonce = z.object({ nonce: z.string(), expiresAt: Time });

export const NativeA = z.object({ idToken: IdToken, nonce: Nonce, signUpToken: SignUpToken, ...DeviceClaim });

export const OneTap = z.object({
  credential: IdToken,
  nonce: Nonce,
  /** The provider's script sets a cookie of this name and repeats its value here. */
  g_csrf_token: z.string().max(512).optional(),
});

export const NativeB = z.object({
  identityToken: IdToken,
  nonce: Nonce,
  signUpToken: SignUpToken,
  givenName: lineOfText(100).optional(),
  familyName: lineOfText(100).optional(),
  ...DeviceClaim,
});

export const MobileA = NativeA.extend({
  deviceId: DeviceClaim.deviceId.unwrap(),
  platform: z.enum(["ios", "android"]),
});
