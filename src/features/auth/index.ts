/** Public interface of the auth feature: sign-in, apps, and cleanup of expired credentials. */
export { detectFailedSignIns } from "./detection/observe.ts";
export { requestAuthorization } from "./oauth/authorization-request.ts";
export { type Decision, decide, findByUserCode, readConsentPrompt } from "./oauth/consent.ts";
export { OAuthError } from "./oauth/oauth-error.ts";
export { sweepApps } from "./oauth/sweep.ts";
export { handleCallback, type CallbackOutcome } from "./providers/callback.ts";
export { writeFailure } from "./passkeys/lockout.ts";
export { recordEndedCredential, sweepExpiredCredentials } from "./session/expiry.ts";
export { hashAddress } from "./session/sign-in.ts";
