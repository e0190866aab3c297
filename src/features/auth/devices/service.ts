/** Use cases of devices: register, list, revoke. */
import type * as z from "zod";
import type { Caller, LocatedClient } from "../../../kernel/caller.ts";
import { paginate, readCursor, writeCursor } from "../../../kernel/cursor.ts";
import { notFound, unauthenticated } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { GuardFailed } from "../../../platform/db.ts";
import { authenticate, type AuthDeps } from "../../../permissions/authenticate.ts";
import { authorizeAccount } from "../../../permissions/authorize-account.ts";
import { commit } from "../../../commit/commit.ts";
import { flushOutbox } from "../../../commit/flush.ts";
import { revokeDevices, userById } from "../session/statements.ts";
import { DevicePosition, type DeviceList, type DeviceQuery, type NewDevice, type RegisterDevice } from "./contract.ts";
import { registerWithSession } from "./register.ts";
import * as store from "./store.ts";

/**
 * Registers the device that the session runs on. Throws `step_up_required`: a device outlives its session by up to a
 * year, and a session created by a device token must not replace a token that is distrusted or about to expire.
 */
export async function registerDevice(
  deps: Deps,
  caller: Caller,
  client: LocatedClient,
  claim: RegisterDevice,
): Promise<NewDevice> {
  const [allowed] = await authorizeAccount(deps, caller, "registerDevice", []);
  const { actor } = allowed;
  const registration = registerWithSession(deps, {
    user: userById(actor.userId),
    userId: actor.userId,
    claim,
    client,
    session: { id: actor.credentialId, tokenHash: caller.tokenHash },
  });
  const { queries, jobs } = registration;
  await commit(deps, allowed, { queries, jobs }).catch(refuseEnded);
  flushOutbox(deps, true, []);
  return { deviceToken: registration.deviceToken, device: registration.shown };
}

export async function listDevices(
  deps: AuthDeps,
  caller: Caller,
  query: DeviceQuery,
): Promise<z.infer<typeof DeviceList>> {
  const after = readCursor(query.cursor, DevicePosition);
  const { results } = await authenticate(deps, caller, [store.listDevices(caller, after, query.limit + 1, deps.now)]);
  const { page: devices, nextCursor } = paginate(results[0], query.limit, ({ lastUsedAt, id }) =>
    writeCursor([Date.parse(lastUsedAt), id]),
  );
  return { devices, nextCursor };
}

/** The device's token and sessions are rejected from their next request on, so its user has to sign in again. */
export async function revokeDevice(deps: Deps, caller: Caller, deviceId: string): Promise<void> {
  const [allowed, isOwn] = await authorizeAccount(deps, caller, "removeDevice", [
    store.ownsDevice(caller, deviceId, deps.now),
  ]);
  if (!isOwn) throw notFound("This device");
  const { actor } = allowed;
  await commit(deps, allowed, {
    queries: revokeDevices(deviceId, deps.now),
    notes: [
      { kind: "device.revoke", by: actor, resource: { type: "device", id: deviceId }, detail: { reason: "user" } },
      { kind: "token.revoke", by: actor, resource: { type: "device", id: deviceId }, detail: { token: "device" } },
    ],
  }).catch(refuseEnded);
}

/** These commits have no guard but that the session is still valid. */
function refuseEnded(error: unknown): never {
  throw error instanceof GuardFailed ? unauthenticated() : error;
}
