/** Scripts, styles and pictures of our pages. The platform could serve them alone, but an answer of its own has no request id. */
import type { MiddlewareHandler } from "hono";
import { notFound } from "../kernel/errors.ts";
import { fetchAsset } from "../platform/assets.ts";
import { configOf } from "../platform/config.ts";
import { newRequestId } from "../platform/system.ts";
import { errorResponse } from "./errors.ts";
import { isolateFrame, OFFLINE_POLICY, secure, secureAsset } from "./headers.ts";
import type { AppEnv } from "./env.ts";

/** A name with a hash of the content, as `scripts/build-web.ts` gives them. */
const HASHED = /\.[\w-]{8}\.\w+$/;

/** Stands before the envelope: such a file needs neither database nor limits, and is there for a refused deployment's page. */
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

/** What a frame is made of, by `scripts/build-frames.ts`. */
export const frameAsset =
  (policy: string): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const answer = await asset(c, next);
    // What a browser keeps takes the headers of the answer that it is still the same.
    return answer && (answer.ok || answer.status === 304) ? isolateFrame(answer, policy) : answer;
  };

/** The service worker and what registers it, by the same script. */
export const offlineAsset: MiddlewareHandler<AppEnv> = async (c, next) => {
  const answer = await frameAsset(OFFLINE_POLICY)(c, next);
  // It stands in a folder of its own, and is for all pages.
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
