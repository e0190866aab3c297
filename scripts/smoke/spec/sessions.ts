/** Sign-in links, sessions, their cookie and CSRF token. */
import { readCookies } from "../sign-in.ts";
import { CHROME, answerWith, mailedLink, signInAgain, openByLink, type Setup } from "./people-setup.ts";
import { ApiClient, checkFields, headerOf, requireStatus } from "./api-client.ts";
import { at, holds, itemWith, listAt, same, textAt } from "./values.ts";

const WEEK_MS = 7 * 86_400_000;

export async function checkSessions(setup: Setup): Promise<void> {
  await checkLinks(setup);
  await checkSession(setup);
  await checkCsrf(setup);
}

async function checkLinks(setup: Setup): Promise<void> {
  const { rows, anonymous, owner } = setup;
  rows.section("Signing in by email");
  const send = "/api/auth/magic-link/send";
  await rows.check(
    "POST /api/auth/magic-link/send: 200 and one sentence, whether the address is known or not",
    async () => {
      const known = await anonymous.post(send, { email: owner.email });
      same(
        "the answer for an unknown address",
        await anonymous.post(send, { email: `nobody-${setup.mark}@example.com` }),
        known,
      );
      textAt(known, "message");
      await anonymous.refused("POST", send, 400, "invalid_request", { json: { email: "no address" } });
    },
  );
  let link = "";
  await rows.check("tokens 6: a link is emailed, with a token, an expiry and a signature", async () => {
    link = await mailedLink(setup, owner.email);
    const { searchParams, pathname } = new URL(link, "http://localhost");
    same("the path", pathname, "/api/auth/magic-link/verify");
    const lasts = Number(searchParams.get("exp")) * 1_000 - Date.now();
    holds("an end within ten minutes", lasts > 0 && lasts <= 605_000, lasts);
    for (const name of ["token", "exp", "sig"])
      holds(`the parameter ${name}`, (searchParams.get(name) ?? "").length > 8);
  });
  await rows.check("tokens 6: an altered signature, expiry or token is rejected", async () => {
    for (const name of ["sig", "exp", "token"]) {
      const altered = new URL(link, "http://localhost");
      const value = altered.searchParams.get(name) ?? "";
      altered.searchParams.set(name, value.slice(0, -1) + (value.endsWith("1") ? "2" : "1"));
      await requireRefused(setup, altered.pathname + altered.search);
    }
  });
  await rows.check(
    "GET /api/auth/magic-link/verify: 303 with a cookie; tokens 4: HttpOnly, SameSite=Strict, and Secure over https",
    async () => {
      const opened = await anonymous.send("GET", link);
      requireStatus(opened, 303);
      const [line = ""] = opened.headers["set-cookie"]?.filter((each) => each.includes("session=ses_")) ?? [];
      checkCookie(line, setup.client.origin.startsWith("https:"));
    },
  );
  await rows.check("a link works once", () => requireRefused(setup, link));
  await rows.byTests(
    "a link ends after ten minutes, as if it were unknown",
    "test/flows/magic-link.test.ts",
    "returns the same response for used, expired, altered, spliced and unknown links",
  );
  await rows.byTests(
    "tokens 3: what is presented is hashed and compared in constant time",
    "test/security/secrets.unit.test.ts",
    "compares secrets for equality",
  );
}

function checkCookie(line: string, isSecure: boolean): void {
  holds("the cookie's token to be opaque: a prefix and 256 bits", /session=ses_[\w-]{43};/.test(line), line);
  holds("HttpOnly", /; *HttpOnly/i.test(line), line);
  holds("SameSite=Strict", /; *SameSite=Strict/i.test(line), line);
  if (isSecure) holds("Secure", /; *Secure/i.test(line), line);
}

async function requireRefused({ anonymous }: Setup, link: string): Promise<void> {
  const answer = await anonymous.send("GET", link);
  requireStatus(answer, 303);
  same("the way on", headerOf(answer, "location"), "/signin?error=link_invalid");
  same("the cookies", readCookies(answer), "");
}

async function checkProfile({ rows, anonymous, owner }: Setup): Promise<void> {
  const profile = await rows.check("GET /api/account: 200", () => owner.api.get("/api/account"));
  await checkFields(rows, "account", profile, {
    id: "string",
    name: "string",
    email: "string",
    image: "string or null",
    provider: ["email", "providera", "both"],
    role: ["user", "admin"],
  });
  await rows.check("the profile has no password", () => {
    const fields = Object.keys(Object(profile));
    holds("no such field among some", fields.includes("id") && !fields.some((name) => /password/i.test(name)), fields);
  });
  await rows.check("GET /api/auth/me: the same profile", async () =>
    same("it", await owner.api.get("/api/auth/me"), profile),
  );
  await rows.check("routes require a credential unless declared public: 401 without one", async () => {
    for (const path of ["/api/auth/me", "/api/account", "/api/drives", "/api/notifications", "/api/auth/passkey"])
      await anonymous.refused("GET", path, 401, "unauthenticated");
  });
}

async function checkSession(setup: Setup): Promise<void> {
  const { rows, anonymous, owner } = setup;
  rows.section("Sessions and the account's profile");
  await checkProfile(setup);
  const other = await rows.check(
    "tokens 1: a session is a token without claims, alone, that bearers may carry too",
    async () => {
      const session = await signInAgain(setup, owner);
      const { credential } = session;
      holds("ses_ and 43 characters", credential?.kind === "bearer" && /^ses_[\w-]{43}$/.test(credential.token));
      same("who it is", at(await session.get("/api/auth/me"), "id"), owner.id);
      return session;
    },
  );
  await rows.byTests(
    "tokens 2: kept as hashes alone",
    "test/security/sessions.test.ts",
    "rejects token hashes stored in the database as tokens",
  );
  await rows.byTests(
    "tokens 4: Secure and the __Host- prefix in production",
    "test/security/headers.test.ts",
    "requires HTTPS in production: HSTS, Secure cookies",
  );
  await rows.check("tokens 5: no sign-in route accepts a password", async () => {
    const paths = Object.keys(Object(at(await anonymous.get("/api/openapi.json"), "paths")));
    const routes = paths.filter((path) => path.startsWith("/api/auth/"));
    const isPasswordless = !routes.some((path) => /password|\/login$/.test(path));
    holds("routes without passwords", routes.length > 20 && isPasswordless, routes);
  });
  await rows.check("sessions last seven days", async () => {
    const sessions = listAt(await owner.api.get("/api/account/sessions"), "sessions");
    const lasts = sessions.map((each) => Date.parse(textAt(each, "expiresAt")) - Date.parse(textAt(each, "createdAt")));
    same("ms from start to end", [...new Set(lasts)], [WEEK_MS]);
  });
  await rows.byTests(
    "tokens 13: the idle timeout, where it is switched on",
    "test/security/sessions.test.ts",
    "ends a session after the idle time",
  );
  await rows.check(
    "errors 1: a session that is revoked is refused on its next request, and others are not",
    async () => {
      if (other === null) throw new Error("expected another session, there is none");
      await other.get("/api/auth/me");
      const sessions = listAt(await other.get("/api/account/sessions"), "sessions");
      const id = textAt(itemWith(sessions, "current", true), "id");
      await owner.api.delete(`/api/account/sessions/${id}`);
      await other.refused("GET", "/api/auth/me", 401, "unauthenticated");
      await owner.api.get("/api/auth/me");
    },
  );
  await rows.check("POST /api/auth/logout: 200, and the session is rejected afterwards", async () => {
    const session = await signInAgain(setup, setup.guest);
    await session.post("/api/auth/logout");
    await session.refused("GET", "/api/auth/me", 401, "unauthenticated");
    await anonymous.post("/api/auth/logout");
  });
  await checkInvalidation(setup);
}

async function checkInvalidation(setup: Setup): Promise<void> {
  const { rows, loner, admin } = setup;
  await rows.check(
    "log out everywhere: every session and device of the user is refused on its next request",
    async () => {
      const sessions = [await signInAgain(setup, loner), await signInAgain(setup, loner)];
      const device = { deviceId: "all-1", platform: "desktop" };
      const deviceToken = textAt(await sessions[1]?.post("/api/auth/device/register", device, 201), "deviceToken");
      await sessions[0]?.post("/api/auth/logout-all");
      for (const session of [...sessions, loner.api])
        await session.refused("GET", "/api/auth/me", 401, "unauthenticated");
      const json = { deviceToken, deviceId: device.deviceId };
      await setup.anonymous.refused("POST", "/api/auth/device/refresh", 401, "device_invalid", { json });
    },
  );
  await rows.check("credential reset: sessions, passkeys and tool tokens are rejected", async () => {
    const [session, beside] = [await signInAgain(setup, loner), await signInAgain(setup, loner)];
    const made = await session.post("/api/auth/mcp-tokens", { name: "to be reset" }, 201);
    await session.post("/api/account/reset-credentials");
    for (const each of [session, beside]) await each.refused("GET", "/api/auth/me", 401, "unauthenticated");
    const tool = new ApiClient(setup.client, { kind: "bearer", token: textAt(made, "token") });
    await tool.refused("GET", "/api/mcp/drives", 401, "unauthenticated");
    requireStatus(await answerWith(setup.anonymous, loner.passkey), 401);
  });
  await rows.check("suspension: the user's sessions are rejected, even after it is lifted", async () => {
    const session = await openByLink(setup, loner.email);
    await session.get("/api/auth/me");
    await admin.api.post(`/api/admin/users/${loner.id}/suspend`, { reason: "smoke" });
    await session.refused("GET", "/api/auth/me", 401, "unauthenticated");
    await admin.api.post(`/api/admin/users/${loner.id}/unsuspend`);
    await session.refused("GET", "/api/auth/me", 401, "unauthenticated");
  });
  await rows.byTests(
    "invalidation is one act",
    "test/flows/invalidation.test.ts",
    "accepts only sessions created after a concurrent sign-out everywhere",
  );
}

async function checkCsrf(setup: Setup): Promise<void> {
  const { rows, owner, guest, anonymous } = setup;
  rows.section("CSRF tokens");
  const made = await rows.check("GET /api/auth/csrf: 200, and 401 without a session", async () => {
    await anonymous.refused("GET", "/api/auth/csrf", 401, "unauthenticated");
    return owner.api.get("/api/auth/csrf");
  });
  await checkFields(rows, "csrf", made, { csrfToken: "string", expiresAt: "time" });
  await rows.check("tokens 16: the token is valid only for its session", async () => {
    const { credential } = owner.api;
    if (credential?.kind !== "cookie") throw new Error("expected a browser's cookie");
    const bare = new ApiClient(setup.client, undefined, { Cookie: credential.cookie, "User-Agent": CHROME });
    const path = "/api/notifications/read-all";
    await bare.refused("POST", path, 403, "csrf_missing");
    const foreign = textAt(await guest.api.get("/api/auth/csrf"), "csrfToken");
    await bare.refused("POST", path, 403, "csrf_invalid", { headers: { "X-CSRF-Token": foreign } });
    requireStatus(await bare.send("POST", path, { headers: { "X-CSRF-Token": textAt(made, "csrfToken") } }), 200);
    await bare.refused("POST", path, 403, "cross_site", { headers: { Origin: "https://elsewhere.example" } });
  });
}
