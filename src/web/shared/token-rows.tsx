/**
 * The rows of access tokens, each with its last call. Printed by the Worker, and rendered again while waiting for a
 * call.
 */
import { locale, relativeTime } from "./relative-time.ts";
import type { McpToken } from "../../features/auth/tokens/mcp/contract.ts";
import { words } from "../../words/tokens.ts";

type TokenRowsProps = { readonly tokens: readonly McpToken[]; readonly now: number };

export const TokenRows = ({ tokens, now }: TokenRowsProps) => (
  <>
    {tokens.map((token) => (
      <li class="row-item token" key={token.id} data-id={token.id} data-name={token.name}>
        <span class="grow">
          {token.name} {token.isApp ? <span class="muted">{words.connectedApp}</span> : <code>…{token.lastFour}</code>}
          {token.clientName !== null && token.clientName !== token.name && (
            <span class="muted"> {words.usedBy(token.clientName)}</span>
          )}
          <span class="muted block">{reachOf(token, now)}</span>
          <LastCall token={token} now={now} />
        </span>
        <button type="button" class="quiet danger" data-act="revoke-token" aria-label={words.revokeOne(token.name)}>
          {isOver(token, now) ? words.remove : words.revoke}
        </button>
      </li>
    ))}
  </>
);

const LastCall = ({ token: { lastCall, lastUsedAt }, now }: { token: McpToken; now: number }) => {
  // Tokens from before calls were recorded only have the time of their last use.
  if (lastCall === null) {
    const used = lastUsedAt === null ? words.noCall : words.lastUsed(relativeTime(lastUsedAt, now));
    return <span class="muted block">{used}</span>;
  }
  const { what, at, error } = lastCall;
  const called = <code>{what === "POST /mcp" ? words.connect : what}</code>;
  const when = relativeTime(at, now);
  return error === null ? (
    <span class="muted block">{words.lastCall(when, called)}</span>
  ) : (
    <span class="problem block">{words.refusedCall(when, called, error)}</span>
  );
};

const isOver = ({ expiresAt }: McpToken, now: number): boolean => expiresAt !== null && Date.parse(expiresAt) <= now;

/** The drives that a token may access, its rights there, and its expiry. */
function reachOf(token: McpToken, now: number): string {
  const drives = token.isScoped
    ? words.listed(token.driveScopes.map((drive) => drive.name)) || words.noDrive
    : words.allDrives;
  const may = token.readOnly ? words.reads : token.canShare ? words.shares : words.writes;
  if (token.expiresAt === null) return words.reach(drives, may);
  const day = new Date(token.expiresAt).toLocaleDateString(locale(), { dateStyle: "medium", timeZone: "UTC" });
  return isOver(token, now) ? words.reachEnded(drives, may, day) : words.reachUntil(drives, may, day);
}
