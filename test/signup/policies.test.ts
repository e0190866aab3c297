/** Who gets an account under each sign-up policy, by every way of signing in. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  consent,
  finishSignIn,
  makeToken,
  newPerson,
  openRealm,
  postAt,
  startSignIn,
  type Realm,
} from "../oidc/sign-in.ts";
import {
  NAVIGATION,
  OWN_PAGE,
  callWith,
  consume,
  cookiesOf,
  mailJob,
  mailsDuring,
  newestLink,
  readMail,
  requestTo,
  signIn,
  userIdOf,
} from "../flows/sign-in.ts";
import { entriesOf } from "../security/audit.ts";
import { d1 } from "../support/d1.ts";
import { freshId, world, type World } from "../support/world.ts";
import { APPLICANTS, INVITED, join, linkToken, type Applicant, type ApplicantKind } from "./applicants.ts";

vi.setConfig({ testTimeout: 60_000 });

let w: World;
let realm: Realm;

beforeAll(async () => {
  realm = await openRealm();
});

beforeEach(async () => {
  w = await world();
});

const ALL = Object.keys(APPLICANTS) as ApplicantKind[]; // its own keys

/** Who may create an account under each policy. */
const POLICIES: Record<string, readonly ApplicantKind[]> = {
  open: ALL,
  "": ALL,
  invited: ["configured administrator", "invited to a page", "with a sign-up link"],
  "domains:elsewhere.example, Example.com": ALL,
  "domains:elsewhere.example": ["configured administrator"],
  closed: ["configured administrator"],
};

/** Requests a link as the sign-in page does, and returns its row. */
async function requestLink({ email, cookie }: Applicant, variables: object): Promise<string> {
  const headers = { ...OWN_PAGE, "Content-Type": "application/json", Cookie: cookie };
  const body = JSON.stringify({ email });
  const response = await callWith(variables, requestTo("/api/auth/magic-link/send", { method: "POST", headers, body }));
  expect(response.status).toBe(200);
  return (await newestLink(email)).id;
}

/** Whether the mail job of this link sends anything. */
async function isMailed(linkId: string, email: string, variables: object): Promise<boolean> {
  await d1`update magic_links set mailed_at = null where id = ${linkId}`.run();
  const lines = await mailsDuring(() => consume([mailJob(linkId)], { variables }));
  return lines.some((line) => line.startsWith(`mail to=${email} `));
}

type Outcome = "account" | "sign_up_refused";

/** What a browser is told: signed in, or the reason in the address of the sign-in page. */
const outcomeOf = (response: Response): string =>
  cookiesOf(response, "session") === ""
    ? (new URL(response.headers.get("Location") ?? "", "http://x").searchParams.get("error") ?? "none")
    : "account";

async function outcomeOfCall(response: Response): Promise<string> {
  const { code } = await response.clone().json<{ code?: string }>();
  return code ?? "account";
}

const person = ({ email }: Applicant) => newPerson({ email });

async function byProvider(provider: "providera" | "providerb", applicant: Applicant, variables: object) {
  await realm.control({ person: person(applicant) });
  const left = await startSignIn(realm, provider, { variables });
  const cookie = [left.cookie, applicant.cookie].filter(Boolean).join("; ");
  return outcomeOf(await finishSignIn(realm, provider, await consent(left.url), { cookie, variables }));
}

async function byToken(path: string, field: string, applicant: Applicant, variables: object, more: object = {}) {
  const token = await makeToken(realm, person(applicant));
  const signUpToken = /(?:^|; )su=([^;]+)/.exec(applicant.cookie)?.[1];
  const body = { [field]: token, ...(signUpToken !== undefined && { signUpToken }), ...more };
  return outcomeOfCall(await postAt(realm, `/api/auth/${path}`, body, { variables }));
}

const WAYS: Record<string, (applicant: Applicant, variables: object) => Promise<string>> = {
  "a mailed link": async (applicant, variables) => {
    const linkId = await requestLink(applicant, variables);
    const mailed = await isMailed(linkId, applicant.email, variables);
    // Mailed under an open policy, so that the link itself is tried under this one.
    const url = await readMail(linkId);
    const opened = await callWith(variables, requestTo(url.pathname + url.search));
    const outcome = outcomeOf(opened);
    expect(mailed).toBe(outcome === "account");
    return outcome;
  },
  "provider A": (applicant, variables) => byProvider("providera", applicant, variables),
  "provider B": (applicant, variables) => byProvider("providerb", applicant, variables),
  "an app of provider A": (applicant, variables) =>
    byToken("providera/native", "idToken", applicant, variables, { platform: "desktop" }),
  "a phone with provider A": (applicant, variables) =>
    byToken("mobile/oauth/providera", "idToken", applicant, variables, { platform: "ios", deviceId: freshId("phone") }),
  "an app of provider B": (applicant, variables) =>
    byToken("providerb/native", "identityToken", applicant, variables, { platform: "ios" }),
  "the prompt of provider A": async (applicant, variables) => {
    const credential = await makeToken(realm, person(applicant));
    const headers = { ...OWN_PAGE, Cookie: applicant.cookie };
    return outcomeOfCall(await postAt(realm, "/api/auth/providera/one-tap", { credential }, { variables, headers }));
  },
};

for (const [way, arrive] of Object.entries(WAYS)) {
  test.each(Object.entries(POLICIES))(
    `by ${way}, the policy “%s” decides who gets an account`,
    async (policy, allowed) => {
      for (const kind of ALL) {
        const applicant = await APPLICANTS[kind](w);
        const admins = kind === "configured administrator" ? applicant.email : "";
        const expected: Outcome = allowed.includes(kind) ? "account" : "sign_up_refused";
        expect(await arrive(applicant, { SIGNUP: policy, ADMIN_EMAILS: admins }), kind).toBe(expected);
        expect((await userIdOf(applicant.email)) !== null, kind).toBe(expected === "account");
      }
    },
  );

  test(`by ${way}, somebody with an account signs in under every policy`, async () => {
    const { email } = await signIn();
    for (const policy of Object.keys(POLICIES))
      expect(await arrive({ email, cookie: "" }, { SIGNUP: policy }), policy).toBe("account");
  });
}

test("records who was refused, and leaves the mailed link unused", async () => {
  const applicant = await APPLICANTS.stranger();
  const linkId = await requestLink(applicant, INVITED);
  const url = await readMail(linkId);
  const opened = await callWith(INVITED, requestTo(url.pathname + url.search));
  expect(opened.headers.get("Location")).toBe("/signin?error=sign_up_refused");
  expect((await newestLink(applicant.email)).used_at).toBe(null);
  const [entry] = await entriesOf("auth.login.fail", ({ email }) => email === applicant.email);
  expect(entry?.entry.d).toMatchObject({ reason: "sign_up_refused" });
  // Once somebody has invited the address, the same link works.
  const page = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "P", type: "DOCUMENT" });
  await w.as("olivia").post(`/api/pages/${page.body.id}/permissions`, { email: applicant.email, canView: true });
  expect(outcomeOf(await callWith(INVITED, requestTo(url.pathname + url.search)))).toBe("account");
});

test("ignores an invitation that has expired, or whose sender may no longer share", async () => {
  for (const end of [
    (email: string) => d1`update invitations set expires_at = 1 where email = ${email}`.run(),
    (email: string) =>
      d1`update users set suspended_at = 1 where id = (select invited_by from invitations where email = ${email})`.run(),
  ]) {
    const applicant = await APPLICANTS["invited to a page"](w);
    await end(applicant.email);
    expect(await WAYS["a mailed link"]?.(applicant, INVITED)).toBe("sign_up_refused");
    await d1`update users set suspended_at = null`.run();
  }
});

test.each([
  ["invited", "people who were invited"],
  ["closed", "accepts no new accounts"],
  ["domains:example.org,example.net", "example.org and example.net"],
])("explains the policy “%s” on the page for somebody who may not sign up", async (policy, text) => {
  const page = await callWith({ SIGNUP: policy }, requestTo("/signin?error=sign_up_refused", { headers: NAVIGATION }));
  const html = await page.text();
  expect(html).toContain("create an account here yet");
  expect(html).toContain(text);
});

test("remembers an opened sign-up link in the browser, and says so on the sign-in page", async () => {
  const token = await linkToken(w);
  const shown = await callWith(INVITED, requestTo(`/join?token=${token}`, { headers: NAVIGATION }));
  expect(await shown.text()).toContain("olivia invited you to Octavo");
  const joined = await join(token);
  expect([joined.status, joined.headers.get("Location")]).toEqual([303, "/signin"]);
  expect(joined.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^su=sup_[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const page = await callWith(INVITED, requestTo("/signin", { headers: { ...NAVIGATION, Cookie: cookiesOf(joined) } }));
  expect(await page.text()).toContain("You have been invited");
});
