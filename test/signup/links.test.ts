/** Sign-up links: who creates and revokes them, and how many accounts they allow. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import { sweepSignUpLinks } from "../../src/features/signup/index.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import {
  callWith,
  cookiesOf,
  freshEmail,
  OWN_PAGE,
  readMail,
  newestLink,
  requestTo,
  userIdOf,
} from "../flows/sign-in.ts";
import { entriesOf } from "../security/audit.ts";
import { d1 } from "../support/d1.ts";
import { world, type Person, type World } from "../support/world.ts";
import { INVITED, join, linkToken } from "./applicants.ts";

let w: World;

beforeEach(async () => {
  w = await world();
});

type Answer = { code?: string; policy?: string; links: { id: string; uses: number; maxUses: number }[] };

async function ask(who: Person, method: string, path: string, body?: unknown, variables: object = INVITED) {
  const headers = { Authorization: `Bearer ${w.session(who)}`, "Content-Type": "application/json" };
  const request = requestTo(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const response = await callWith(variables, request);
  return { status: response.status, body: await response.json<Answer>() };
}

/** The mailed link that a browser requests after it has opened this sign-up link. */
async function requestLink(token: string, email = freshEmail()): Promise<URL> {
  const Cookie = `su=${token}`;
  const headers = { ...OWN_PAGE, "Content-Type": "application/json", Cookie };
  const asking = requestTo("/api/auth/magic-link/send", { method: "POST", headers, body: JSON.stringify({ email }) });
  await callWith(INVITED, asking);
  return readMail((await newestLink(email)).id);
}

async function openLink(url: URL): Promise<string> {
  const opened = await callWith(INVITED, requestTo(url.pathname + url.search));
  return cookiesOf(opened, "session") === "" ? (opened.headers.get("Location") ?? "") : "account";
}

const signUp = async (token: string, email?: string): Promise<string> => openLink(await requestLink(token, email));

const REFUSED = "/signin?error=sign_up_refused";

test("allows as many accounts as the link's creator chose, counted by accounts and not by openings", async () => {
  const token = await linkToken(w, { maxUses: 2, days: 30 });
  for (let i = 0; i < 3; i += 1) expect((await join(token)).status).toBe(303);
  expect([await signUp(token), await signUp(token), await signUp(token)]).toEqual(["account", "account", REFUSED]);
  const { body } = await ask("olivia", "GET", "/api/sign-up-links");
  expect(body).toMatchObject({ policy: "invited", links: [{ uses: 2, maxUses: 2, createdBy: { id: w.ids.olivia } }] });
  expect((await (await join(token)).text()).includes("no longer valid")).toBe(true);
});

test("a link for one account creates at most one, however many people use it at once", async () => {
  const token = await linkToken(w);
  const urls = [];
  for (let i = 0; i < 8; i += 1) urls.push(await requestLink(token));
  const outcomes = await Promise.all(urls.map(openLink));
  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 7 }, () => REFUSED), "account"].toSorted());
});

test("somebody with an account, or whose address was invited, uses up no link", async () => {
  const token = await linkToken(w);
  const email = freshEmail();
  await w.as("olivia").post(`/api/drives/${w.drive}/members`, { email });
  expect([await signUp(token, email), await signUp(token, email), await signUp(token)]).toEqual([
    "account",
    "account",
    "account",
  ]);
});

test("stores the token as a hash, and shows the link only once", async () => {
  const token = await linkToken(w);
  const row = await d1`select * from sign_up_links where created_by = ${w.ids.olivia}`.first();
  expect(row).toMatchObject({ token_hash: hashToken("signUp", token) });
  const { body } = await ask("olivia", "GET", "/api/sign-up-links");
  expect(JSON.stringify([row, body])).not.toContain(token.slice(4));
});

test("ends with its time, its revocation, or its creator's account", async () => {
  const [expired, revoked, suspended] = [await linkToken(w), await linkToken(w), await linkToken(w)];
  const idOf = (token: string) =>
    d1`select id from sign_up_links where token_hash = ${hashToken("signUp", token)}`.first<string>("id");
  await d1`update sign_up_links set expires_at = ${Date.now()} where id = ${await idOf(expired)}`.run();
  expect((await ask("olivia", "DELETE", `/api/sign-up-links/${await idOf(revoked)}`)).status).toBe(200);
  expect([await signUp(expired), await signUp(revoked)]).toEqual([REFUSED, REFUSED]);
  await d1`update users set suspended_at = 1 where id = ${w.ids.olivia}`.run();
  expect(await signUp(suspended)).toBe(REFUSED);
  const made = await entriesOf("signup.link", ({ entry }) => entry.actor.id === w.ids.olivia);
  expect(made.map(({ entry }) => entry.d)).toEqual([1, 2, 3].map(() => ({ days: 7, maxUses: 1 })));
  const revocations = await entriesOf("signup.revoke", ({ entry }) => entry.actor.id === w.ids.olivia);
  expect(revocations).toHaveLength(1);
  await expect(sweep().then(() => idOf(expired))).resolves.toBe(null);
});

async function sweep(): Promise<void> {
  const context = createExecutionContext();
  await sweepSignUpLinks(createDeps(env, context));
  await waitOnExecutionContext(context);
}

test("members see and revoke their own links, administrators all of them", async () => {
  await linkToken(w);
  const [mine] = (await ask("olivia", "GET", "/api/sign-up-links")).body.links;
  expect((await ask("adam", "GET", "/api/sign-up-links")).body.links).toEqual([]);
  expect((await ask("adam", "DELETE", `/api/sign-up-links/${mine?.id}`)).status).toBe(404);
  expect((await ask("rupert", "GET", "/api/sign-up-links")).body.links).toContainEqual(mine);
  expect((await ask("rupert", "DELETE", `/api/sign-up-links/${mine?.id}`)).status).toBe(200);
  expect((await ask("olivia", "DELETE", `/api/sign-up-links/${mine?.id}`)).status).toBe(404);
});

test("bounds time, uses and number of links, and creates none under another policy", async () => {
  for (const body of [{ days: 31 }, { days: 0 }, { maxUses: 101 }, { maxUses: 0 }, { days: 1.5 }])
    expect((await ask("olivia", "POST", "/api/sign-up-links", body)).status, JSON.stringify(body)).toBe(400);
  for (const SIGNUP of ["open", "closed", "domains:example.com"])
    expect(await ask("olivia", "POST", "/api/sign-up-links", {}, { SIGNUP })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
  for (let i = 0; i < 20; i += 1) await linkToken(w);
  expect((await ask("olivia", "POST", "/api/sign-up-links", {})).status).toBe(409);
});

test("a deleted account leaves no links behind", async () => {
  await linkToken(w, {}, "rupert");
  const email = freshEmail();
  expect(await userIdOf(email)).toBe(null);
  await d1`delete from users where id = ${w.ids.rupert}`.run();
  expect(await d1`select count(*) as n from sign_up_links where created_by = ${w.ids.rupert}`.first("n")).toBe(0);
});
