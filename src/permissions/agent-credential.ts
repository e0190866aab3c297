/**
 * The credential of an agent's run: a token of the asker's that is limited to the conversation's drive. Its hash contains a
 * character that no hash of a presented token contains, so no request can authenticate with it.
 */
import type { Caller } from "../kernel/caller.ts";
import { CLIENT_NAME_LENGTH } from "../kernel/agent.ts";
import { HOUR, type Instant } from "../kernel/clock.ts";
import { mcpTokenDrives, mcpTokens } from "../db/schema/tokens.ts";
import { builder, sql, write, type Write } from "../db/sql.ts";

/** How long a run may act without another decision of its asker. */
const LIFETIME_MS = HOUR;

const hashOf = (runId: string): string => `run:${runId}`;

export const callerOfRun = (runId: string): Caller => ({
  kind: "mcp",
  tokenHash: hashOf(runId),
  client: { ip: "", userAgent: "octavo-agent" },
});

type AgentGrant = {
  readonly runId: string;
  readonly tokenId: string;
  readonly userId: string;
  /** The agent's name, as shown in the history. */
  readonly name: string;
  readonly driveId: string;
  /** `workspace`: all drives that the asker can see. */
  readonly scope: "drive" | "workspace";
};

/** Does nothing for a run that has its credential. */
export const insertRunCredential = ({ runId, tokenId, userId, name, driveId, scope }: AgentGrant, now: Instant) => [
  write(
    builder
      .insert(mcpTokens)
      .values({
        tokenHash: hashOf(runId),
        id: tokenId,
        userId,
        name: name.slice(0, CLIENT_NAME_LENGTH),
        lastFour: "",
        scopeMode: scope === "workspace" ? "all" : "drives",
        createdAt: now,
        expiresAt: now + LIFETIME_MS,
        agentRunId: runId,
      })
      .onConflictDoNothing(),
  ),
  permitDrive(tokenId, driveId),
];

/** Extends the scope to another drive, which the asker has permitted for this answer. */
export const permitDrive = (tokenId: string, driveId: string): Write<number> =>
  write(builder.insert(mcpTokenDrives).values({ tokenId, driveId }).onConflictDoNothing());

/** After a decision of the asker the run may act for another hour. */
export const renewRunCredential = (runId: string, now: Instant): Write<number> =>
  write(sql`update ${mcpTokens} set expires_at = ${now + LIFETIME_MS}
    where token_hash = ${hashOf(runId)}
      and revoked_at is null`);

/** The row stays, because versions and messages refer to it; a revoked one would be removed some time later. */
export const endRunCredential = (runId: string, now: Instant): Write<number> =>
  write(sql`update ${mcpTokens} set expires_at = ${now}
    where token_hash = ${hashOf(runId)}
      and expires_at > ${now}`);
