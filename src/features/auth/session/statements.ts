/** Statements that end devices, links and whole epochs, for other features. */
import type { Instant } from "../../../kernel/clock.ts";
import { devices } from "../../../db/schema/devices.ts";
import { sessions } from "../../../db/schema/sessions.ts";
import { sql, write, type SQL, type Write } from "../../../db/sql.ts";

/** Ends the devices selected by `ids`, with their tokens and their sessions except `spared`. */
export const revokeDevices = (ids: SQL | string, now: Instant, spared: string | null = null): Write<number>[] => [
  write(sql`
    delete from ${sessions}
    where ${sessions.deviceId} in (${ids})
      and ${sessions.tokenHash} is not ${spared}`),
  write(sql`
    update ${devices} set revoked_at = ${now}
    where ${devices.id} in (${ids})
      and ${devices.revokedAt} is null`),
];

export { idOf, userById, type UserKey } from "./user-statements.ts";

/** `raiseEpoch` ends every earlier session, device and change of address of the user. */
export { consumeLinksOf, consumeOtherLinks } from "./link-store.ts";
export { denyConfiguredRole, allowConfiguredRole, raiseEpoch } from "./user-store.ts";
