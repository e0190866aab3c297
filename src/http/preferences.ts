/**
 * The language and appearance of a response. The choice is stored in the account; a cookie holds a copy for a day, so that
 * no database query is needed and pages before the sign-in have it too.
 */
import type { Context } from "hono";
import {
  acceptedLanguage,
  type DisplaySettings,
  type Preferences,
  toAppearance,
  toLanguage,
} from "../kernel/preferences.ts";
import { cookieName, readCookie, setCookie } from "./cookies.ts";
import type { Deps } from "../deps.ts";

const COOKIE = "preferences";
/** After this time, a choice made in another browser takes effect. */
const SECONDS = 24 * 60 * 60;

type Kept = Preferences & { readonly userId: string | null };

function readKept(deps: Pick<Deps, "config">, http: Context): Kept {
  const value = readCookie(http.req.header("Cookie"), cookieName(deps.config, COOKIE));
  const [language, appearance, userId = null] = value?.split(".") ?? [];
  return { language: toLanguage(language), appearance: toAppearance(appearance), userId };
}

/** Preferences loaded from the account, per request. */
const loaded = new WeakMap<Context, Preferences>();

export function displaySettingsOf(deps: Pick<Deps, "config">, http: Context): DisplaySettings {
  const { language, appearance } = loaded.get(http) ?? readKept(deps, http);
  return { language: language ?? acceptedLanguage(http.req.header("Accept-Language")), appearance };
}

export function keepPreferences(deps: Pick<Deps, "config">, http: Context, userId: string, chosen: Preferences): void {
  loaded.set(http, chosen);
  const value = `${chosen.language ?? ""}.${chosen.appearance}.${userId}`;
  http.header("Set-Cookie", setCookie(deps.config, { name: COOKIE, value, maxAgeSeconds: SECONDS, sameSite: "Lax" }), {
    append: true,
  });
}

/** Reads the account if the browser has no copy, or another user's. */
export async function loadPreferences(
  deps: Pick<Deps, "config">,
  http: Context,
  userId: string,
  ask: () => Promise<Preferences>,
): Promise<void> {
  if (readKept(deps, http).userId !== userId) keepPreferences(deps, http, userId, await ask());
}
