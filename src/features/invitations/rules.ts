/** Rules for invitations that need no database. */
import { AppError } from "../../kernel/errors.ts";

/** Maximum pending invitations per page or drive. */
const MAX_OF_TARGET = 100;
/** Maximum pending invitations per inviter. */
const MAX_OF_INVITER = 500;

type PendingCounts = { readonly ofTarget: number; readonly ofInviter: number };

/** Throws `conflict`. A renewed invitation counts once. */
export function requireRoom({ ofTarget, ofInviter }: PendingCounts): void {
  if (ofTarget >= MAX_OF_TARGET)
    throw new AppError(
      "conflict",
      `There can be at most ${MAX_OF_TARGET} pending invitations here. Revoke some of them first.`,
    );
  if (ofInviter >= MAX_OF_INVITER)
    throw new AppError("conflict", `You have ${MAX_OF_INVITER} pending invitations. Revoke some of them first.`);
}

/** Maximum length of a name or title quoted in a mail. */
const QUOTED = 80;
/** Text that mail programs turn into a link: an address, a scheme, or words joined by a dot. */
const LINK_LIKE = /@|:\/\/|\p{L}\.\p{L}{2,}|\bwww\b/iu;

/**
 * A user-chosen name or title, safe to quote in a mail to a stranger: one line without control or formatting
 * characters. Null if it is empty or if a mail program would turn it into a link.
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
