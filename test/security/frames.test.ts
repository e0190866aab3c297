/** The frames for diagrams, PDFs and service worker registration: hostile code in one would have no origin and no network. */
import { expect, test } from "vitest";
import { NAVIGATION, call, freshEmail, mailedLink, open } from "../flows/sign-in.ts";

const directivesOf = (policy: string | null) =>
  Object.fromEntries(
    (policy ?? "").split("; ").map((each) => [each.split(" ")[0], each.split(" ").slice(1).join(" ")]),
  );

test("isolates the diagram frame: opaque origin, no external resources, framed only by this site", async () => {
  const frame = await call("/diagram/frame");
  expect(frame.status).toBe(200);
  expect(directivesOf(frame.headers.get("Content-Security-Policy"))).toEqual({
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'unsafe-inline'",
    "img-src": "data:",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'self'",
    sandbox: "allow-scripts",
  });
  expect(frame.headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
  expect(frame.headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  expect(frame.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(await frame.text()).not.toMatch(/<script(?![^>]*\bsrc=)/i);
});

test("isolates the PDF frame: opaque origin, only its own resources, framed only by this site", async () => {
  const frame = await call("/pdf/frame");
  expect(frame.status).toBe(200);
  expect(directivesOf(frame.headers.get("Content-Security-Policy"))).toEqual({
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "worker-src": "blob:",
    "style-src": "'self' 'unsafe-inline'",
    "connect-src": "'self'",
    "img-src": "data: blob:",
    "font-src": "'self' data:",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'self'",
    sandbox: "allow-scripts",
  });
  expect(frame.headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
  expect(await frame.text()).not.toMatch(/<script(?![^>]*\bsrc=)/i);
});

test("restricts the service worker's registration page to its own script and to framing by this site", async () => {
  const [frame, worker] = [await call("/offline/frame"), await call("/offline/worker.js")];
  for (const answer of [frame, worker]) {
    expect(answer.status).toBe(200);
    expect(directivesOf(answer.headers.get("Content-Security-Policy"))).toEqual({
      "default-src": "'none'",
      "script-src": "'self'",
      "worker-src": "'self'",
      "connect-src": "'self'",
      "base-uri": "'none'",
      "form-action": "'none'",
      "frame-ancestors": "'self'",
    });
  }
  expect(frame.headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
  expect(await frame.text()).not.toMatch(/<script(?![^>]*\bsrc=)/i);
  expect(worker.headers.get("Service-Worker-Allowed")).toBe("/");
  // A browser with a cached worker would not find a newer one.
  expect(worker.headers.get("Cache-Control")).toMatch(/max-age=0|no-cache/);
});

test("keeps framing headers on a 304 response", async () => {
  const kept = await call("/diagram/frame");
  const again = await call("/diagram/frame", { headers: { "If-None-Match": kept.headers.get("ETag") ?? "" } });
  expect(again.status).toBe(304);
  expect(kept.headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
  for (const name of ["Content-Security-Policy", "X-Frame-Options"])
    expect(again.headers.get(name), name).toBe(kept.headers.get(name));
});

test("allows documents of an opaque origin to load the frame's scripts, without cookies", async () => {
  const script = await call("/diagram/frame.js");
  expect(script.status).toBe(200);
  expect(script.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(script.headers.get("Set-Cookie")).toBeNull();
});

test("denies framing and cross-origin access for other files and errors", async () => {
  for (const path of ["/assets/icon.svg", "/diagram/nothing", "/diagram/", "/pdf/nothing"]) {
    const { headers } = await call(path);
    expect(headers.get("X-Frame-Options"), path).toBe("DENY");
    expect(headers.get("Access-Control-Allow-Origin"), path).toBeNull();
  }
});

test("allows pages to frame only this site", async () => {
  const { url } = await mailedLink(freshEmail());
  const policy = (await open(url, NAVIGATION)).headers.get("Content-Security-Policy");
  expect(policy).toContain("frame-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
});
