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
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** Of a page with an editor, whose style sheets carry this nonce; it is new for each answer. */
export const editorPolicy = (nonce: string): string => PAGE_POLICY.replace("style-src", `style-src 'nonce-${nonce}'`);

/** Of a page with a form whose answer leads on to `target`: browsers hold redirects of forms to the policy as well. */
export const formPolicy = (target: string): string =>
  PAGE_POLICY.replace("form-action 'self'", `form-action 'self' ${target}`);

/**
 * Of the document that draws diagrams, whose library writes markup and styles as no page of ours may. The sandbox takes its
 * origin away, so nothing it runs can read or send anything of ours; nothing else may be fetched either.
 */
export const DIAGRAM_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'self'; sandbox allow-scripts";

/**
 * Of the document that shows PDFs. It has no origin either; it loads parts of its library, for some of which WebAssembly
 * decodes images, and starts a worker from an address of its own.
 */
export const PDF_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src 'self' 'unsafe-inline'; " +
  "connect-src 'self'; img-src data: blob:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
  "sandbox allow-scripts";

/** Of the document that registers the service worker, which needs the one thing that the policy of pages forbids, and of that worker. */
export const OFFLINE_POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'self'";

/**
 * Of what a CANVAS page shows: markup and styles that anybody who may write the page wrote. It runs nothing, fetches
 * nothing, sends no form, and has no origin.
 */
const CANVAS_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'self'; sandbox";

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

/** Of a file that our pages load: it is nobody's own. Without `kept`, what the platform says of keeping it stands. */
export function secureAsset(response: Response, requestId: string, production: boolean, kept: string | null): Response {
  const headers = new Headers(response.headers);
  if (kept !== null) headers.set("Cache-Control", kept);
  for (const [name, value] of EVERYWHERE)
    if (name !== "Cache-Control" && (name !== HSTS || production)) headers.set(name, value);
  headers.set("Content-Security-Policy", API_POLICY);
  headers.set("X-Request-Id", requestId);
  return new Response(response.body, { status: response.status, headers });
}

/** Of an asset that a frame is made of: our pages may frame it, and a document without origin may load it. */
export function isolateFrame(asset: Response, policy: string): Response {
  asset.headers.set("Content-Security-Policy", policy);
  asset.headers.set("X-Frame-Options", "SAMEORIGIN");
  asset.headers.set("Access-Control-Allow-Origin", "*");
  return asset;
}

/** A document of markup that somebody wrote, for a frame in our page. */
export const isolatedCanvas = (markup: string): Response =>
  new Response(`<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">${markup}`, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": CANVAS_POLICY,
      "X-Frame-Options": "SAMEORIGIN",
      // Names that links lead to are looked up ahead of a click else.
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
    // Files of one reader may be kept by that reader; whatever does not say so is not kept.
    if (name === "Cache-Control" && headers.has(name)) continue;
    // A form on a page without a referrer says that it comes from nowhere (`Origin: null`), so pages with one say more.
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
