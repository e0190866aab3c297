/** Checks by requests that the operator signs: the audit log's checkpoint, a restore that has not ended, alarms and errors. */
import type { AlarmTest } from "../../../src/features/alarms/contract.ts";
import type { SupportErrors, SupportState } from "../../../src/features/operator/contract.ts";
import { npmRun } from "../installation.ts";
import type { OperatorClient } from "../operator-client.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** The maintenance job signs a checkpoint every minute if there are new entries. */
const MAX_UNSIGNED_MS = 15 * 60_000;
const PATH = "/api/operator/support";
const SET_WEBHOOK = "add ALERT_WEBHOOK to secrets in the answers file, then: ";

type Support = {
  readonly findings: readonly Finding[];
  /** Null if they could not be read. */
  readonly errors: SupportErrors | null;
};

/** What is asked of the instance. `client` is null without ROOT_SECRET. */
type Request = {
  readonly client: Pick<OperatorClient, "json"> | null;
  readonly origin: string;
  readonly env: string;
  readonly sendsTest: boolean;
  readonly readsErrors: boolean;
  /** Unix milliseconds. */
  readonly now: number;
};

export async function checkAsOperator({ client, origin, env, sendsTest, readsErrors, now }: Request): Promise<Support> {
  if (client === null) {
    const fix = `ROOT_SECRET=… ${npmRun("doctor", env, origin)}`;
    return { findings: [warning("audit checkpoint", "not checked without ROOT_SECRET", fix)], errors: null };
  }
  const ask = <T>(what: string): Promise<T> => client.json<T>(PATH, { ask: what });
  try {
    const findings = stateFindings(await ask<SupportState>("state"), env, now);
    findings.push(
      sendsTest
        ? testFinding(await ask<AlarmTest>("test message"), env)
        : ok("test message", `not sent; to send one: ${npmRun("doctor", env, origin, "--test-message")}`),
    );
    return { findings, errors: readsErrors ? await ask<SupportErrors>("errors") : null };
  } catch (error) {
    const detail = error instanceof Error ? error.message : "unknown";
    return { findings: [problem("operator's requests", detail, npmRun("deploy", env))], errors: null };
  }
}

function stateFindings({ restoring, mail, webhook, checkpoint }: SupportState, env: string, now: number): Finding[] {
  const setWebhook = SET_WEBHOOK + npmRun("deploy", env);
  return [
    restoring
      ? problem(
          "restore",
          "has begun and not ended; nobody can sign in",
          `${npmRun("restore", env, "--from", "FOLDER")}, or ${npmRun("restore", env, "--abandon")}`,
        )
      : ok("restore", "none is running"),
    mail
      ? ok("sending mail", "enabled")
      : ok("sending mail", `this installation sends none; for a sign-in link: ${npmRun("signin", env, "ADDRESS")}`),
    webhook || mail
      ? ok("alarm channels", [webhook && "webhook", mail && "mail"].filter(Boolean).join(" and "))
      : warning("alarm channels", "alarms are only shown in /admin, without mail and webhook", setWebhook),
    checkpointFinding(checkpoint, env, now),
  ];
}

function checkpointFinding(
  { publishedAt, waiting, since }: SupportState["checkpoint"],
  env: string,
  now: number,
): Finding {
  const published = publishedAt === null ? "none yet" : `published ${age(now - Date.parse(publishedAt))} ago`;
  if (since === null) return ok("audit checkpoint", `${published}, and no entries wait for one`);
  const unsigned = now - Date.parse(since);
  const detail = `${published}; ${waiting} entries wait for the next one, the oldest since ${age(unsigned)}`;
  return unsigned > MAX_UNSIGNED_MS
    ? problem("audit checkpoint", detail, `read the audit alarms in /admin; without any: ${npmRun("deploy", env)}`)
    : ok("audit checkpoint", detail);
}

function age(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1_440)} days`;
}

function testFinding({ webhook, mail }: AlarmTest, env: string): Finding {
  const status = webhook.status === null ? "" : ` (${webhook.status})`;
  const parts = [
    webhook.outcome === "none" ? "no webhook" : `webhook: ${webhook.outcome}${status}`,
    mail === null ? "no mail" : `mail: ${mail.reached} sent, ${mail.failed} failed`,
  ];
  const detail = parts.join("; ");
  const isWebhookBroken = webhook.outcome !== "sent" && webhook.outcome !== "none";
  if (isWebhookBroken) return problem("test message", detail, `correct ALERT_WEBHOOK, then: ${npmRun("deploy", env)}`);
  if (mail !== null && mail.failed > 0) return problem("test message", detail, "npx wrangler email sending list");
  return webhook.outcome === "none" && (mail === null || mail.reached === 0)
    ? problem("test message", `${detail}: it reached nobody`, SET_WEBHOOK + npmRun("deploy", env))
    : ok("test message", detail);
}
