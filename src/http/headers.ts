/** Security headers (OWASP ASVS 5.0 V3.4), set on every answer. */

const HSTS = "Strict-Transport-Security";
const HSTS_VALUE = "max-age=63072000; includeSubDomains; preload";
const JSON_TYPE = "application/json; charset=utf-8";
const VARY = "Cookie, Authorization";

const EVERYWHERE: readonly [string, string][] = [
  [HSTS, HSTS_VALUE],
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "no-referrer"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  [
    "Permissions-Policy",
    "publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=(), browsing-topics=()",
  ],
  ["X-Frame-Options", "DENY"],
  ["Cache-Control", "no-store"],
];

const API_POLICY =
  "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'none'; sandbox";

/** Pages load our own script and style sheet and talk to our own API; nothing inline, nothing from elsewhere. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** All headers of a JSON answer that are the same for each: handed over at once, not one by one from script to platform. */
const JSON_HEADERS = new Headers([
  ...EVERYWHERE.filter(([name]) => name !== HSTS),
  ["Content-Type", JSON_TYPE],
  ["Vary", VARY],
  ["Content-Security-Policy", API_POLICY],
]);

/** Answers that were made with the headers above. */
const secured = new WeakSet<Response>();

export function securedJson(body: unknown, status: number): Response {
  const response = new Response(JSON.stringify(body), { status, headers: JSON_HEADERS });
  secured.add(response);
  return response;
}

/** Of a file that our pages load: it is nobody's own, so what the platform says of keeping it stands. */
export function secureAsset(response: Response, requestId: string, production: boolean): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of EVERYWHERE)
    if (name !== "Cache-Control" && (name !== HSTS || production)) headers.set(name, value);
  headers.set("Content-Security-Policy", API_POLICY);
  headers.set("X-Request-Id", requestId);
  return new Response(response.body, { status: response.status, headers });
}

export function secure(response: Response, requestId: string, production: boolean): Response {
  const headers = response.headers;
  if (secured.has(response)) {
    headers.set("X-Request-Id", requestId);
    if (production) headers.set(HSTS, HSTS_VALUE);
    return response;
  }
  for (const [name, value] of EVERYWHERE) {
    if (name === HSTS && !production) continue;
    // Files of one reader may be kept by that reader; whatever does not say so is not kept.
    if (name === "Cache-Control" && headers.has(name)) continue;
    // A form on a page without a referrer says that it comes from nowhere (`Origin: null`), so pages with one say more.
    if (name === "Referrer-Policy" && headers.has(name)) continue;
    headers.set(name, value);
  }
  headers.set("X-Request-Id", requestId);
  headers.set("Vary", VARY);
  if (!headers.has("Content-Security-Policy")) {
    const type = headers.get("Content-Type");
    if (type === "application/json") headers.set("Content-Type", JSON_TYPE);
    headers.set("Content-Security-Policy", type?.startsWith("text/html") ? PAGE_POLICY : API_POLICY);
  }
  return response;
}
