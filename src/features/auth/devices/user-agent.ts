/** The browser and OS families named by a User-Agent header. Anyone can send any value, so it is a hint, not proof. */
import Bowser from "bowser";

type UserAgentFamilies = { readonly browser: string; readonly os: string };

const UNKNOWN = "unknown";

/** Alternative names of a family. */
const SAME: Readonly<Record<string, string>> = {
  Chromium: "Chrome",
  "Opera Touch": "Opera",
  "Opera Coast": "Opera",
};

/** The parser's names; otherwise the first product of the header (RFC 9110 §10.1.5) or `unknown`. */
export function parseUserAgent(userAgent: string): UserAgentFamilies {
  if (userAgent === "") return { browser: UNKNOWN, os: UNKNOWN };
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name ?? "";
  return {
    // For an unknown browser, the parser returns the start of the header, including versions.
    browser: userAgent.startsWith(name) ? productOf(userAgent) : (SAME[name] ?? name),
    os: os.name ?? UNKNOWN,
  };
}

const productOf = (userAgent: string): string => /^[A-Za-z][A-Za-z_-]{0,31}/.exec(userAgent)?.[0] ?? UNKNOWN;
