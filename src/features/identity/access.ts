/** How devices, links and whole epochs end, as statements for the slices that end them. */
import type { Instant } from "../../kernel/clock.ts";
import { sql, write, type Query, type SQL } from "../../db/sql.ts";

/** Their tokens are no longer good and their sessions are gone, but the one `spared`. `devices` selects ids. */
export const endDevices = (devices: SQL, now: Instant, spared: string | null = null): Query<number>[] => [
  write(sql`delete from sessions where device_id in (${devices}) and token_hash is not ${spared}`),
  write(sql`update devices set revoked_at = ${now} where id in (${devices}) and revoked_at is null`),
];

/** Every session, device and change of address of the user from before is over, whoever presents it next. */
export { raiseEpoch, spendLinksOf, spendSiblings } from "./store.ts";
export { demoteAddress, promoteAddress } from "./store.ts";
