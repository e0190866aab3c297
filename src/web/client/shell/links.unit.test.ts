import { expect, test } from "vitest";
import { isSameDocument, viewAddress } from "./links.ts";

const HERE = "https://octavo.example/pages/a?x=1";

test("opens the app's own views without a document load", () => {
  for (const href of [
    "/",
    "/drives/d",
    "/drives/d/trash",
    "?cursor=c",
    "/pages/p#part",
    "/settings",
    "/transfers",
    "/inbox",
    "/tasks",
    "/admin",
    "/admin/users?q=x",
  ])
    expect(viewAddress(href, HERE)?.href, href).toBe(new URL(href, HERE).href);
});

test("leaves other sites, files, the API and sign-in to the browser", () => {
  for (const href of [
    "https://elsewhere.example/pages/p",
    "//elsewhere.example/pages/p",
    "http://octavo.example/pages/p",
    "mailto:a@example.com",
    "javascript:alert(1)",
    "/api/docs",
    "/api/files/f/download",
    "/signin",
    "/auth/continue",
    "/settingsx",
    "/inbox/x",
    "/administrators",
    "/assets/icon.svg",
  ])
    expect(viewAddress(href, HERE), href).toBe(null);
});

test("treats URLs that differ only in the fragment as one document", () => {
  const at = (href: string): URL => new URL(href, HERE);
  expect(isSameDocument(at("#a"), at("#b"))).toBe(true);
  expect(isSameDocument(at("?x=1"), at("?x=2"))).toBe(false);
  expect(isSameDocument(at("/pages/a"), at("/pages/b"))).toBe(false);
});
