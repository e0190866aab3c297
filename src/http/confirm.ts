/** Confirmation pages for mailed links, and verification of what their button sends. */
import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import { isValidConfirmation, makeConfirmation } from "../platform/confirmation.ts";
import { ensureBinding, readBinding, setCookie } from "./cookies.ts";

/** How long the button of the page works. */
const SECONDS = 600;
const COOKIE = "cf";

/** For the response that shows the page: binds it to this browser, and makes the browser send its origin with the form. */
export function beginConfirmation({ config, keys, now, random }: Deps, http: Context, token: string): string {
  const binding = ensureBinding(config, random, http.req.header("Cookie"), COOKIE);
  http.header(
    "Set-Cookie",
    setCookie(config, { name: COOKIE, value: binding, maxAgeSeconds: SECONDS, sameSite: "Lax" }),
    { append: true },
  );
  http.header("Referrer-Policy", "same-origin");
  return makeConfirmation(keys, token, binding, now);
}

/** Whether the button was pressed in the browser that was shown the page. */
export const isConfirmed = ({ config, keys, now }: Deps, http: Context, token: string, confirmation: string): boolean =>
  isValidConfirmation(keys, confirmation, token, readBinding(config, http.req.header("Cookie"), COOKIE), now);
