/** Another site cannot use our pages to sign a visitor in to someone else's account, or to act for the visitor. */
import { expect, test, vi } from "vitest";
import { upload } from "../files/client.ts";
import { deliver } from "../files/parser.ts";
import {
  NAVIGATION,
  askForLink,
  buttonOf,
  call,
  cookiesOf,
  freshEmail,
  leadsTo,
  mailedLink,
  open,
  openBound,
  postJson,
  readMail,
  signIn,
} from "../flows/sign-in.ts";
import { consent, finishSignIn, startSignIn, openRealm } from "../oidc/sign-in.ts";
import { type World, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

/** A navigation started by another site, which omits Strict cookies. */
const FROM_ELSEWHERE = { ...NAVIGATION, "Sec-Fetch-Site": "cross-site" } as const;
/** A navigation started by one of our pages, which sends all cookies. */
const FROM_OUR_PAGE = { ...NAVIGATION, "Sec-Fetch-Site": "same-origin" } as const;

/** Where the interstitial page leads this browser, both by its refresh and by its link. */
async function continued(address: string, cookie = "", headers: Record<string, string> = FROM_ELSEWHERE) {
  const response = await call(address, { headers: { ...headers, Cookie: cookie } });
  const html = await response.text();
  const plain = (text = ""): string => text.replaceAll("&amp;", "&");
  const refresh = plain(/http-equiv="refresh" content="0; url=([^"]*)"/.exec(html)?.[1]);
  expect([response.status, html.includes(`href="${refresh.replaceAll("&", "&amp;")}"`)]).toEqual([200, true]);
  return refresh;
}

/** Follows another site's link to one of our pages; returns the redirect's target and cookie. */
async function followed(path: string, cookie = "") {
  const response = await call(path, { headers: { ...FROM_ELSEWHERE, Cookie: cookie } });
  expect(response.status).toBe(303);
  return { location: response.headers.get("Location") ?? "", cookie: cookiesOf(response, "ct") };
}

const me = async (cookie: string): Promise<unknown> =>
  (await call("/api/auth/me", { headers: { Cookie: cookie } })).json();

const SPELLINGS = [
  "/api/auth/magic-link/verify?token=x",
  "/%61pi/auth/magic-link/verify?token=x",
  "/drives/%2e%2e/api/auth/magic-link/verify?token=x",
  "/drives/..%2fapi/auth/magic-link/verify",
  "/./api/files/x/convert-to-document",
  "/API/files/x/convert-to-document",
  "/api",
  "/auth/continue?next=/api/files/x/convert-to-document",
  "//api/files/x",
  "/\\api/files/x",
  "/settings",
  "/pages/x",
];

test("redirects to the home page for a made-up address, with and without a session, also when nested", async () => {
  const victim = await signIn();
  const own = await followed("/settings", "");
  for (const next of SPELLINGS) {
    const query = new URLSearchParams({ next });
    const twice = `/auth/continue?next=${encodeURIComponent(`/auth/continue?${query.toString()}`)}`;
    for (const cookie of ["", victim.cookie, `${victim.cookie}; ${own.cookie}`]) {
      expect(await continued(`/auth/continue?${query.toString()}`, cookie), next).toBe("/");
      expect(await continued(twice, cookie), next).toBe("/");
      expect(await continued(twice, cookie, FROM_OUR_PAGE), next).toBe("/");
    }
  }
});

test("follows a redirect of this site for a minute, only in the browser that received it", async () => {
  const { location, cookie } = await followed("/settings?a=b");
  expect(await continued(location, cookie)).toBe("/settings?a=b");
  // A second tab, or a reload.
  const tab = await followed("/pages/7", cookie);
  expect(tab.cookie).toBe(cookie);
  expect([await continued(tab.location, cookie), await continued(location, cookie)]).toEqual([
    "/pages/7",
    "/settings?a=b",
  ]);
  const other = await followed("/settings?a=b");
  for (const browser of ["", other.cookie, `${other.cookie}; ${cookie}`, `${cookie}; ${other.cookie}`])
    expect(await continued(location, browser), browser).toBe("/");
  for (const [name, value] of [
    ["next", "/settings"],
    ["next", "/api/files/x/convert-to-document"],
    ["exp", "99999999999999"],
    ["sig", ""],
    ["sig", new URL(other.location, "http://x").searchParams.get("sig") ?? ""],
  ] as const) {
    const altered = new URL(location, "http://x");
    altered.searchParams.set(name, value);
    expect(await continued(altered.pathname + altered.search, cookie), name).toBe("/");
  }
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_001);
  expect(await continued(location, cookie).finally(() => clock.mockRestore())).toBe("/");
});

test("limits the redirect after every sign-in method to pages", async () => {
  const realm = await openRealm();
  for (const next of SPELLINGS.slice(0, -2)) {
    const { linkId, binding } = await askForLink(freshEmail(), { next });
    const link = await readMail(linkId);
    expect(link.searchParams.has("next"), next).toBe(false);
    const opened = await openBound(link, binding);
    expect(leadsTo(opened), next).toBe("continue /");
    const page = await call(`/signin?next=${encodeURIComponent(next)}`);
    expect(await page.text(), next).toContain('data-next="/"');
    for (const provider of ["providera", "providerb"] as const) {
      const left = await startSignIn(realm, provider, { next });
      const back = await finishSignIn(realm, provider, await consent(left.url), { cookie: left.cookie });
      expect(leadsTo(back), `${provider} ${next}`).toBe("continue /");
    }
  }
});

test("does not sign in a visitor by a link that its sender confirmed for their own account", async () => {
  const [victim, attacker] = [await signIn(), freshEmail("attacker")];
  const { url } = await mailedLink(attacker);
  const button = await buttonOf(await open(url, NAVIGATION));
  const planted = `${button.path}?${new URLSearchParams(button.fields).toString()}`;
  const page = await continued(`/auth/continue?next=${encodeURIComponent(planted)}`, victim.cookie);
  expect(page).toBe("/");
  // Even if one of our pages or another site's link led there, or the browser is too old to send its origin.
  for (const headers of [
    FROM_OUR_PAGE,
    FROM_ELSEWHERE,
    NAVIGATION,
    { Accept: "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "en" },
  ]) {
    const opened = await call(planted, { headers: { ...headers, Cookie: victim.cookie } });
    expect([opened.status, cookiesOf(opened, "session")], JSON.stringify(headers)).toEqual([200, ""]);
  }
  expect(await me(victim.cookie)).toMatchObject({ email: victim.email });
  // A form on another site sends neither the page's cookie nor proof of our origin.
  const form = new URLSearchParams(button.fields).toString();
  for (const [status, headers] of [
    [403, { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
    [403, { Origin: "https://evil.example" }],
    [403, { Origin: "null" }],
    [200, {}],
  ] as const) {
    const posted = await call(button.path, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded", Cookie: victim.cookie },
      body: form,
    });
    expect([posted.status, cookiesOf(posted, "session")], JSON.stringify(headers)).toEqual([status, ""]);
  }
  expect(await me(victim.cookie)).toMatchObject({ email: victim.email });
});

test("rejects a navigation that creates a document unless the user typed the URL", async () => {
  const w: World = await world();
  const { body } = await upload(w.session("olivia"), { content: "not by a link", fields: { driveId: w.drive } });
  await deliver(body["id"]);
  const path = `/api/files/${body["id"]}/convert-to-document`;
  const cookie = `session=${w.session("olivia")}`;
  const count = (): Promise<unknown> => d1`select count(*) as n from pages where type = 'DOCUMENT'`.first("n");
  const before = await count();
  const convert = (headers: Record<string, string>): Promise<Response> =>
    call(path, { headers: { Cookie: cookie, ...headers } });
  for (const headers of [
    FROM_OUR_PAGE,
    FROM_ELSEWHERE,
    { ...FROM_OUR_PAGE, "Sec-Fetch-User": "?1" },
    { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-origin" },
    { "Sec-Fetch-Dest": "document" },
    { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
    { Accept: "image/webp,*/*", "Accept-Language": "en-GB,en;q=0.5" },
  ]) {
    const refused = await convert(headers);
    expect([refused.status, await refused.json()], JSON.stringify(headers)).toMatchObject([
      403,
      { code: "cross_site" },
    ]);
  }
  expect(await count()).toBe(before);
  expect((await convert(NAVIGATION)).status).toBe(201);
  expect((await convert({ "Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "same-origin" })).status).toBe(200);
  expect((await convert({ Accept: "*/*" })).status).toBe(200);
});

test("rejects another site's request for a sign-in link in a visitor's browser", async () => {
  const victim = await signIn();
  const refused = await postJson(
    "/api/auth/magic-link/send",
    { email: freshEmail("attacker") },
    { Origin: "https://evil.example", Cookie: victim.cookie },
  );
  expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []]);
});
