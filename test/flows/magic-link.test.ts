/** Sign-in by mailed link, from the request to the session. */
import { expect, test } from "vitest";
import { ORIGIN } from "../support/world.ts";
import {
  NAVIGATION,
  OWN_PAGE,
  type Button,
  askForLink,
  buttonOf,
  call,
  callWith,
  cookiesOf,
  freshEmail,
  leadsTo,
  mailedLink,
  newestLink,
  open,
  openBound,
  postJson,
  press,
  readMail,
  requestTo,
  signIn,
} from "./sign-in.ts";
import { d1 } from "../support/d1.ts";

const INVALID = "/signin?error=link_invalid";

const countSessions = async (email: string): Promise<number | null> =>
  d1`select count(*) as n from sessions s join users u on u.id = s.user_id where u.login_email = ${email}`.first<number>(
    "n",
  );

const me = async (cookie: string): Promise<Response> => call("/api/auth/me", { headers: { Cookie: cookie } });

test("creates a user, a personal drive and a session of one week from request, email and opened link", async () => {
  const email = freshEmail("Nora");
  const { url, binding, response } = await mailedLink(email.toLowerCase(), { next: "/pages/42?tab=a#top" });
  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^ml=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  expect(url.origin + url.pathname).toBe(`${ORIGIN}/api/auth/magic-link/verify`);
  expect([...url.searchParams.keys()]).toEqual(["token", "exp", "sig", "next"]);

  const opened = await openBound(url, binding);
  expect(opened.status).toBe(303);
  expect(leadsTo(opened)).toBe("continue /pages/42?tab=a#top");
  expect(opened.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^session=ses_[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/),
    expect.stringMatching(/^ct=[\w-]{43}; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const user = await (await me(cookiesOf(opened))).json();
  expect(user).toMatchObject({ email: email.toLowerCase(), role: "user", provider: "email", image: null });
  const drives =
    await d1`select d.name, d.slug from drives d join users u on u.id = d.owner_id where u.login_email = ${email.toLowerCase()}`.all();
  expect(drives.results).toEqual([{ name: "Personal", slug: "personal" }]);
});

test("signs in the same user again regardless of the spelling of the email", async () => {
  const email = freshEmail("otto");
  const first = await (await me((await signIn(email)).cookie)).json<{ id: string }>();
  const written = `  ${email.toUpperCase()} `;
  const response = await postJson("/api/auth/magic-link/send", { email: written }, OWN_PAGE);
  expect(response.status).toBe(200);
  const second = await (await me((await signIn(email)).cookie)).json<{ id: string }>();
  expect(second.id).toBe(first.id);
  const links = await d1`select count(*) as n from magic_links where email = ${email}`.first("n");
  expect(links).toBe(3);
  const drives = await d1`select count(*) as n from drives where owner_id = ${first.id}`.first("n");
  expect(drives).toBe(1);
});

test("grants the administrator role to an email in ADMIN_EMAILS on the first and later sign-ins", async () => {
  const email = freshEmail("Boss").toLowerCase();
  const variables = { ADMIN_EMAILS: `someone@example.com, ${email.toUpperCase()}` };
  const roleAfter = async (): Promise<unknown> => {
    const { url } = await mailedLink(email);
    const opened = await callWith(variables, requestTo(url.pathname + url.search));
    return (await (await me(cookiesOf(opened, "session"))).json<{ role: string }>()).role;
  };
  expect(await roleAfter()).toBe("admin");
  await d1`update users set role = 'user' where login_email = ${email}`.run();
  expect(await roleAfter()).toBe("admin");
});

test("returns 204 to HEAD and prefetch requests, and leaves the link unused", async () => {
  const email = freshEmail();
  const { url, binding } = await mailedLink(email);
  const ahead: [string, Record<string, string>][] = [
    ["HEAD", {}],
    ["HEAD", { Cookie: binding }],
    ["GET", { ...NAVIGATION, Cookie: binding, "Sec-Purpose": "prefetch" }],
    ["GET", { ...NAVIGATION, Cookie: binding, "Sec-Purpose": "prefetch;prerender" }],
    ["GET", { Purpose: "prefetch" }],
    ["GET", { Purpose: "preview" }],
    ["GET", { "X-Moz": "prefetch" }],
    ["GET", { "Sec-Fetch-Dest": "image", "Sec-Fetch-Mode": "no-cors", Cookie: binding }],
    ["GET", { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors", Cookie: binding }],
    ["GET", { "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Mode": "navigate", Cookie: binding }],
  ];
  for (const [method, headers] of ahead) {
    const response = await call(url.pathname + url.search, { method, headers });
    expect([response.status, response.headers.getSetCookie()], JSON.stringify(headers)).toEqual([204, []]);
  }
  expect((await call(url.pathname + url.search, { method: "OPTIONS" })).status).toBe(405);
  expect(await countSessions(email)).toBe(0);
  expect(cookiesOf(await openBound(url, binding), "session")).not.toBe("");
});

test("shows the email to a browser that did not request the link, and signs in with its button", async () => {
  const email = freshEmail("pia");
  const { url } = await mailedLink(email, { next: "/pages/7" });
  for (const cookie of [{}, { Cookie: `ml=${"x".repeat(43)}` }]) {
    const page = await open(url, { ...NAVIGATION, ...cookie });
    expect(page.status).toBe(200);
    expect(page.headers.get("Content-Type")).toContain("text/html");
    const html = await page.clone().text();
    expect(html).toContain("p•••@example.com");
    expect(html).not.toContain(email);
    expect(await countSessions(email)).toBe(0);
  }
  const page = await open(url, NAVIGATION);
  expect(page.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^cf=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  // A form on a page with no referrer would not send its origin.
  expect(page.headers.get("Referrer-Policy")).toBe("same-origin");
  const pressed = await press(await buttonOf(page));
  expect([pressed.status, leadsTo(pressed)]).toEqual([303, "continue /pages/7"]);
  expect((await me(cookiesOf(pressed, "session"))).status).toBe(200);
});

test("does not sign in by the URL of a confirmed link, which may belong to the sender's account", async () => {
  const { url } = await mailedLink(freshEmail());
  const { fields } = await buttonOf(await open(url, NAVIGATION));
  const planted = `${url.pathname}?${new URLSearchParams(fields).toString()}`;
  for (const site of ["none", "cross-site", "same-site", "same-origin"]) {
    const opened = await call(planted, { headers: { ...NAVIGATION, "Sec-Fetch-Site": site, "Sec-Fetch-User": "?1" } });
    expect([opened.status, cookiesOf(opened, "session")], site).toEqual([200, ""]);
  }
});

test("accepts the confirmation button only in the browser and for the link it was shown for", async () => {
  const [a, b] = [await mailedLink(freshEmail()), await mailedLink(freshEmail())];
  const [ofA, ofB] = [await buttonOf(await open(a.url, NAVIGATION)), await buttonOf(await open(b.url, NAVIGATION))];
  const { c = "" } = ofA.fields;
  const tries: Button[] = [
    { ...ofA, cookie: "" },
    { ...ofA, cookie: ofB.cookie },
    { ...ofA, cookie: `${ofB.cookie}; ${ofA.cookie}` },
    { ...ofA, cookie: "cf=short" },
    ...["", "x", "A".repeat(43), ofB.fields["c"] ?? ""].map((each) => ({ ...ofA, fields: { ...ofA.fields, c: each } })),
    { ...ofB, fields: { ...ofB.fields, c }, cookie: ofA.cookie },
  ];
  for (const button of tries) {
    const asked = await press(button);
    expect([asked.status, cookiesOf(asked, "session")], JSON.stringify(button)).toEqual([200, ""]);
  }
  // Asks again, and this time the page was shown to this browser.
  expect((await press(await buttonOf(await press({ ...ofA, cookie: ofB.cookie })))).status).toBe(303);
  // A second tab keeps the first one's cookie.
  const tab = await open(b.url, { ...NAVIGATION, Cookie: ofB.cookie });
  expect(cookiesOf(tab, "cf")).toBe(ofB.cookie);
  expect((await press(ofB)).status).toBe(303);
});

test("accepts the confirmation form only from this site, by Fetch Metadata or Origin", async () => {
  const { url } = await mailedLink(freshEmail());
  const button = await buttonOf(await open(url, NAVIGATION));
  for (const headers of [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
  ]) {
    const refused = await press(button, headers);
    expect([refused.status, await refused.json()], JSON.stringify(headers)).toMatchObject([
      403,
      { code: "cross_site" },
    ]);
  }
  const old = (Origin: string): Promise<Response> =>
    call(button.path, {
      method: "POST",
      headers: { ...OLD_BROWSER, Origin, "Content-Type": FORM, Cookie: button.cookie },
      body: new URLSearchParams(button.fields).toString(),
    });
  expect((await old("https://evil.example")).status).toBe(403);
  expect((await old(ORIGIN)).status).toBe(303);
});

const FORM = "application/x-www-form-urlencoded";
/** Headers that a browser without Fetch Metadata sends with a navigation. */
const OLD_BROWSER = {
  "User-Agent":
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Safari/605.1.15",
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Language": "en-GB,en;q=0.9",
} as const;

test("asks a browser without Fetch Metadata to confirm, unless it requested the link", async () => {
  const { Accept, "Accept-Language": language } = OLD_BROWSER;
  for (const headers of [OLD_BROWSER, { Accept }, { Accept: "*/*", "Accept-Language": language }]) {
    const { url, binding } = await mailedLink(freshEmail());
    const asked = await open(url, headers);
    expect([asked.status, cookiesOf(asked, "session")]).toEqual([200, ""]);
    expect((await open(url, { ...headers, Cookie: binding })).status).toBe(303);
  }
});

test.each([
  ["curl", { Accept: "*/*" }],
  ["Node's fetch", { Accept: "*/*", "Accept-Language": "*", "Sec-Fetch-Mode": "cors", "User-Agent": "node" }],
  ["a client without headers", {}],
])("signs in a program at once: %s", async (_, headers) => {
  const { url } = await mailedLink(freshEmail());
  const opened = await open(url, headers);
  expect(opened.status).toBe(303);
  expect((await me(cookiesOf(opened, "session"))).status).toBe(200);
});

test("MAGIC_LINK_OPEN sets which clients must confirm", async () => {
  const asks = async (mode: string, headers: (binding: string) => Record<string, string>): Promise<boolean> => {
    const { url, binding } = await mailedLink(freshEmail());
    const request = requestTo(url.pathname + url.search, { headers: headers(binding) });
    return (await callWith({ MAGIC_LINK_OPEN: mode }, request)).status === 200;
  };
  const foreign = (): Record<string, string> => NAVIGATION;
  const own = (binding: string): Record<string, string> => ({ ...NAVIGATION, Cookie: binding });
  const program = (): Record<string, string> => ({});
  expect([await asks("literal", foreign), await asks("literal", own), await asks("literal", program)]).toEqual([
    false,
    false,
    false,
  ]);
  expect([await asks("confirm", foreign), await asks("confirm", own), await asks("confirm", program)]).toEqual([
    true,
    true,
    true,
  ]);
});

/** Status and headers, without those that always differ. */
const shapeOf = (response: Response): unknown => [
  response.status,
  [...response.headers].filter(([name]) => name !== "x-request-id"),
];

test("returns the same response for used, expired, altered, spliced and unknown links", async () => {
  const used = await mailedLink(freshEmail());
  await open(used.url);
  const expired = await mailedLink(freshEmail());
  await d1`update magic_links set expires_at = ${Date.now()} where id = ${expired.linkId}`.run();
  const unknown = await mailedLink(freshEmail());
  await d1`delete from magic_links where id = ${unknown.linkId}`.run();
  const [good, other] = [
    await mailedLink(freshEmail(), { next: "/a" }),
    await mailedLink(freshEmail(), { next: "/a" }),
  ];

  const addresses: Record<string, URL> = { used: used.url, expired: expired.url, unknown: unknown.url };
  const alter = (name: string, change: (params: URLSearchParams) => void): void => {
    const url = new URL(good.url);
    change(url.searchParams);
    addresses[name] = url;
  };
  const otherParam = (name: string): string => other.url.searchParams.get(name) ?? "";
  alter("later exp", (params) => params.set("exp", String(Number(params.get("exp")) + 600)));
  alter("other exp spelling", (params) => params.set("exp", ` ${params.get("exp")}`));
  alter("no sig", (params) => params.delete("sig"));
  alter("flipped sig", (params) => params.set("sig", `${(params.get("sig") ?? "").slice(0, -1)}_`));
  alter("other's sig", (params) => params.set("sig", otherParam("sig")));
  alter("other's token", (params) => params.set("token", otherParam("token")));
  alter("other next", (params) => params.set("next", "//evil.example"));
  alter("no next", (params) => params.delete("next"));
  alter("no token", (params) => params.delete("token"));
  alter("long token", (params) => params.set("token", "x".repeat(5000)));
  alter("two tokens", (params) => params.append("token", otherParam("token")));
  alter("session token", (params) => params.set("token", `ses_${"x".repeat(43)}`));
  alter("nothing", (params) => [...params.keys()].forEach((key) => params.delete(key)));

  const expected = shapeOf(await open(used.url));
  for (const [name, url] of Object.entries(addresses)) {
    for (const headers of [{}, NAVIGATION]) {
      const response = await open(url, headers);
      expect(shapeOf(response), name).toEqual(expected);
      expect([response.headers.get("Location"), response.headers.getSetCookie()], name).toEqual([INVALID, []]);
    }
  }
  expect(leadsTo(await open(good.url))).toBe("continue /a");
});

test("invalidates the email's other links on sign-in", async () => {
  const email = freshEmail();
  const [older, newer] = [await mailedLink(email), await mailedLink(email)];
  expect(cookiesOf(await open(newer.url), "session")).not.toBe("");
  expect((await open(older.url)).headers.get("Location")).toBe(INVALID);
  const late = await askForLink(email);
  expect(late.response.status).toBe(200);
});

test("ends the browser's previous session on sign-in", async () => {
  const planted = await signIn();
  const { url, binding } = await mailedLink(freshEmail());
  const opened = await open(url, { ...NAVIGATION, Cookie: `${binding}; ${planted.cookie}` });
  expect(cookiesOf(opened, "session")).not.toBe(planted.cookie);
  expect((await me(planted.cookie)).status).toBe(401);
});

test("ends a session that a scanner created, and then requires confirmation for that mailbox", async () => {
  const email = freshEmail();
  const { url, binding } = await mailedLink(email);
  const scanner = cookiesOf(await open(url), "session");
  const reopened = await openBound(url, binding);
  expect([reopened.headers.get("Location"), reopened.headers.getSetCookie()]).toEqual([INVALID, []]);
  expect((await me(scanner)).status).toBe(401);

  const next = await mailedLink(email);
  expect((await open(next.url)).status).toBe(200);
  const page = await openBound(next.url, next.binding);
  expect(page.status).toBe(200);
  const pressed = await press(await buttonOf(page), { Cookie: next.binding });
  expect((await me(cookiesOf(pressed, "session"))).status).toBe(200);
});

test("keeps a session in use when its link is opened again, and a session of another browser's request", async () => {
  const inUse = await mailedLink(freshEmail());
  const first = cookiesOf(await open(inUse.url), "session");
  expect((await me(first)).status).toBe(200);
  await openBound(inUse.url, inUse.binding);
  expect((await me(first)).status).toBe(200);

  const foreign = await mailedLink(freshEmail());
  const second = cookiesOf(await open(foreign.url), "session");
  await open(foreign.url, { ...NAVIGATION, Cookie: `ml=${"x".repeat(43)}` });
  expect((await me(second)).status).toBe(200);
});

test("keeps the user signed in when the requesting browser opens a link twice", async () => {
  const { url, binding } = await mailedLink(freshEmail());
  const first = cookiesOf(await openBound(url, binding), "session");
  expect((await openBound(url, binding)).headers.get("Location")).toBe(INVALID);
  expect((await me(first)).status).toBe(200);
});

test("does not sign in a suspended user, and leaves the link unused", async () => {
  const email = freshEmail();
  await signIn(email);
  const { url, linkId } = await mailedLink(email);
  await d1`update users set suspended_at = 1 where login_email = ${email}`.run();
  const opened = await open(url);
  expect([opened.status, opened.headers.get("Location"), opened.headers.getSetCookie()]).toEqual([
    303,
    "/signin?error=account_suspended",
    [],
  ]);
  const used = await d1`select used_at from magic_links where id = ${linkId}`.first("used_at");
  expect(used).toBe(null);
});

test("uses the configured host in links, regardless of the request's Host", async () => {
  const email = freshEmail();
  const poisons: [string, Record<string, string>][] = [
    [ORIGIN, { Host: "evil.example" }],
    [ORIGIN, { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", Forwarded: "host=evil.example" }],
    ["https://evil.example", {}],
  ];
  for (const [origin, headers] of poisons) {
    const request = requestTo(`${origin}/api/auth/magic-link/send`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify({ email, next: "https://evil.example/a" }),
    });
    expect((await callWith({}, request)).status).toBe(200);
    const url = await readMail((await newestLink(email)).id);
    expect(url.origin).toBe(ORIGIN);
    expect(url.href).not.toContain("evil");
  }
  const { url } = await mailedLink(email, { next: "/.//evil.example/" });
  expect(url.href).not.toContain("evil");
});

test("never redirects from a sign-in page to another site", async () => {
  const { cookie } = await signIn();
  for (const next of [
    "//evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "/\\evil.example",
  ]) {
    const query = `?next=${encodeURIComponent(next)}`;
    const through = await call(`/auth/continue${query}`, { headers: { ...NAVIGATION, Cookie: cookie } });
    expect([through.status, (await through.text()).includes("evil")], next).toEqual([200, false]);
    const known = await call(`/signin${query}`, { headers: { ...NAVIGATION, Cookie: cookie } });
    expect([known.status, known.headers.get("Location")], next).toEqual([303, "/"]);
  }
});
