/** Scripts, styles and pictures of our pages. The platform could serve them alone, but an answer of its own has no request id. */
import type { MiddlewareHandler } from "hono";
import { notFound } from "../kernel/errors.ts";
import { fetchAsset } from "../platform/assets.ts";
import { configOf } from "../platform/config.ts";
import { newRequestId } from "../platform/system.ts";
import { errorResponse } from "./errors.ts";
import { secure, secureAsset } from "./headers.ts";
import type { AppEnv } from "./env.ts";

/** Stands before the envelope: such a file needs neither database nor limits, and is there for a refused deployment's page. */
export const asset: MiddlewareHandler<AppEnv> = async (c) => {
  const requestId = newRequestId();
  const production = isProduction(c.env);
  const found = await fetchAsset(c.env, c.req.raw);
  if (found.status !== 404) return secureAsset(found, requestId, production);
  return secure(errorResponse(notFound("This address"), requestId), requestId, production);
};

function isProduction(env: Env): boolean {
  try {
    return configOf(env).production;
  } catch {
    return true;
  }
}
