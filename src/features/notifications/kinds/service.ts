/** Notification settings by kind, stored with the account so that they apply on every device. */
import type { Caller } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import { OPTIONAL_KINDS } from "../../../kernel/notification-type.ts";
import type { Deps } from "../../../deps.ts";
import { authenticate, type AuthDeps } from "../../../permissions/authenticate.ts";
import { authorizeAccount } from "../../../permissions/authorize-account.ts";
import { commit } from "../../../commit/commit.ts";
import type { NotificationSettings } from "./contract.ts";
import * as store from "./store.ts";

export async function getNotificationSettings(deps: AuthDeps, caller: Caller): Promise<NotificationSettings> {
  const { results } = await authenticate(deps, caller, [store.findKindsOff(caller)]);
  if (!results[0]) throw notFound("This account");
  return { off: results[0] };
}

export async function setNotificationSettings(
  deps: Deps,
  caller: Caller,
  settings: NotificationSettings,
): Promise<NotificationSettings> {
  const off = OPTIONAL_KINDS.filter((kind) => settings.off.includes(kind));
  const [allowed] = await authorizeAccount(deps, caller, "muteNotifications", []);
  await commit(deps, allowed, { queries: [store.updateKindsOff(allowed.actor.userId, off)] });
  return { off };
}
