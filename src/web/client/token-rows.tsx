/** The tokens of programs with what was last called with each. Printed by the Worker, and drawn again while a call is waited for. */
import { relativeTime } from "./relative-time.ts";
import type { McpToken } from "../../features/auth/tokens/mcp/contract.ts";

type TokenRowsProps = { readonly tokens: readonly McpToken[]; readonly now: number };

export const TokenRows = ({ tokens, now }: TokenRowsProps) => (
  <>
    {tokens.map((token) => (
      <li class="row-item token" key={token.id} data-id={token.id} data-name={token.name}>
        <span class="grow">
          {token.name} {token.isApp ? <span class="muted">connected app</span> : <code>…{token.lastFour}</code>}
          {token.clientName !== null && token.clientName !== token.name && (
            <span class="muted"> used by {token.clientName}</span>
          )}
          <span class="muted block">{reachOf(token, now)}</span>
          <LastCall token={token} now={now} />
        </span>
        <button type="button" class="quiet danger" data-act="revoke-token" aria-label={`Revoke ${token.name}`}>
          {isOver(token, now) ? "Remove" : "Revoke"}
        </button>
      </li>
    ))}
  </>
);

const LastCall = ({ token: { lastCall, lastUsedAt }, now }: { token: McpToken; now: number }) => {
  // Tokens of before calls were noted have a last use alone.
  if (lastCall === null) {
    const used = lastUsedAt === null ? "No call yet" : `Last call: ${relativeTime(lastUsedAt, now)}`;
    return <span class="muted block">{used}</span>;
  }
  const { what, at, error } = lastCall;
  return (
    <span class={error === null ? "muted block" : "problem block"}>
      Last call: {relativeTime(at, now)}, <code>{what === "POST /mcp" ? "connect" : what}</code>,{" "}
      {error === null ? "ok" : `refused (${error})`}
    </span>
  );
};

const isOver = ({ expiresAt }: McpToken, now: number): boolean => expiresAt !== null && Date.parse(expiresAt) <= now;

/** Where it may act, what it may do there, and until when. */
function reachOf(token: McpToken, now: number): string {
  const drives = token.isScoped
    ? token.driveScopes.map((drive) => drive.name).join(", ") || "No drive left"
    : "All drives";
  const may = token.readOnly ? "read only" : token.canShare ? "read, write and share" : "read and write";
  if (token.expiresAt === null) return `${drives}, ${may}`;
  const day = new Date(token.expiresAt).toLocaleDateString("en-GB", { dateStyle: "medium", timeZone: "UTC" });
  return `${drives}, ${may}, ${isOver(token, now) ? "ended" : "until"} ${day}`;
}
