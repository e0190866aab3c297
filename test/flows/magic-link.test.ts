/** Sign-in by mailed link, from asking to being somebody. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ORIGIN } from "../world.ts";
import {
  NAVIGATION,
  OWN_PAGE,
  askForLink,
  call,
  callWith,
  cookiesOf,
  freshEmail,
  mailedLink,
  newestLink,
  open,
  openBound,
  postJson,
  readMail,
  requestTo,
  signIn,
} from "./sign-in.ts";

const INVALID = "/signin?error=link_invalid";

const countSessions = async (email: string): Promise<number | null> =>
  env.DB.prepare("select count(*) as n from sessions s join users u on u.id = s.user_id where u.login_email = ?")
    .bind(email)
    .first<number>("n");

const me = async (cookie: string): Promise<Response> => call("/api/auth/me", { headers: { Cookie: cookie } });

test("asking, mail and opening make a user, a personal drive and a session that lasts a week", async () => {
  const email = freshEmail("Nora");
  const { url, binding, response } = await mailedLink(email.toLowerCase(), { next: "/pages/42?tab=a#top" });
  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^ml=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/),
  ]);
  expect(url.origin + url.pathname).toBe(`${ORIGIN}/api/auth/magic-link/verify`);
  expect([...url.searchParams.keys()]).toEqual(["token", "exp", "sig", "next"]);

  const opened = await openBound(url, binding);
  expect(opened.status).toBe(303);
  expect(opened.headers.get("Location")).toBe(`/auth/continue?next=${encodeURIComponent("/pages/42?tab=a#top")}`);
  expect(opened.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^session=ses_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800$/),
  ]);
  const user = await (await me(cookiesOf(opened))).json();
  expect(user).toMatchObject({ email: email.toLowerCase(), role: "user", provider: "email", image: null });
  const drives = await env.DB.prepare(
    "select d.name, d.slug from drives d join users u on u.id = d.owner_id where u.login_email = ?",
  )
    .bind(email.toLowerCase())
    .all();
  expect(drives.results).toEqual([{ name: "Personal", slug: "personal" }]);
});

test("a second sign-in finds the user and the drive of the first, however the address is written", async () => {
  const email = freshEmail("otto");
  const first = await (await me((await signIn(email)).cookie)).json<{ id: string }>();
  const written = `  ${email.toUpperCase()} `;
  const response = await postJson("/api/auth/magic-link/send", { email: written }, OWN_PAGE);
  expect(response.status).toBe(200);
  const second = await (await me((await signIn(email)).cookie)).json<{ id: string }>();
  expect(second.id).toBe(first.id);
  const links = await env.DB.prepare("select count(*) as n from magic_links where email = ?").bind(email).first("n");
  expect(links).toBe(3);
  const drives = await env.DB.prepare("select count(*) as n from drives where owner_id = ?").bind(first.id).first("n");
  expect(drives).toBe(1);
});

test("an address in ADMIN_EMAILS is an administrator from its first sign-in, and again from its next", async () => {
  const email = freshEmail("Boss").toLowerCase();
  const variables = { ADMIN_EMAILS: `someone@example.com, ${email.toUpperCase()}` };
  const roleAfter = async (): Promise<unknown> => {
    const { url } = await mailedLink(email);
    const opened = await callWith(variables, requestTo(url.pathname + url.search));
    return (await (await me(cookiesOf(opened, "session"))).json<{ role: string }>()).role;
  };
  expect(await roleAfter()).toBe("admin");
  await env.DB.prepare("update users set role = 'user' where login_email = ?").bind(email).run();
  expect(await roleAfter()).toBe("admin");
});

test("whatever only looks ahead gets 204 and leaves the link as it was", async () => {
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

/** The address the confirm page's button leads to. */
async function buttonOf(page: Response): Promise<URL> {
  const html = await page.text();
  const url = new URL("/api/auth/magic-link/verify", ORIGIN);
  for (const [, name = "", value = ""] of html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)) {
    url.searchParams.set(name, value.replaceAll("&amp;", "&"));
  }
  return url;
}

const PRESSED = { ...NAVIGATION, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-User": "?1" };

test("a browser that did not ask for the link is shown whose it is, and its button signs in", async () => {
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
  const button = await buttonOf(await open(url, NAVIGATION));
  const pressed = await open(button, PRESSED);
  expect([pressed.status, pressed.headers.get("Location")]).toEqual([303, "/auth/continue?next=%2Fpages%2F7"]);
  expect((await me(cookiesOf(pressed, "session"))).status).toBe(200);
});

test("a confirmed address sent to somebody else asks them again, for it might be the sender's own account", async () => {
  const { url } = await mailedLink(freshEmail());
  const button = await buttonOf(await open(url, NAVIGATION));
  for (const site of ["none", "cross-site", "same-site"]) {
    const planted = await open(button, { ...NAVIGATION, "Sec-Fetch-Site": site, "Sec-Fetch-User": "?1" });
    expect([planted.status, planted.headers.getSetCookie()], site).toEqual([200, []]);
  }
});

test("the confirmation of one link confirms no other, and none is confirmed by a made-up one", async () => {
  const [a, b] = [await mailedLink(freshEmail()), await mailedLink(freshEmail())];
  const confirmed = (await buttonOf(await open(a.url, NAVIGATION))).searchParams.get("c") ?? "";
  for (const c of [confirmed, "", "x", "A".repeat(43)]) {
    b.url.searchParams.set("c", c);
    expect((await open(b.url, PRESSED)).status).toBe(200);
  }
});

test("a plain program signs in at once", async () => {
  const { url } = await mailedLink(freshEmail());
  const opened = await open(url);
  expect(opened.status).toBe(303);
  expect((await me(cookiesOf(opened, "session"))).status).toBe(200);
});

test("MAGIC_LINK_OPEN says who is asked first", async () => {
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

/** Status and headers without those that differ by nature. */
const shapeOf = (response: Response): unknown => [
  response.status,
  [...response.headers].filter(([name]) => name !== "x-request-id"),
];

test("used, expired, altered, spliced and unknown links cannot be told apart", async () => {
  const used = await mailedLink(freshEmail());
  await open(used.url);
  const expired = await mailedLink(freshEmail());
  await env.DB.prepare("update magic_links set expires_at = ? where id = ?").bind(Date.now(), expired.linkId).run();
  const unknown = await mailedLink(freshEmail());
  await env.DB.prepare("delete from magic_links where id = ?").bind(unknown.linkId).run();
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
  expect((await open(good.url)).headers.get("Location")).toBe("/auth/continue?next=%2Fa");
});

test("one sign-in uses up the address's other links", async () => {
  const email = freshEmail();
  const [older, newer] = [await mailedLink(email), await mailedLink(email)];
  expect(cookiesOf(await open(newer.url), "session")).not.toBe("");
  expect((await open(older.url)).headers.get("Location")).toBe(INVALID);
  const late = await askForLink(email);
  expect(late.response.status).toBe(200);
});

test("a sign-in ends the session the browser came with", async () => {
  const planted = await signIn();
  const { url, binding } = await mailedLink(freshEmail());
  const opened = await open(url, { ...NAVIGATION, Cookie: `${binding}; ${planted.cookie}` });
  expect(cookiesOf(opened, "session")).not.toBe(planted.cookie);
  expect((await me(planted.cookie)).status).toBe(401);
});

test("something opened the link before its owner: that session ends and the mailbox asks first from then on", async () => {
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
  const pressed = await open(await buttonOf(page), { ...PRESSED, Cookie: next.binding });
  expect((await me(cookiesOf(pressed, "session"))).status).toBe(200);
});

test("reopening a used link ends no session that was in use, nor one of another browser's asking", async () => {
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

test("opening a link twice in the browser that asked for it, as a double click does, keeps the person signed in", async () => {
  const { url, binding } = await mailedLink(freshEmail());
  const first = cookiesOf(await openBound(url, binding), "session");
  expect((await openBound(url, binding)).headers.get("Location")).toBe(INVALID);
  expect((await me(first)).status).toBe(200);
});

test("a suspended user's link signs nobody in and stays unused", async () => {
  const email = freshEmail();
  await signIn(email);
  const { url, linkId } = await mailedLink(email);
  await env.DB.prepare("update users set suspended_at = 1 where login_email = ?").bind(email).run();
  const opened = await open(url);
  expect([opened.status, opened.headers.get("Location"), opened.headers.getSetCookie()]).toEqual([
    303,
    "/signin?error=account_suspended",
    [],
  ]);
  const used = await env.DB.prepare("select used_at from magic_links where id = ?").bind(linkId).first("used_at");
  expect(used).toBe(null);
});

test("the mailed link names the configured host, whatever the request says its host is", async () => {
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

test("no page of the way in sends anybody to another site", async () => {
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
