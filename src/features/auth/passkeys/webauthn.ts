/** The WebAuthn library, loaded on first use: its certificate parsers take a good part of an isolate's startup time. */
import { loadOnce } from "../../../platform/load-once.ts";

export const webauthn = loadOnce(() => import("@simplewebauthn/server"));
export const webauthnHelpers = loadOnce(() => import("@simplewebauthn/server/helpers"));
