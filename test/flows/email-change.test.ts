/** A new email address is shown at once, but has no effect until it is proven by a mailed link. */
import { expect, test, vi } from "vitest";
import { createKeys } from "../../src/platform/keys.ts";
import { entriesOf } from "../security/audit.ts";
import { act, grow, mailsOf, statusOf, userOf } from "./account.ts";
import {
  type Button,
  NAVIGATION,
  OWN_PAGE,
  buttonOf,
  consume,
  freshEmail,
  mailedLink,
  mailsDuring,
  open,
  openBound,
  press,
  signIn,
} from "./sign-in.ts";
import { d1 } from "../support/d1.ts";

vi.setConfig({ testTimeout: 60_000 });

const wish = (token: string, email: string, variables = {}) =>
  act(token, "/api/account", { method: "PATCH", body: { email }, variables });

/** Requests a change to this address, and returns the link from the mail sent to it. */
async function proofLink(token: string, email: string): Promise<URL> {
  const { jobs } = await wish(token, email);
  const mail = (await mailsOf(jobs)).find((line) => line.startsWith(`mail to=${email} `));
  const link = / link=(\S+)$/.exec(mail ?? "")?.[1];
  if (link === undefined) throw new Error(`No link was mailed to ${email}.`);
  return new URL(link);
}

/** The button of the confirmation page that the link opens. */
const confirmed = async (link: URL): Promise<Button> => buttonOf(await open(link, NAVIGATION));

test("shows an unverified new email only to its owner, and keeps the old one in use", async () => {
  const { token, email, id } = await signIn();
  const wanted = freshEmail("new");
  const { status, body, jobs } = await wish(token, wanted);
  expect([status, body["email"]]).toEqual([200, wanted]);
  expect(await userOf(email)).toMatchObject({ id, email: wanted });
  const mails = await mailsOf(jobs);
  expect(mails.map((line) => line.replace(/ link=.*/, ""))).toEqual([
    `mail to=${wanted} subject="Confirm your new email address for Octavo"`,
    `mail to=${email} subject="Your Octavo email address is about to change"`,
  ]);
  // A sign-in with it creates another user, who finds nothing of this account.
  const other = await signIn(wanted);
  expect(other.id).not.toBe(id);
  expect((await signIn(email)).id).toBe(id);
  const found = await act(other.token, `/api/users/search?q=${encodeURIComponent(wanted)}`);
  expect(found.body["users"]).toEqual([]);
  expect(await entriesOf("account.email_change", (entry) => entry.userId === id)).toMatchObject([{ email: wanted }]);
});

test("sends the verification email in the account owner's language", async () => {
  const { token, id } = await signIn();
  await d1`update users set language = 'ar' where id = ${id}`.run();
  const { jobs } = await wish(token, freshEmail("new"));
  const subjects = (await mailsOf(jobs)).map((line) => / subject="([^"]*)"/.exec(line)?.[1]);
  expect(subjects).toEqual(["تأكيد عنوانك الجديد في Octavo", "عنوانك في Octavo على وشك أن يتغير"]);
});

test("changes the email on verification, and ends all sessions except the confirming one", async () => {
  const { token, cookie, email, id } = await signIn();
  const elsewhere = await signIn(email);
  const wanted = freshEmail("moved");
  const [before, newer] = [await mailedLink(email), await mailedLink(wanted)];
  const button = await confirmed(await proofLink(token, wanted));
  expect((await userOf(email)).id).toBe(id);
  const answers = await Promise.all(Array.from({ length: 20 }, () => press(button, { Cookie: cookie })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 400),
  ]);
  expect(await userOf(wanted)).toEqual({ id, email: wanted, login_email: wanted });
  expect([await statusOf(token), await statusOf(elsewhere.token)]).toEqual([200, 401]);
  // Sign-in links already sent to either address no longer work.
  for (const { url: link, binding } of [before, newer]) {
    expect((await openBound(link, binding)).headers.get("Location")).toBe("/signin?error=link_invalid");
  }
  expect((await signIn(email)).id).not.toBe(id);
  expect((await signIn(wanted)).id).toBe(id);
  const entries = await entriesOf("account.email_proven", (entry) => entry.userId === id);
  expect(entries.filter(({ entry }) => entry.outcome === "ok")).toMatchObject([{ email: wanted }]);
});

test("notifies the previous email, and ends the user's sessions when another user's browser confirms", async () => {
  const { token, email, id } = await signIn();
  const stranger = await signIn();
  const wanted = freshEmail("told");
  const button = await confirmed(await proofLink(token, wanted));
  const { status, jobs } = await act(null, button.path, {
    method: "POST",
    body: new URLSearchParams(button.fields).toString(),
    headers: {
      ...OWN_PAGE,
      "Content-Type": "application/x-www-form-urlencoded",
      Cookie: `${button.cookie}; ${stranger.cookie}`,
    },
  });
  expect(status).toBe(200);
  expect([await statusOf(token), await statusOf(stranger.token)]).toEqual([401, 200]);
  expect(jobs).toMatchObject([{ kind: "mail.notice", userId: id, notice: "email_changed" }]);
  const mails = await mailsOf([...jobs, ...jobs]);
  expect(mails).toEqual([`mail to=${email} subject="Your Octavo email address has changed"`]);
});

test("changes nothing when a link is only opened, by a scanner, a preview, a program or another site's page", async () => {
  const { token, email } = await signIn();
  const wanted = freshEmail("scanned");
  const link = await proofLink(token, wanted);
  const button = await confirmed(link);
  const program = await open(link);
  expect([program.status, (await program.text()).includes('name="c"')]).toEqual([200, true]);
  const planted = new URL(link);
  planted.searchParams.set("c", button.fields["c"] ?? "");
  for (const headers of [
    { ...NAVIGATION, "Sec-Purpose": "prefetch" },
    { "Sec-Fetch-Dest": "image", "Sec-Fetch-Mode": "no-cors" },
  ]) {
    expect((await open(planted, headers)).status).toBe(204);
  }
  for (const site of ["cross-site", "same-origin", "none"]) {
    const opened = await open(planted, { ...NAVIGATION, "Sec-Fetch-Site": site, Cookie: button.cookie });
    expect((await opened.text()).includes('name="c"'), site).toBe(true);
  }
  expect((await press(button, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
  const elsewhere = await press({ ...button, cookie: `cf=${"x".repeat(43)}` });
  expect((await elsewhere.text()).includes('name="c"')).toBe(true);
  expect((await userOf(email)).login_email).toBe(email);
  expect((await press(button)).status).toBe(200);
  expect((await userOf(wanted)).login_email).toBe(wanted);
});

test("rejects an altered, used, superseded, expired or foreign verification link", async () => {
  const { token, email, id } = await signIn();
  const [first, last] = [freshEmail("first"), freshEmail("last")];
  const replaced = await confirmed(await proofLink(token, first));
  const link = await proofLink(token, last);
  const button = await confirmed(link);
  expect((await press(replaced)).status).toBe(400);
  for (const [name, value] of [
    ["token", `prf_${"x".repeat(43)}`],
    ["exp", "9999999999"],
    ["sig", "x".repeat(43)],
  ] as const) {
    expect((await press({ ...button, fields: { ...button.fields, [name]: value } })).status, name).toBe(400);
  }
  const secret = "octavo-development-root-secret-0000000000";
  const { token: raw = "", exp = "", sig } = button.fields;
  const sign = (origin: string): string => createKeys(secret).sign("email-proof", "url", raw, exp, origin);
  expect(sign("http://localhost:8787")).toBe(sig);
  const moved = { ...button, fields: { ...button.fields, sig: sign("https://elsewhere.example") } };
  expect((await press(moved)).status).toBe(400);
  await d1`update email_changes set expires_at = ${Date.now() - 1} where user_id = ${id} and used_at is null`.run();
  expect((await press(button)).status).toBe(400);
  expect((await userOf(email)).id).toBe(id);
});

test("invalidates a link after a sign-out everywhere, a suspension or a return to the verified email", async () => {
  const endings: ((who: { token: string; email: string; id: string }) => Promise<unknown>)[] = [
    ({ token }) => act(token, "/api/auth/logout-all", { method: "POST" }),
    ({ id }) => d1`update users set suspended_at = 1 where id = ${id}`.run(),
    ({ token, email }) => wish(token, email),
  ];
  for (const end of endings) {
    const who = await signIn();
    const button = await confirmed(await proofLink(who.token, freshEmail("dead")));
    await end(who);
    expect((await press(button)).status).toBe(400);
    expect((await userOf(who.email)).id).toBe(who.id);
  }
});

test("responds alike to a taken and a free email, and rejects verification of a taken one without the reason", async () => {
  const [{ token, email, id }, victim] = [await signIn(), await signIn()];
  const nobody = freshEmail("nobody");
  const [taken, free] = [await wish(token, victim.email), await wish(token, nobody)];
  const shape = ({ status, body, jobs, headers }: typeof taken, address: string) =>
    JSON.stringify([status, body, jobs.map(({ kind }) => kind), [...headers.keys()]]).replaceAll(address, "address");
  expect(shape(taken, victim.email)).toBe(shape(free, nobody));
  const button = await confirmed(await proofLink(token, victim.email));
  const refused = await press(button);
  const text = await refused.text();
  expect([refused.status, text.includes("That link is not valid"), text.includes(victim.email)]).toEqual([
    400,
    true,
    false,
  ]);
  expect([(await userOf(email)).id, (await userOf(victim.email)).id]).toEqual([id, victim.id]);
  expect((await signIn(victim.email)).id).toBe(victim.id);
});

test("gives an email verified by two users concurrently to one of them", async () => {
  const people = [await signIn(), await signIn()];
  const wanted = freshEmail("both");
  const buttons: Button[] = [];
  for (const { token } of people) buttons.push(await confirmed(await proofLink(token, wanted)));
  const answers = await Promise.all(buttons.map((button) => press(button)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect(people.map(({ id }) => id)).toContain((await userOf(wanted)).id);
});

test("requires a recent sign-in for a new email, but not for a name or a return to the verified email", async () => {
  const { token, email } = await signIn();
  await grow(token);
  const refused = await wish(token, freshEmail("stale"));
  expect([refused.status, refused.body["code"], refused.jobs]).toEqual([403, "step_up_required", []]);
  expect((await act(token, "/api/account", { method: "PATCH", body: { name: "Ada" } })).body["name"]).toBe("Ada");
  expect((await wish(token, email)).status).toBe(200);
});

test("limits emails per mailbox silently, and requests per user with an error", async () => {
  const wanted = freshEmail("flood");
  const variables = { RATE_LIMIT_SCALE: "1" };
  const mails: string[] = [];
  for (let i = 0; i < 4; i += 1) {
    const { token } = await signIn();
    const { status, jobs } = await wish(token, wanted, variables);
    expect(status).toBe(200);
    mails.push(...(await mailsOf(jobs)));
  }
  expect(mails.filter((line) => line.startsWith(`mail to=${wanted} `))).toHaveLength(3);
  const { token } = await signIn();
  const statuses: number[] = [];
  for (let i = 0; i < 6; i += 1) statuses.push((await wish(token, freshEmail("many"), variables)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test("sends one email per change for repeated jobs, and retries after the mailer fails", async () => {
  const { token } = await signIn();
  const wanted = freshEmail("once");
  const { jobs } = await wish(token, wanted);
  const proof = jobs.filter(({ kind }) => kind === "mail.email-proof");
  // Neither the queue nor the outbox ever contains the token or the address.
  expect(JSON.stringify(jobs)).not.toMatch(/prf_|@/);
  const broken = { EMAIL: { send: () => Promise.reject(new Error("mailer down")) } };
  const production = {
    ENVIRONMENT: "production",
    APP_ORIGIN: "https://octavo.example",
    EMAIL_FROM: "octavo@octavo.example",
    ROOT_SECRET: "a root secret for tests only, 0123456789",
  };
  const silence = vi.spyOn(console, "warn").mockImplementation(() => {});
  const result = await consume(proof, { variables: { ...production, ...broken } });
  silence.mockRestore();
  expect(result.retryMessages).toHaveLength(1);
  const mails = await mailsDuring(async () => {
    await consume([...proof, ...proof]);
    await consume(proof);
  });
  expect(mails).toHaveLength(1);
});

test("rejects a malformed email and changes nothing", async () => {
  const { token, email } = await signIn();
  for (const wrong of ["", "nobody", "a@", "two@at@example.com", 7, null, "x".repeat(400)]) {
    const { status, body } = await act(token, "/api/account", {
      method: "PATCH",
      body: { email: wrong },
      headers: OWN_PAGE,
    });
    expect([status, body["code"]], String(wrong)).toEqual([400, "invalid_request"]);
  }
  expect((await userOf(email)).email).toBe(email);
});
