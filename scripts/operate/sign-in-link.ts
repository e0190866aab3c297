/** Sign-in links made by the operator, whose proof is access to the database: they need neither mail nor an account. */
import { randomBytes } from "node:crypto";
import { defaultRisk } from "../../src/audit-log/kinds.ts";
import type { AuditDraft } from "../../src/audit-log/draft.ts";
import { insertEntry } from "../../src/commit/outbox.ts";
import type { AnyQuery } from "../../src/db/sql.ts";
import { LINK_LIFETIME_SECONDS } from "../../src/features/auth/magic-link/contract.ts";
import { linkToken, linkUrl } from "../../src/features/auth/magic-link/link.ts";
import { insertLink, MUTED } from "../../src/features/auth/magic-link/store.ts";
import { SECOND, type Instant } from "../../src/kernel/clock.ts";
import { EmailAddress } from "../../src/kernel/contract.ts";
import { makeId } from "../../src/kernel/ids.ts";
import { createKeys } from "../../src/platform/keys.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { OperatorError } from "./operator-error.ts";
import type { Operator } from "./operator.ts";

type Issuer = { readonly origin: string; readonly rootSecret: string };

/** A link to print, and the SQL that makes it valid. The SQL contains no secret. */
export type OperatorLink = { readonly url: string; readonly sql: string };

const newId = (now: Instant): string => makeId(now, randomBytes);

/** Throws an OperatorError if Octavo does not accept the address. The link works once, for ten minutes. */
export function makeOperatorLink({ origin, rootSecret }: Issuer, address: string, now: Instant): OperatorLink {
  const parsed = EmailAddress.safeParse(address);
  if (!parsed.success) throw new OperatorError(`${JSON.stringify(address)} is not an email address.`);
  const email = parsed.data;
  const keys = createKeys(rootSecret);
  const link = { id: newId(now), next: "/", expiresAt: now + LINK_LIFETIME_SECONDS * SECOND };
  const row = insertLink({
    ...link,
    tokenHash: hashToken("magic", linkToken(keys, link.id)),
    email,
    bindingHash: null,
    askedBy: null,
    muted: MUTED.never,
    signUpHash: null,
    mayCreateAccount: 1,
    now,
  });
  // The entry comes first, so that no link exists without one, whatever transaction the statements run in.
  const sql = [insertEntry(auditDraft(email, now), now), row].map(withValues).join("; ");
  return { url: linkUrl({ keys, origin }, link), sql };
}

/**
 * Makes a link valid and returns its address; null in a dry run. `database` are the arguments of `wrangler d1 execute` that choose
 * the database.
 */
export async function insertOperatorLink(
  operator: Operator,
  issuer: Issuer,
  address: string,
  database: readonly string[],
): Promise<string | null> {
  const { url, sql } = makeOperatorLink(issuer, address, Date.now());
  await operator.change(["d1", "execute", "DB", "--yes", ...database, "--command", sql]);
  return operator.isDryRun ? null : url;
}

/** The service moves the entry from the outbox to the audit log's chain within a minute. */
const auditDraft = (email: string, now: Instant): AuditDraft => ({
  id: newId(now),
  at: now,
  kind: "magic.send",
  outcome: "ok",
  actor: { type: "system", id: "operator" },
  risk: defaultRisk("magic.send"),
  flags: ["operator"],
  detail: {},
  ip: null,
  ua: null,
  uid: null,
  email,
});

/** The statement with its parameters as literals. */
function withValues({ text, params }: Pick<AnyQuery<unknown>, "text" | "params">): string {
  let next = 0;
  const sql = text.replaceAll("?", () => literal(params[next++]));
  if (next !== params.length) throw new Error("the statement has another number of parameters");
  return sql.replaceAll(/\s+/g, " ");
}

/** Texts are written as hexadecimal digits, so that no character of them means anything to SQL, Wrangler or a shell. */
function literal(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  if (typeof value === "string") return `cast(x'${Buffer.from(value).toString("hex")}' as text)`;
  throw new TypeError("a value of this type has no literal");
}
