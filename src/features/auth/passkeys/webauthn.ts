/**
 * The WebAuthn library, loaded by the first request that needs it: its parsers of certificates take a good part of the
 * time in which an isolate starts.
 */
import { loadOnce } from "../../../platform/load-once.ts";

export const webauthn = loadOnce(() => import("@simplewebauthn/server"));
export const webauthnHelpers = loadOnce(() => import("@simplewebauthn/server/helpers"));
