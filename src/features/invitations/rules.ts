/** Decisions about invitations that need no database. */
import { AppError } from "../../kernel/errors.ts";

/** Pending invitations of one page or drive. */
const MAX_OF_TARGET = 100;
/** Pending invitations that one person has sent. */
const MAX_OF_INVITER = 500;

type PendingCounts = { readonly ofTarget: number; readonly ofInviter: number };

/** Throws `conflict`. An invitation that is sent again counts once. */
export function requireRoom({ ofTarget, ofInviter }: PendingCounts): void {
  if (ofTarget >= MAX_OF_TARGET)
    throw new AppError("conflict", `At most ${MAX_OF_TARGET} invitations may wait here. Revoke some of them first.`);
  if (ofInviter >= MAX_OF_INVITER)
    throw new AppError("conflict", `You have ${MAX_OF_INVITER} invitations waiting. Revoke some of them first.`);
}

/** Longest name or title that a mail quotes. */
const QUOTED = 80;
/** What mail programs turn into a link: an address, a scheme, or words joined by a dot. */
const LINK_LIKE = /@|:\/\/|\p{L}\.\p{L}{2,}|\bwww\b/iu;

/**
 * A name or title that somebody chose, as a mail to a stranger may quote it: one line without control or formatting
 * characters. Null for one that is empty or that a mail program would turn into a link.
 */
export function quotable(text: string): string | null {
  const line = text
    .normalize("NFKC")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  if (line === "" || LINK_LIKE.test(line)) return null;
  const characters = Array.from(line);
  return characters.length <= QUOTED ? line : `${characters.slice(0, QUOTED - 1).join("")}…`;
}
