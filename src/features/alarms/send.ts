/** Sends messages about alarms to the webhook and to the administrators. Neither needs the database to respond. */
import { SECOND } from "../../kernel/clock.ts";
import type { Language } from "../../kernel/preferences.ts";
import type { Deps } from "../../deps.ts";
import { fetchBounded } from "../../platform/bounded-fetch.ts";
import { raceTimeout } from "../../platform/timeout.ts";
import { inLanguage } from "../../words/language.ts";
import { listAdministrators } from "../contact/statements.ts";
import { alarmMail, webhookBody, type AlarmMessage } from "./message.ts";

const LIMITS = { maxBytes: 16_384, timeoutMs: 10 * SECOND };
/** How long (ms) the list of administrators is waited for. */
const DATABASE_TIMEOUT_MS = 5 * SECOND;
const MAIL_TIMEOUT_MS = 15 * SECOND;

/**
 * Why a request failed. Never contains the address or the receiver's text, because the address is a secret:
 * `status` is what the receiver answered, if it did.
 */
export class NotReceived extends Error {
  override readonly name = "NotReceived";
  readonly reason: "status" | "redirect" | "timeout" | "network";
  readonly status: number | null;

  constructor(reason: NotReceived["reason"], status: number | null = null) {
    super(status === null ? `The receiver was not reached: ${reason}.` : `The receiver answered ${status}.`);
    this.reason = reason;
    this.status = status;
  }
}

/** Calls an address from the configuration; follows no redirects. Returns the status. Throws `NotReceived`. */
export async function callReceiver(address: string, init: RequestInit): Promise<number> {
  let status: number;
  try {
    ({ status } = await fetchBounded(address, init, LIMITS));
  } catch (error) {
    // The error is dropped, because its text may contain the address.
    throw new NotReceived(error instanceof Error && error.name === "TimeoutError" ? "timeout" : "network");
  }
  if (status >= 300 && status < 400) throw new NotReceived("redirect", status);
  if (status < 200 || status >= 400) throw new NotReceived("status", status);
  return status;
}

export const sendToWebhook = (address: string, message: AlarmMessage): Promise<number> =>
  callReceiver(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", "User-Agent": "Octavo" },
    body: webhookBody(message),
  });

/** The addresses and languages of all administrators, or of those in the configuration while the database is down. */
async function recipients({ config, db }: Pick<Deps, "config" | "db">): Promise<Map<string, Language | null>> {
  const found = await raceTimeout(db.one(listAdministrators()), DATABASE_TIMEOUT_MS).catch(() => []);
  const configured = [...config.adminEmails].map((email) => [email, null] as const);
  return new Map([...configured, ...found.map(({ email, language }) => [email, language] as const)]);
}

export type MailOutcome = { readonly reached: readonly string[]; readonly failed: number };

/**
 * One mail each; those in `reached` already have it. A failure for one does not keep it from the others. Null if the
 * installation sends no mail.
 */
export async function sendToAdministrators(
  deps: Pick<Deps, "config" | "db" | "mailer">,
  message: AlarmMessage,
  reached: readonly string[] = [],
): Promise<MailOutcome | null> {
  if (deps.config.emailFrom === null) return null;
  const all = [...(await recipients(deps))].filter(([to]) => !reached.includes(to));
  const outcomes = await Promise.allSettled(
    all.map(async ([to, language]) => {
      const mail = inLanguage(language, () => alarmMail(to, message));
      await raceTimeout(deps.mailer.send(mail), MAIL_TIMEOUT_MS);
      return to;
    }),
  );
  const now = outcomes.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  return { reached: [...reached, ...now], failed: outcomes.length - now.length };
}
