/**
 * Checks a running service against its API contract, with a line per requirement.
 * `tokens 7` and `errors 3` are numbered rules of the API description. Where OCTAVO_ISSUER is set, an identity provider is
 * started at that address, which the service has to know as its own.
 */
import type { Tally } from "../../check/test-summary.ts";
import { UsageError } from "../../runner/cases.ts";
import type { Smoke } from "../world.ts";
import { checkAdmin, checkNotifications } from "../spec/admin.ts";
import { signInByLink, signInWithPasskey, type Setup } from "../spec/people-setup.ts";
import { checkDevices } from "../spec/devices.ts";
import { ApiClient } from "../spec/api-client.ts";
import { checkFiles } from "../spec/files.ts";
import { checkBulk, checkGrants } from "../spec/grants.ts";
import { checkPages } from "../spec/pages.ts";
import { checkPasskeys } from "../spec/passkeys.ts";
import { checkPeople } from "../spec/people.ts";
import { checkProviders } from "../spec/providers.ts";
import { openRealm, type Realm } from "../spec/oidc-realm.ts";
import { Rows } from "../spec/rows.ts";
import { checkSessions } from "../spec/sessions.ts";
import { checkTools } from "../spec/tools.ts";
import { checkDeniedRequests, checkAuditLog } from "../spec/audit-log.ts";
import { textAt } from "../spec/values.ts";

/** In the order in which they depend on each other; the audit log is checked last. */
const PARTS = [
  checkPages,
  checkGrants,
  checkBulk,
  checkPeople,
  checkNotifications,
  checkFiles,
  checkTools,
  checkDevices,
  checkPasskeys,
  checkSessions,
  checkProviders,
  checkAdmin,
  checkDeniedRequests,
  checkAuditLog,
];

async function arrange({ client, options }: Smoke, log: string, rows: Rows, realm: Realm | null): Promise<Setup> {
  const mark = options.seed.toString(36);
  const keyed = (name: string) => signInWithPasskey(client, options, `${name}-${mark}@example.com`);
  const [admin, owner, guest, loner] = await Promise.all([
    signInByLink(client, options, options.email),
    keyed("owner"),
    keyed("guest"),
    keyed("loner"),
  ]);
  const make = async (name: string) => textAt(await owner.api.post("/api/drives", { name }, 201), "id");
  const [drive, otherDrive] = [await make(`Spec ${mark}`), await make(`Spec ${mark} beside`)];
  return {
    rows,
    client,
    log,
    mark,
    anonymous: new ApiClient(client),
    admin,
    owner,
    guest,
    loner,
    drive,
    otherDrive,
    realm,
  };
}

/** Deletes the drives permanently, and all credentials of the run's users. */
async function cleanUp({ admin, owner, guest, drive, otherDrive }: Setup): Promise<void> {
  for (const id of [drive, otherDrive]) {
    await owner.api.send("DELETE", `/api/drives/${id}`);
    await owner.api.send("DELETE", `/api/trash/drives/${id}`);
  }
  for (const { api } of [owner, guest]) await api.send("POST", "/api/account/reset-credentials");
  await admin.api.send("POST", "/api/auth/logout");
}

export async function run(smoke: Smoke): Promise<Tally> {
  const { keep, devLog } = smoke.options;
  if (devLog === null) throw new UsageError("Several users sign in by email, so this requires --dev-log.");
  const rows = new Rows((line) => console.log(line));
  const issuer = process.env["OCTAVO_ISSUER"];
  const realm = issuer === undefined ? null : await openRealm(issuer);
  try {
    const cast = await arrange(smoke, devLog, rows, realm);
    for (const part of PARTS) {
      // A part that cannot continue counts as failed.
      await part(cast).catch((error: unknown) => rows.check(part.name, () => Promise.reject(error)));
    }
    if (!keep) await cleanUp(cast);
  } finally {
    await realm?.close();
  }
  console.log(`\n${rows.left} checked elsewhere or not testable here`);
  return rows.tally;
}
