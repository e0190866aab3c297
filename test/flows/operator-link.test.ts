/** Sign-in links of `npm run signin`, inserted by the SQL that the command runs. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { makeOperatorLink } from "../../scripts/operate/sign-in-link.ts";
import { parseConfig } from "../../src/platform/config.ts";
import { d1 } from "../support/d1.ts";
import { ORIGIN } from "../support/world.ts";
import { buttonOf, callWith, call, cookiesOf, freshEmail, leadsTo, NAVIGATION, press, requestTo } from "./sign-in.ts";

const { rootSecret } = parseConfig({ ENVIRONMENT: "development" });
const INVALID = "/signin?error=link_invalid";

/** Returns the link's path. */
async function insert(address: string, now = Date.now(), secret = rootSecret): Promise<string> {
  const { url, sql } = makeOperatorLink({ origin: ORIGIN, rootSecret: secret }, address, now);
  await env.DB.batch(sql.split("; ").map((statement) => env.DB.prepare(statement)));
  return url.slice(ORIGIN.length);
}

test("signs a new address of ADMIN_EMAILS in as an administrator, once", async () => {
  const email = freshEmail();
  const path = await insert(email.toUpperCase());
  const opened = await callWith({ ADMIN_EMAILS: email }, requestTo(path));
  expect(opened.status).toBe(303);
  const me = await call("/api/auth/me", { headers: { Cookie: cookiesOf(opened, "session") } });
  expect(await me.json()).toMatchObject({ email, role: "admin" });
  expect((await call(path)).headers.get("Location")).toBe(INVALID);
});

test("signs up any address, whatever the policy, also beyond the limit of users", async () => {
  const email = freshEmail();
  const path = await insert(email);
  await d1`update instance_usage set user_room = 0`.run();
  const opened = await callWith({ SIGNUP: "closed" }, requestTo(path));
  await d1`update instance_usage set user_room = 9007199254740991`.run();
  const me = await call("/api/auth/me", { headers: { Cookie: cookiesOf(opened, "session") } });
  expect(await me.json()).toMatchObject({ email });
});

test("signs in from a browser after its user confirms", async () => {
  const email = freshEmail();
  const page = await call(await insert(email), { headers: NAVIGATION });
  expect(page.status).toBe(200);
  expect(leadsTo(await press(await buttonOf(page)))).toBe("continue /");
});

test("is rejected after ten minutes, and under another ROOT_SECRET", async () => {
  const expired = await insert(freshEmail(), Date.now() - 600_000);
  expect((await call(expired)).headers.get("Location")).toBe(INVALID);
  const foreign = await insert(freshEmail(), Date.now(), "another-root-secret-of-32-characters");
  expect((await call(foreign)).headers.get("Location")).toBe(INVALID);
});

test("stores any address that Octavo accepts as it is, and the operator's audit entry", async () => {
  const email = `o'neil);drop;?$1\\--${freshEmail()}`;
  await insert(email);
  expect(await d1`select binding_hash, used_at from magic_links where email = ${email}`.first()).toEqual({
    binding_hash: null,
    used_at: null,
  });
  const { results } = await d1`select entry from audit_outbox`.all<{ entry: string }>();
  const entries = results.map(({ entry }) => JSON.parse(entry) as Record<string, unknown>);
  expect(entries.find((entry) => entry.email === email)).toMatchObject({
    kind: "magic.send",
    actor: { type: "system", id: "operator" },
    flags: ["operator"],
  });
});

test.each(["ann", "ann@", "a b@example.com", "ann@exa mple.com", `${"a".repeat(300)}@example.com`, ""])(
  "refuses %j as an address",
  (address) => {
    expect(() => makeOperatorLink({ origin: ORIGIN, rootSecret }, address, Date.now())).toThrow("not an email address");
  },
);
