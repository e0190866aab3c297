/** The families of browser and operating system that a User-Agent header names. Anybody can send any: a hint, no proof. */
import Bowser from "bowser";

type UserAgentFamilies = { readonly browser: string; readonly os: string };

const UNKNOWN = "unknown";

/** One family under several names. */
const SAME: Readonly<Record<string, string>> = {
  Chromium: "Chrome",
  "Opera Touch": "Opera",
  "Opera Coast": "Opera",
};

/** Names as the parser spells them, else the first product of the header (RFC 9110 §10.1.5), else `unknown`. */
export function parseUserAgent(userAgent: string): UserAgentFamilies {
  if (userAgent === "") return { browser: UNKNOWN, os: UNKNOWN };
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name ?? "";
  return {
    // For what it does not know the parser cuts a name out of the front of the text, with versions in it.
    browser: userAgent.startsWith(name) ? productOf(userAgent) : (SAME[name] ?? name),
    os: os.name ?? UNKNOWN,
  };
}

const productOf = (userAgent: string): string => /^[A-Za-z][A-Za-z_-]{0,31}/.exec(userAgent)?.[0] ?? UNKNOWN;
