/** Security headers (OWASP ASVS 5.0 V3.4), set on every response. */

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

/** Pages load our own scripts and style sheets and use our own API; nothing inline, nothing external. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** For a page with an editor, whose style sheets carry this nonce; it is new for each response. */
export const editorPolicy = (nonce: string): string => PAGE_POLICY.replace("style-src", `style-src 'nonce-${nonce}'`);

/** For a page with a form whose response redirects to `target`: browsers apply `form-action` to redirects as well. */
export const formPolicy = (target: string): string =>
  PAGE_POLICY.replace("form-action 'self'", `form-action 'self' ${target}`);

/**
 * For the document that draws diagrams, whose library needs inline markup and styles that our pages forbid. The sandbox
 * removes its origin, so that its scripts can neither read nor send our data; nothing else may be fetched either.
 */
export const DIAGRAM_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'self'; sandbox allow-scripts";

/**
 * For the document that shows PDFs, which has no origin either. It loads parts of its library, some of which decode images
 * in WebAssembly, and starts a worker from a blob URL.
 */
export const PDF_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src 'self' 'unsafe-inline'; " +
  "connect-src 'self'; img-src data: blob:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
  "sandbox allow-scripts";

/** For the service worker and the document that registers it, which needs the one permission that the page policy denies. */
export const OFFLINE_POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'self'";

/**
 * For the content of a CANVAS page: markup and styles from any user who may edit the page. It runs nothing, fetches
 * nothing, submits no form and has no origin.
 */
const CANVAS_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'self'; sandbox";

/** All constant headers of a JSON response: passed to the platform at once, which is cheaper than one by one. */
const JSON_HEADERS = new Headers([
  ...EVERYWHERE.filter(([name]) => name !== HSTS),
  ["Content-Type", JSON_TYPE],
  ["Vary", VARY],
  ["Content-Security-Policy", API_POLICY],
]);

/** Responses created with the headers above. */
const secured = new WeakSet<Response>();

export function securedJson(body: unknown, status: number): Response {
  const response = new Response(JSON.stringify(body), { status, headers: JSON_HEADERS });
  secured.add(response);
  return response;
}

/** For a public file that our pages load. Without `kept`, the platform's Cache-Control is kept. */
export function secureAsset(response: Response, requestId: string, production: boolean, kept: string | null): Response {
  const headers = new Headers(response.headers);
  if (kept !== null) headers.set("Cache-Control", kept);
  for (const [name, value] of EVERYWHERE)
    if (name !== "Cache-Control" && (name !== HSTS || production)) headers.set(name, value);
  headers.set("Content-Security-Policy", API_POLICY);
  headers.set("X-Request-Id", requestId);
  return new Response(response.body, { status: response.status, headers });
}

/** For an asset of a frame: our pages may frame it, and a document without origin may load it. */
export function isolateFrame(asset: Response, policy: string): Response {
  asset.headers.set("Content-Security-Policy", policy);
  asset.headers.set("X-Frame-Options", "SAMEORIGIN");
  asset.headers.set("Access-Control-Allow-Origin", "*");
  return asset;
}

/** A document of user-written markup, for a frame in our page. */
export const isolatedCanvas = (markup: string): Response =>
  new Response(`<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">${markup}`, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": CANVAS_POLICY,
      "X-Frame-Options": "SAMEORIGIN",
      // Otherwise browsers resolve the host names of links before a click.
      "X-DNS-Prefetch-Control": "off",
    },
  });

export function secure(response: Response, requestId: string, production: boolean): Response {
  const headers = response.headers;
  if (secured.has(response)) {
    headers.set("X-Request-Id", requestId);
    if (production) headers.set(HSTS, HSTS_VALUE);
    return response;
  }
  for (const [name, value] of EVERYWHERE) {
    if (name === HSTS && !production) continue;
    // A reader may cache their own files; responses are not cached unless they say so.
    if (name === "Cache-Control" && headers.has(name)) continue;
    // Under `no-referrer`, forms send `Origin: null`, so pages with a form set their own Referrer-Policy.
    if (name === "Referrer-Policy" && headers.has(name)) continue;
    if (name === "X-Frame-Options" && headers.has(name)) continue;
    headers.set(name, value);
  }
  headers.set("X-Request-Id", requestId);
  const own = headers.get("Vary");
  headers.set("Vary", own === null ? VARY : `${VARY}, ${own}`);
  if (!headers.has("Content-Security-Policy")) {
    const type = headers.get("Content-Type");
    if (type === "application/json") headers.set("Content-Type", JSON_TYPE);
    headers.set("Content-Security-Policy", type?.startsWith("text/html") ? PAGE_POLICY : API_POLICY);
  }
  return response;
}
