/** Alarms for administrators: their state, and a test of the ways on which they are sent. */
import type { Caller } from "../../kernel/caller.ts";
import { SECOND, toIso, toIsoOrNull } from "../../kernel/clock.ts";
import type { AlarmOverview, ChannelState } from "../../kernel/alarm.ts";
import type { AdminDeps, Deps } from "../../deps.ts";
import { raceTimeout } from "../../platform/timeout.ts";
import { authorizeAdmin } from "../../permissions/authorize-account.ts";
import { commit } from "../../commit/commit.ts";
import type { AlarmList, AlarmTest } from "./contract.ts";
import { NotReceived, sendToAdministrators, sendToWebhook } from "./send.ts";

const TIMEOUT_MS = 2 * SECOND;

/** Null if the object that keeps the alarms does not respond. Throws `forbidden`. */
export async function readAlarms(deps: AdminDeps, caller: Caller): Promise<AlarmList | null> {
  await authorizeAdmin(deps, caller, "view", []);
  let overview: AlarmOverview;
  try {
    overview = await raceTimeout<AlarmOverview>(deps.objects.metricsWriter().alarms(), TIMEOUT_MS);
  } catch {
    return null;
  }
  const { alarms, channels, sweptAt } = overview;
  const channelOf = ({ sentAt, ...state }: ChannelState, isConfigured: boolean) => ({
    ...state,
    isConfigured,
    lastSentAt: toIsoOrNull(sentAt),
  });
  return {
    alarms: alarms.map(({ since, lastAt, endedAt, ...alarm }) => ({
      ...alarm,
      since: toIso(since),
      lastAt: toIso(lastAt),
      endedAt: toIsoOrNull(endedAt),
    })),
    channels: {
      webhook: channelOf(channels.webhook, deps.config.alertWebhook !== null),
      mail: channelOf(channels.mail, deps.config.emailFrom !== null),
    },
    sweptAt: toIsoOrNull(sweptAt),
  };
}

/** Sends a test message on each way, and waits for the outcomes. Throws `forbidden`. */
export async function testAlarms(deps: AdminDeps, caller: Caller): Promise<AlarmTest> {
  const [allowed] = await authorizeAdmin(deps, caller, "testAlarms", []);
  await commit(deps, allowed, { queries: [], notes: [{ kind: "alarm.test", by: allowed.actor, detail: {} }] });
  return sendTest(deps);
}

/** The caller has been authorized and recorded. */
export async function sendTest(deps: Deps): Promise<AlarmTest> {
  const message = { origin: deps.config.origin, at: deps.now, notices: [] };
  const [webhook, mail] = await Promise.all([testWebhook(deps, message), sendToAdministrators(deps, message)]);
  return { webhook, mail: mail && { reached: mail.reached.length, failed: mail.failed } };
}

async function testWebhook(
  { config }: Pick<Deps, "config">,
  message: Parameters<typeof sendToWebhook>[1],
): Promise<AlarmTest["webhook"]> {
  if (config.alertWebhook === null) return { outcome: "none", status: null };
  try {
    return { outcome: "sent", status: await sendToWebhook(config.alertWebhook, message) };
  } catch (error) {
    if (!(error instanceof NotReceived)) throw error;
    return { outcome: error.reason, status: error.status };
  }
}
