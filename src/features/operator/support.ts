/** What `npm run doctor` can only learn from the instance itself, and the test of the ways on which alarms are sent. */
import { toIso, toIsoOrNull } from "../../kernel/clock.ts";
import type { Client } from "../../kernel/caller.ts";
import type { Deps } from "../../deps.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { requireLimits } from "../../rate-limits/service.ts";
import { sendTest } from "../alarms/index.ts";
import type { AlarmTest } from "../alarms/contract.ts";
import type { SupportCommand, SupportErrors, SupportState } from "./contract.ts";
import { record } from "./require-operator.ts";
import { isLocked, listErrors } from "./store.ts";

const ERRORS = 50;

export async function answerSupport(
  deps: Deps,
  client: Client,
  command: SupportCommand,
): Promise<SupportState | SupportErrors | AlarmTest> {
  switch (command.ask) {
    case "state":
      return readState(deps);
    case "errors":
      return (await deps.db.one(listErrors(ERRORS))).map((row) => ({ ...row, at: toIso(row.at) }));
    case "test message": {
      const by = { userId: null, client };
      await requireLimits(deps, [{ rule: LIMIT_RULES.alarmTestByOperator, value: "all" }], by);
      await record(deps, client, "alarm.test", {});
      return sendTest(deps);
    }
  }
}

async function readState({ config, db, objects }: Deps): Promise<SupportState> {
  const [restoring, { publishedAt, since, waiting }] = await Promise.all([
    db.one(isLocked),
    objects.auditLog().coverage(),
  ]);
  return {
    restoring,
    mail: config.emailFrom !== null,
    webhook: config.alertWebhook !== null,
    checkpoint: { publishedAt: toIsoOrNull(publishedAt), waiting, since: toIsoOrNull(since) },
  };
}
