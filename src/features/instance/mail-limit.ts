/** Bounds the mails that the instance sends per day (UTC). */
import type { Instant } from "../../kernel/clock.ts";
import { exempt, writeOneExempt } from "../../permissions/exempt.ts";
import type { Db } from "../../platform/db.ts";
import type { Log } from "../../platform/log.ts";
import type { Mailer } from "../../platform/mail.ts";
import { countMail } from "./store.ts";

/** Share of the limit that is available to mails that can wait; the rest is kept for sign-in links and security notices. */
const DEFERRABLE_SHARE = 0.8;

/**
 * A mailer that drops mails beyond `limit` per day. It does not fail, because a repeated attempt would not succeed either
 * on that day.
 */
export const limitMails = (
  { db, log, now }: { readonly db: Db; readonly log: Log; readonly now: Instant },
  mailer: Mailer,
  limit: number,
): Mailer => ({
  async send(mail) {
    const most = mail.canWait ? Math.floor(limit * DEFERRABLE_SHARE) : limit;
    if ((await writeOneExempt(db, exempt.job, countMail(now, most))) > 0) return mailer.send(mail);
    log.warn("mail.limit_reached", { limit, canWait: mail.canWait ?? false });
  },
});
