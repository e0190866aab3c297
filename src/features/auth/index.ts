/** For those who stand above this feature: signing in, apps, and the work that ends what has expired. */
export { detectFailedSignIns } from "./detection/observe.ts";
export { requestAuthorization } from "./oauth/authorization-request.ts";
export { type Decision, decide, findByUserCode, readConsentPrompt } from "./oauth/consent.ts";
export { OAuthError } from "./oauth/oauth-error.ts";
export { sweepApps } from "./oauth/sweep.ts";
export { writeFailure } from "./passkeys/lockout.ts";
export { recordEndedCredential, sweepExpiredCredentials } from "./session/expiry.ts";
export { hashAddress } from "./session/sign-in.ts";
