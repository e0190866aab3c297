/** Account notices: each job mails the verified address once, and the queue contains only ids. */
import { expect, test, vi } from "vitest";
import type { Notice } from "../../src/kernel/job.ts";
import { mailsOf } from "../flows/account.ts";
import { consume, signIn } from "../flows/sign-in.ts";
import { freshId } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const NOTICES: Record<Notice, string> = {
  passkey_added: "A passkey was added to your Octavo account",
  passkey_removed: "A passkey was removed from your Octavo account",
  device_added: "A device was added to your Octavo account",
  device_reuse: "A device was signed out of your Octavo account",
  token_added: "An agent or app has access to your Octavo account",
  email_changing: "Your Octavo email address is about to change",
  email_changed: "Your Octavo email address has changed",
  credentials_reset: "Your Octavo credentials were reset",
  account_suspended: "Your Octavo account is suspended",
  account_exported: "The data of your Octavo account was exported",
};

const job = (userId: string, notice: string) => ({ id: freshId("job"), kind: "mail.notice", userId, notice });

test.each(Object.entries(NOTICES))(
  "sends %s once to the verified email, and once as a notification",
  async (notice, subject) => {
    const { id, email } = await signIn();
    await d1`update users set email = 'unproven@example.com' where id = ${id}`.run();
    const one = job(id, notice);
    expect(await mailsOf([one, one])).toEqual([`mail to=${email} subject="${subject}"`]);
    expect(await mailsOf([one])).toEqual([]);
    const { results } = await d1`select type, title from notifications where user_id = ${id}`.all();
    expect(results).toEqual([{ type: "SECURITY", title: subject }]);
  },
);

test.each([
  ["de", "Deine Zugangsdaten für Octavo wurden zurückgesetzt"],
  ["ar", "أُعيد تعيين بيانات دخولك إلى Octavo"],
])("writes a notice in the recipient's language: %s", async (language, subject) => {
  const { id, email } = await signIn();
  await d1`update users set language = ${language} where id = ${id}`.run();
  expect(await mailsOf([job(id, "credentials_reset")])).toEqual([`mail to=${email} subject="${subject}"`]);
  const { results } = await d1`select title from notifications where user_id = ${id}`.all();
  expect(results).toEqual([{ title: subject }]);
});

test("sends no notice to a deleted user, and retries after the mailer fails", async () => {
  expect(await mailsOf([job("nobody", "passkey_added")])).toEqual([]);
  const { id, email } = await signIn();
  const one = job(id, "passkey_added");
  const sent: { to: string; text: string }[] = [];
  let down = true;
  const EMAIL = {
    send: (mail: { to: string; text: string }) =>
      down ? Promise.reject(new Error("mailer down")) : Promise.resolve(void sent.push(mail)),
  };
  const variables = {
    ENVIRONMENT: "production",
    APP_ORIGIN: "https://octavo.example",
    EMAIL_FROM: "octavo@octavo.example",
    ROOT_SECRET: "a root secret for tests only, 0123456789",
    EMAIL,
  };
  const silence = vi.spyOn(console, "warn").mockImplementation(() => {});
  const failed = await consume([one], { variables });
  silence.mockRestore();
  down = false;
  const done = await consume([one], { variables });
  expect([failed.retryMessages.length, done.explicitAcks.length]).toEqual([1, 1]);
  expect(sent).toMatchObject([{ to: email, text: expect.stringContaining("https://octavo.example/settings") }]);
});
