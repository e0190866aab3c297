/** The audit log entries of this run, the format of rejections, and rate limits. */
import { checkAudit } from "../audit.ts";
import { sleep } from "../pool.ts";
import type { Setup } from "./people-setup.ts";
import { headerOf } from "./api-client.ts";
import { at, holds, isOfKind, listAt, same, show, textAt } from "./values.ts";

/** The actions of this run, by audit event kind. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  "sign-ins": ["auth.login.ok", "auth.login.fail"],
  "sign-outs": ["auth.logout"],
  "the life of sessions": ["session.create", "session.revoke", "session.invalidate_all"],
  "the life of tokens": ["mcp.create", "mcp.revoke", "token.create", "token.rotate", "magic.send"],
  "devices registered and revoked": ["device.register", "device.revoke"],
  "the lock and what it refused": ["lockout.set", "lockout.reject", "lockout.clear"],
  "brute force": ["brute.force"],
  "other anomalies": ["device.anomaly", "token.use_revoked", "perm.denied", "csrf.reject", "oauth.state_bad"],
  authorization: ["perm.grant", "perm.revoke", "mcp.scope_denied"],
};

export async function checkAuditLog(setup: Setup): Promise<void> {
  const { rows, admin, client } = setup;
  rows.section("Audit log");
  const newest = async (kind: string): Promise<unknown> => {
    // Some entries are written after the response to the action.
    for (let tries = 0; tries < 8; tries++) {
      const [found] = listAt(await admin.api.get(`/api/admin/audit?kind=${kind}&limit=1`), "entries");
      if (found !== undefined) return found;
      await sleep(250);
    }
    throw new Error(`expected an entry of ${kind}, got none`);
  };
  for (const [name, kinds] of Object.entries(KINDS)) {
    for (const kind of kinds) {
      if (kind.startsWith("oauth.") && setup.realm === null) continue;
      await rows.check(`the audit log tells of ${name}: ${kind}`, async () => {
        const found = await newest(kind);
        textAt(found, "ip");
        holds("a risk from 0 to 100", isOfKind(at(found, "entry.risk"), "integer"), at(found, "entry"));
      });
    }
  }
  await rows.byTests(
    "the audit log tells of rate limits",
    "test/security/audit-entries.test.ts",
    "audits only the first refusal in a rate limit window",
  );
  await rows.check("an entry has user agent, IP, session reference and risk", async () => {
    const path = `/api/admin/audit?kind=mcp.create&userId=${setup.owner.id}&limit=1`;
    const [found] = listAt(await admin.api.get(path), "entries");
    same("user agent", at(found, "userAgent"), setup.owner.api.agent);
    textAt(found, "ip");
    holds("a session reference", isOfKind(at(found, "entry.sess"), "string"), at(found, "entry"));
    holds("that is not the session's own id", !show(found).includes("ses_"));
    holds("a risk", isOfKind(at(found, "entry.risk"), "integer"), at(found, "entry.risk"));
  });
  await rows.check(
    "the audit log is chained by SHA-256: the service and the offline verifier agree that it is whole",
    async () => {
      if (admin.api.credential === undefined) throw new Error("expected an administrator's credential");
      await checkAudit({ client, person: admin.api.credential });
    },
  );
  await rows.check("only administrators can read the audit log", () =>
    setup.owner.api.refused("GET", "/api/admin/audit", 403, "forbidden"),
  );
}

export async function checkDeniedRequests(setup: Setup): Promise<void> {
  const { rows, anonymous, owner } = setup;
  rows.section("Refusals and limits");
  await rows.check("errors 8: every error has a message, a code and the request id", async () => {
    const refusals = [
      await anonymous.refused("GET", "/api/account", 401, "unauthenticated"),
      await owner.api.refused("GET", "/api/pages/none", 404, "not_found"),
      await owner.api.refused("GET", "/api/nothing", 404, "not_found"),
      await owner.api.refused("POST", "/api/drives", 400, "invalid_json", {
        body: { type: "application/json", bytes: Buffer.from("{") },
      }),
      await owner.api.refused("POST", "/api/drives", 415, "unsupported_media_type", {
        body: { type: "text/plain", bytes: Buffer.from("{}") },
      }),
    ];
    for (const refusal of refusals) for (const field of ["error", "code", "requestId"]) textAt(refusal, field);
  });
  await rows.check("an unsupported method is 405 with the allowed methods", async () => {
    const answer = await owner.api.send("POST", "/api/account");
    same("status", answer.status, 405);
    holds("Allow", headerOf(answer, "allow").includes("PATCH"), headerOf(answer, "allow"));
  });
  await rows.byTests(
    "errors 4: production refuses while limits cannot be counted",
    "test/security/limits.test.ts",
    "in production, returns 503 for sign-ins and does nothing when the limiter",
  );
  await rows.byTests(
    "limits of sign-in, links and refreshes: by address, e-mail and user",
    "test/security/limits-table.test.ts",
    "every rate limit has the expected number and window",
  );
  await rows.byTests(
    "limits are counted in a window that slides",
    "test/security/limits.test.ts",
    "slides the window, so that requests older than ten minutes do not count",
  );
  await rows.byTests(
    "limits hold however many ask at once",
    "test/http/rate-limiter.test.ts",
    "allows exactly the limit of 300 concurrent takes",
  );
}
