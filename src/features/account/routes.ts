/** Routes for the account. */
import { keepPreferences } from "../../http/preferences.ts";
import { routes } from "../../http/route-list.ts";
import { forgetSession } from "../../http/session-cookie.ts";
import { User } from "../auth/session/contract.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { ChangePassword, ChosenPreferences, PatchAccount, PatchProfile, Preferences, Profile } from "./contract.ts";
import { setPreferences } from "./preferences.ts";
import * as account from "./service.ts";

const SMALL = 16_384;

const OWN = { tag: "Account", principals: ["session"], limits: [], bodyCap: 0 } as const;

export const accountRoutes = routes()
  .add(
    {
      ...OWN,
      method: "patch",
      path: "/api/account",
      operation: "patchAccount",
      summary: "Change the name or email address; a new address takes effect only after its emailed link is confirmed",
      csrf: "token",
      limits: [
        { rule: LIMIT_RULES.accountEmailByUser, when: "another address is requested" },
        { rule: LIMIT_RULES.accountEmailByEmail, when: "another address is requested" },
      ],
      bodyCap: SMALL,
      json: PatchAccount,
      answer: { status: 200, schema: User },
      errors: ["step_up_required", "conflict"],
    },
    ({ deps, caller, json }) => account.patchAccount(deps, caller, json),
  )
  .add(
    {
      ...OWN,
      method: "patch",
      path: "/api/account/password",
      operation: "changePassword",
      summary: "Always fails: accounts have no passwords and none can be set, so the current password is never right",
      csrf: "token",
      limits: [LIMIT_RULES.accountPasswordByUser],
      bodyCap: SMALL,
      json: ChangePassword,
      errors: ["current_password_invalid"],
    },
    ({ deps, caller, json }) => account.changePassword(deps, caller, json),
  )
  .add(
    {
      ...OWN,
      method: "get",
      path: "/api/account/profile",
      operation: "getProfile",
      summary: "Get the public profile that other users can find",
      answer: { status: 200, schema: Profile },
    },
    ({ deps, caller }) => account.getProfile(deps, caller),
  )
  .add(
    {
      ...OWN,
      method: "patch",
      path: "/api/account/profile",
      operation: "patchProfile",
      summary: "Change username, display name, biography or whether other users can find this user",
      csrf: "token",
      bodyCap: SMALL,
      json: PatchProfile,
      answer: { status: 200, schema: Profile },
      errors: ["conflict"],
    },
    ({ deps, caller, json }) => account.patchProfile(deps, caller, json),
  )
  .add(
    {
      ...OWN,
      method: "patch",
      path: "/api/account/preferences",
      operation: "setPreferences",
      summary: "Choose the language and the appearance of the user interface",
      csrf: "token",
      bodyCap: SMALL,
      json: ChosenPreferences,
      answer: { status: 200, schema: Preferences },
    },
    async ({ deps, caller, json, http }) => {
      keepPreferences(deps, http, await setPreferences(deps, caller, json), json);
      return json;
    },
  )
  .add(
    {
      ...OWN,
      method: "post",
      path: "/api/account/reset-credentials",
      operation: "resetCredentials",
      summary: "Revoke all sessions, devices, passkeys, MCP tokens and links of the user immediately",
      csrf: "token",
      errors: ["step_up_required", "conflict"],
    },
    async ({ deps, caller, http }) => {
      await account.resetCredentials(deps, caller);
      forgetSession(http, deps.config);
    },
  );
