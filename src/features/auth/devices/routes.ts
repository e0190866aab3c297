/** Routes for devices: register, refresh, list, revoke. */
import type { Context } from "hono";
import { toIso } from "../../../kernel/clock.ts";
import { IdParams } from "../../../kernel/contract.ts";
import { locatedClientOf } from "../../../http/client.ts";
import { makeCsrfToken } from "../../../http/csrf.ts";
import type { Caller } from "../../../kernel/caller.ts";
import type { Deps } from "../../../deps.ts";
import { routes } from "../../../http/route-list.ts";
import { sessionCookie } from "../../../http/session-cookie.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import {
  DeviceList,
  DeviceQuery,
  NewDevice,
  RefreshDevice,
  RefreshedDevice,
  RefreshMobile,
  RegisterDevice,
} from "./contract.ts";
import { refresh } from "./refresh.ts";
import * as devices from "./service.ts";
import { sessionHashOf } from "../../../kernel/caller.ts";

const SMALL = 16_384;

/** The credential is the token in the body, which browsers never send automatically. */
const REFRESH = {
  method: "post",
  tag: "Authentication",
  principals: ["anyone"],
  csrf: "none",
  limits: [
    LIMIT_RULES.deviceRefreshByIp,
    { rule: LIMIT_RULES.deviceRefreshByDevice, when: "the token belongs to a device" },
  ],
  bodyCap: SMALL,
  answer: { status: 200, schema: RefreshedDevice },
  errors: ["device_invalid", "device_mismatch", "reauth_required"],
} as const;

const OWN = { tag: "Account", principals: ["session"], limits: [], bodyCap: 0 } as const;

export const deviceRoutes = routes()
  .add(
    {
      method: "post",
      path: "/api/auth/device/register",
      operation: "registerDevice",
      tag: "Authentication",
      summary: "Register the current session's device; only this response contains its token",
      principals: ["session"],
      csrf: "token",
      limits: [LIMIT_RULES.deviceRegisterByIp, LIMIT_RULES.deviceRegisterByUser],
      bodyCap: SMALL,
      json: RegisterDevice,
      answer: { status: 201, schema: NewDevice },
      errors: ["step_up_required"],
    },
    ({ deps, caller, json, http }) => devices.registerDevice(deps, caller, locatedClientOf(http.req.raw), json),
  )
  .add(
    {
      ...REFRESH,
      path: "/api/auth/device/refresh",
      operation: "refreshDevice",
      summary: "Exchange a device token for a session and the next token",
      json: RefreshDevice,
    },
    ({ deps, caller, json, http }) => answer(deps, caller, { ...json, platform: null }, http),
  )
  .add(
    {
      ...REFRESH,
      path: "/api/auth/mobile/refresh",
      operation: "refreshMobileDevice",
      summary: "Exchange a phone's device token for a session and the next token",
      json: RefreshMobile,
    },
    ({ deps, caller, json, http }) => answer(deps, caller, json, http),
  )
  .add(
    {
      ...OWN,
      method: "get",
      path: "/api/account/devices",
      operation: "listDevices",
      summary: "List the devices that stay signed in, most recently used first",
      query: DeviceQuery,
      answer: { status: 200, schema: DeviceList },
    },
    ({ deps, caller, query }) => devices.listDevices(deps, caller, query),
  )
  .add(
    {
      ...OWN,
      method: "delete",
      path: "/api/account/devices/:id",
      operation: "revokeDevice",
      summary: "Revoke a device with its token and sessions; their next request is rejected",
      csrf: "token",
      params: IdParams,
    },
    ({ deps, caller, params }) => devices.revokeDevice(deps, caller, params.id),
  );

type PresentedDeviceToken = Pick<Parameters<typeof refresh>[1], "deviceToken" | "deviceId" | "platform">;

async function answer(deps: Deps, caller: Caller | null, presented: PresentedDeviceToken, http: Context) {
  const session = sessionHashOf(caller);
  const { platform, sessionHash, ...made } = await refresh(deps, {
    ...presented,
    session,
    client: locatedClientOf(http.req.raw),
  });
  if (platform === "web") http.header("Set-Cookie", sessionCookie(deps.config, made.sessionToken));
  const { csrfToken } = makeCsrfToken(deps.keys, sessionHash, deps.now, deps.random);
  return { ...made, csrfToken, expiresAt: toIso(made.expiresAt) };
}
