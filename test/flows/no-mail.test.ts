/** An installation that sends no mail: nothing is attempted, and users are told how they get their links. */
import { expect, test } from "vitest";
import { parseConfig } from "../../src/platform/config.ts";
import { deliverAlarms, AlarmBook } from "../../src/features/alarms/index.ts";
import { entriesOf } from "../security/audit.ts";
import { AlarmScene, MINUTE } from "../alarms/harness.ts";
import { d1 } from "../support/d1.ts";
import { freshId, world } from "../support/world.ts";
import { callWith, consume, freshEmail, mailJob, newestLink, requestTo, signIn } from "./sign-in.ts";

const NO_MAIL = { EMAIL_FROM: "none", RATE_LIMIT_SCALE: "100000" };

const requesting = (email: string): Request =>
  requestTo("/api/auth/magic-link/send", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email }),
  });

test("a production installation without a sender, or with the sender none, sends no mail", () => {
  const secret = { APP_ORIGIN: "https://octavo.example", ROOT_SECRET: "a root secret for tests only, 0123456789" };
  const senderOf = (variables: object) => parseConfig({ ENVIRONMENT: "production", ...secret, ...variables }).emailFrom;
  expect(senderOf({})).toBeNull();
  expect(senderOf({ EMAIL_FROM: " " })).toBeNull();
  expect(senderOf({ EMAIL_FROM: "none" })).toBeNull();
  expect(senderOf({ EMAIL_FROM: "octavo@example.com" })).toBe("octavo@example.com");
  expect(parseConfig({ ENVIRONMENT: "development" }).emailFrom).not.toBeNull();
});

test("refuses a sign-in link for every address alike, and creates neither link nor job", async () => {
  const known = freshEmail("known");
  await signIn(known);
  const { id: before } = await newestLink(known);
  const answers: unknown[] = [];
  for (const email of [known, freshEmail("unknown")]) {
    const answer = await callWith(NO_MAIL, requesting(email));
    answers.push([answer.status, await answer.json()]);
  }
  expect(answers[0]).toMatchObject([
    409,
    { code: "mail_not_configured", error: expect.stringContaining("sign-in link") },
  ]);
  expect(answers[1]).toMatchObject([409, { code: "mail_not_configured" }]);
  expect((await newestLink(known)).id).toBe(before);
});

test("the sign-in page says who gives a link, and has no form that could send one", async () => {
  const page = async (variables: object, path = "/signin"): Promise<string> =>
    (await callWith(variables, requestTo(path))).text();
  const without = await page(NO_MAIL);
  expect(without).toContain("This Octavo sends no mail.");
  expect(without).toContain("npm run signin -- ADDRESS");
  expect(without).not.toContain("<form");
  expect(await page(NO_MAIL, "/signin?error=link_invalid")).not.toContain("Request a new one here");
  const sending = await page({});
  expect(sending).toContain("Send me a link");
  expect(sending).not.toContain("sends no mail");
});

test("completes mail jobs without an attempt, so that none ends in the dead-letter queue", async () => {
  const email = freshEmail();
  await callWith({ JOBS: { sendBatch: () => Promise.resolve() } }, requesting(email));
  const attempted: unknown[] = [];
  const EMAIL = { send: (mail: unknown) => Promise.resolve(attempted.push(mail)) };
  const variables = {
    ...NO_MAIL,
    EMAIL,
    ENVIRONMENT: "production",
    APP_ORIGIN: "https://octavo.example",
    ROOT_SECRET: "a root secret for tests only, 0123456789",
  };
  const result = await consume([mailJob((await newestLink(email)).id)], { variables });
  expect(result).toMatchObject({ explicitAcks: ["message-0"], retryMessages: [] });
  expect(attempted).toEqual([]);
});

test("an invitation returns its link and says that nobody mailed it, and its page leads to the sign-in page", async () => {
  const w = await world();
  const email = freshEmail("guest");
  const invite = async (variables: object): Promise<{ link: string; isMailed: boolean }> => {
    const answer = await callWith(
      { RATE_LIMIT_SCALE: "100000", ...variables },
      requestTo(`/api/drives/${w.drive}/members`, {
        method: "POST",
        headers: { Authorization: `Bearer ${w.session("olivia")}`, "Content-Type": "application/json" },
        body: JSON.stringify({ email, role: "member" }),
      }),
    );
    expect(answer.status).toBe(201);
    return answer.json();
  };
  expect(await invite({})).toMatchObject({ isMailed: true });
  const { link, isMailed } = await invite(NO_MAIL);
  expect(isMailed).toBe(false);
  const { pathname, search } = new URL(link);
  const page = await (await callWith(NO_MAIL, requestTo(pathname + search))).text();
  expect(page).toContain("sends no mail");
  expect(page).toContain('href="/signin"');
  expect(page).not.toContain("<form");
});

test("refuses what cannot work without mail: a new address, and a message to the administrators", async () => {
  const w = await world();
  const ask = async (method: string, path: string, body: object): Promise<unknown> => {
    const headers = { Authorization: `Bearer ${w.session("olivia")}`, "Content-Type": "application/json" };
    const answer = await callWith(NO_MAIL, requestTo(path, { method, headers, body: JSON.stringify(body) }));
    return [answer.status, (await answer.json<{ code: string }>()).code];
  };
  const refused = [409, "mail_not_configured"];
  const messages = await d1`select count(*) as n from contact_messages`.first("n");
  expect(await ask("PATCH", "/api/account", { email: freshEmail() })).toEqual(refused);
  expect(
    await ask("POST", "/api/contact", { name: "A", email: freshEmail(), subject: "B", message: "Please help me." }),
  ).toEqual(refused);
  expect(await d1`select count(*) as n from contact_messages`.first("n")).toBe(messages);
  const settings = await callWith(
    NO_MAIL,
    requestTo("/settings", { headers: { Authorization: `Bearer ${w.session("olivia")}` } }),
  );
  const text = await settings.text();
  expect(text).toContain("this one cannot be changed");
  expect(text).not.toContain("data-address-form");
});

test("alarms wait for no mail, and count as not configured", async () => {
  const scene = new AlarmScene(Date.now() + 60 * MINUTE);
  const book = new AlarmBook(null, () => freshId("notice"));
  book.report([{ event: "dead_letter", subject: "search.index", detail: {} }], scene.now);
  await scene.with((deps) => deliverAlarms(deps, book), { EMAIL_FROM: "none", ALERT_WEBHOOK: "" });
  expect(scene.mails).toEqual([]);
  expect(book.overview().channels.mail).toMatchObject({ waiting: 0, failures: 0 });

  const w = await world();
  const ask = async (method: string, path: string): Promise<unknown> => {
    const headers = { Authorization: `Bearer ${w.session("rupert")}` };
    return (await callWith(NO_MAIL, requestTo(path, { method, headers }))).json();
  };
  expect(await ask("GET", "/api/admin/alarms")).toMatchObject({ channels: { mail: { isConfigured: false } } });
  expect(await ask("POST", "/api/admin/alarms/test")).toMatchObject({ mail: null });
  expect(await entriesOf("alarm.test")).not.toEqual([]);
});
