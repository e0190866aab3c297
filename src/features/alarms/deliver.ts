/** Sends the messages that wait, each channel for itself, so that a broken one does not hold back the other. */
import type { AlarmChannel } from "../../kernel/alarm.ts";
import type { Deps } from "../../deps.ts";
import type { AlarmBook } from "./book.ts";
import type { Notice } from "./book-state.ts";
import { NotReceived, sendToAdministrators, sendToWebhook } from "./send.ts";

/** After this many attempts, messages that some administrators have are not sent to the others any more. */
const MAX_PARTIAL_ATTEMPTS = 5;

type Sender = Pick<Deps, "config" | "db" | "mailer" | "log" | "now">;

/** Never throws: what could not be sent stays in the book. */
export async function deliverAlarms(deps: Sender, book: AlarmBook): Promise<void> {
  await Promise.all([deliver(deps, book, "webhook", viaWebhook), deliver(deps, book, "mail", viaMail)]);
}

type Attempt = { readonly isSent: boolean; readonly reached: readonly string[]; readonly reason: string };

async function deliver(
  deps: Sender,
  book: AlarmBook,
  channel: AlarmChannel,
  send: (deps: Sender, notices: readonly Notice[], reached: readonly string[]) => Promise<Attempt | null>,
): Promise<void> {
  const notices = book.due(channel, deps.now);
  if (notices.length === 0) return;
  const attempt = await send(deps, notices, book.reached(channel));
  if (attempt === null) return book.skip(channel);
  if (attempt.isSent) return book.delivered(channel, notices, deps.now);
  const failures = book.undelivered(channel, attempt.reached, deps.now);
  deps.log.warn("alarm.undelivered", { channel, failures, reason: attempt.reason });
  if (attempt.reached.length > 0 && failures >= MAX_PARTIAL_ATTEMPTS) book.delivered(channel, notices, deps.now);
}

/** Null if the channel is not configured. */
async function viaWebhook({ config, now }: Sender, notices: readonly Notice[]): Promise<Attempt | null> {
  if (config.alertWebhook === null) return null;
  try {
    await sendToWebhook(config.alertWebhook, { origin: config.origin, at: now, notices });
    return { isSent: true, reached: [], reason: "" };
  } catch (error) {
    return { isSent: false, reached: [], reason: error instanceof NotReceived ? error.message : "unexpected" };
  }
}

async function viaMail(deps: Sender, notices: readonly Notice[], before: readonly string[]): Promise<Attempt | null> {
  const { config, now } = deps;
  const outcome = await sendToAdministrators(deps, { origin: config.origin, at: now, notices }, before);
  if (outcome === null) return null;
  const { reached, failed } = outcome;
  if (reached.length === 0 && failed === 0) return null;
  return { isSent: failed === 0, reached, reason: `${failed} mails failed` };
}
