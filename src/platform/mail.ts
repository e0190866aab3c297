/** Outgoing mail behind one port: the console in development, the `send_email` binding in production. */

export type Mail = { readonly to: string; readonly subject: string; readonly text: string; readonly link?: string };
export type Mailer = { send(mail: Mail): Promise<void> };

/** What Cloudflare Email Service's binding takes in its builder form. */
type EmailBinding = { send(message: { from: string; to: string; subject: string; text: string }): Promise<unknown> };

/** Prints one line a mail, for people and tests that read the console: `mail to=… subject="…" link=…`. */
export function createConsoleMailer(): Mailer {
  return {
    send(mail) {
      const oneLine = (text: string): string => text.replace(/[\r\n"]/g, " ");
      console.log(
        `mail to=${oneLine(mail.to)} subject="${oneLine(mail.subject)}"${mail.link ? ` link=${mail.link}` : ""}`,
      );
      return Promise.resolve();
    },
  };
}

export function createBindingMailer(binding: EmailBinding | undefined, from: string): Mailer {
  return {
    async send(mail) {
      if (!binding) throw new Error("The send_email binding EMAIL is missing from the configuration.");
      await binding.send({ from, to: mail.to, subject: mail.subject, text: mail.text });
    },
  };
}
