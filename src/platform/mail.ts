/** Outgoing mail behind one port: the console in development, the `send_email` binding in production. */
import { AppError } from "../kernel/errors.ts";
import { oneLine } from "../kernel/text.ts";
import type { Config } from "./config.ts";

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly link?: string;
  /** It is neither needed to sign in nor a security notice, so it does not use the reserve of a limited instance. */
  readonly canWait?: boolean;
};
export type Mailer = { send(mail: Mail): Promise<void> };

/** The builder form of Cloudflare Email Service's binding. */
type EmailBinding = { send(message: { from: string; to: string; subject: string; text: string }): Promise<unknown> };

/** `sent` is called after each attempt. */
export function observedMailer(mailer: Mailer, sent: (isGood: boolean) => void): Mailer {
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
      } catch (error) {
        sent(false);
        throw error;
      }
      sent(true);
    },
  };
}

/** Prints one line per mail, for people and tests that read the console: `mail to=… subject="…" link=…`. */
export function createConsoleMailer(): Mailer {
  return {
    send(mail) {
      const quoted = (text: string): string => oneLine(text).replaceAll('"', " ");
      console.log(
        `mail to=${quoted(mail.to)} subject="${quoted(mail.subject)}"${mail.link ? ` link=${mail.link}` : ""}`,
      );
      return Promise.resolve();
    },
  };
}

/** For an installation without mail: notices and copies are dropped, because no later attempt would succeed. */
export const createNoMailer = (): Mailer => ({ send: () => Promise.resolve() });

/** Throws `mail_not_configured` where nothing can be done without mail. */
export function requireMail({ emailFrom }: Pick<Config, "emailFrom">): void {
  if (emailFrom !== null) return;
  const sentence = "This installation sends no mail. Contact its administrators: they can give you a sign-in link.";
  throw new AppError("mail_not_configured", sentence);
}

export function createBindingMailer(binding: EmailBinding | undefined, from: string): Mailer {
  return {
    async send(mail) {
      if (!binding) throw new Error("The send_email binding EMAIL is missing from the configuration.");
      await binding.send({ from, to: mail.to, subject: oneLine(mail.subject), text: mail.text });
    },
  };
}
