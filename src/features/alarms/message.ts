/** Formats alarms as JSON for the webhook and as a mail. */
import type { AlarmReport } from "../../kernel/alarm.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import type { Mail } from "../../platform/mail.ts";
import { alarmTitle, words } from "../../words/alarm.ts";
import { inLanguage } from "../../words/language.ts";
import type { Notice } from "./book-state.ts";

/** A message about alarms, or a test message. */
export type AlarmMessage = { readonly origin: string; readonly at: Instant; readonly notices: readonly Notice[] };

/** Discord rejects longer texts. */
const MAX_TEXT = 1_900;

const line = ({ change, ...report }: AlarmReport & Pick<Notice, "change">): string =>
  words.changes[change](alarmTitle(report));

const linesOf = ({ notices }: AlarmMessage): string[] =>
  notices.length === 0 ? [words.testText] : notices.map((notice) => line(notice));

/**
 * `text` is shown by Slack, Mattermost and most others, `content` by Discord; `allowed_mentions` keeps Discord from notifying
 * anybody by name. Programs read `alarms`, whose ids identify a message that arrives twice. A test has no alarms.
 */
export const webhookBody = (message: AlarmMessage): string =>
  inLanguage("en", () => {
    const text = [`Octavo (${message.origin})`, ...linesOf(message), `${message.origin}/admin`]
      .join("\n")
      .slice(0, MAX_TEXT);
    return JSON.stringify({
      text,
      content: text,
      allowed_mentions: { parse: [] },
      source: "octavo",
      origin: message.origin,
      sentAt: toIso(message.at),
      alarms: message.notices.map(({ id, event, subject, detail, change, at, since }) => ({
        id,
        event,
        subject,
        change,
        at: toIso(at),
        since: toIso(since),
        detail,
      })),
    });
  });

/** In the language of the reader. */
export function alarmMail(to: string, message: AlarmMessage): Mail {
  const [first = "", ...more] = linesOf(message);
  const subject = message.notices.length === 0 ? words.testSubject : words.mailSubject(first, more.length);
  return { to, subject, text: words.mailText([first, ...more].join("\n"), message.origin) };
}
