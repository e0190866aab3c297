/** Scripts, styles and images of our pages. The platform could serve them itself, but its responses have no request id. */
import type { MiddlewareHandler } from "hono";
import { notFound } from "../kernel/errors.ts";
import { fetchAsset } from "../platform/assets.ts";
import { configOf } from "../platform/config.ts";
import { newRequestId } from "../platform/system.ts";
import { errorResponse } from "./errors.ts";
import { isolateFrame, OFFLINE_POLICY, secure, secureAsset } from "./headers.ts";
import type { AppEnv } from "./env.ts";

/** A name with a content hash, as assigned by `scripts/build/web.ts`. */
const HASHED = /\.[\w-]{8}\.\w+$/;

/** Runs before the envelope: these files need no database or limits, and must work in a misconfigured deployment. */
export const asset: MiddlewareHandler<AppEnv> = async (c) => {
  const requestId = newRequestId();
  const production = isProduction(c.env);
  const found = await fetchAsset(c.env, c.req.raw);
  if (found.status !== 404) {
    const kept = HASHED.test(c.req.path) ? "public, max-age=31536000, immutable" : null;
    return secureAsset(found, requestId, production, kept);
  }
  return secure(errorResponse(notFound("This address"), requestId), requestId, production);
};

/** Files of a frame, built by `scripts/build/frames.ts`. */
export const frameAsset =
  (policy: string): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const answer = await asset(c, next);
    // For a 304, browsers update the headers of the cached file too.
    return answer && (answer.ok || answer.status === 304) ? isolateFrame(answer, policy) : answer;
  };

/** The service worker and the page that registers it, built by the same script. */
export const offlineAsset: MiddlewareHandler<AppEnv> = async (c, next) => {
  const answer = await frameAsset(OFFLINE_POLICY)(c, next);
  // The worker is served from its own folder, but controls all pages.
  answer?.headers.set("Service-Worker-Allowed", "/");
  return answer;
};

function isProduction(env: Env): boolean {
  try {
    return configOf(env).production;
  } catch {
    return true;
  }
}
