/** Passkeys: registration, sign-in, and lockout after failures. */
import {
  answerWith,
  mailedLink,
  signInAgain,
  registerPasskey,
  type Setup,
  type PasskeyPerson,
} from "./people-setup.ts";
import { ApiClient, checkFields, headerOf, requireStatus } from "./api-client.ts";
import type { Passkey } from "./authenticator.ts";
import { at, holds, isOfKind, itemWith, listAt, numberAt, same, textAt } from "./values.ts";

const SIGN_IN = "/api/auth/passkey/authenticate";
/** Number of consecutive failures that lock an account. */
const LOCK_AFTER = 10;

const signedIn = async (setup: Setup, passkey: Passkey): Promise<unknown> => {
  const got = await answerWith(setup.anonymous, passkey);
  requireStatus(got, 200);
  return JSON.parse(got.body);
};

export async function checkPasskeys(setup: Setup): Promise<void> {
  const { rows } = setup;
  rows.section("Passkeys");
  const { api } = setup.loner;
  const held = await rows.check(
    "POST /api/auth/passkey/register/options and /register: a challenge, then 201 and the passkey",
    () => registerPasskey(api),
  );
  if (held === null) return;
  const id = textAt(held.made, "id");
  await checkFields(rows, "passkey", held.made, { id: "string", name: "string", createdAt: "time" });
  await rows.check("tokens 10: any authenticator is allowed, on this or another device, and it is discoverable", () => {
    const { options } = held;
    same("residentKey", at(options, "authenticatorSelection.residentKey"), "required");
    same("authenticatorAttachment", at(options, "authenticatorSelection.authenticatorAttachment"), undefined);
  });
  await rows.check("GET /api/auth/passkey: lists it", async () => {
    const list = listAt(await api.get("/api/auth/passkey"), "passkeys");
    itemWith(list, "id", id);
  });
  await checkOffers(setup);
  const entered = await rows.check("POST /api/auth/passkey/authenticate: 200 with user and session", () =>
    signedIn(setup, held.passkey),
  );
  await checkFields(rows, "signed in", entered, {
    "user.id": "string",
    csrfToken: "string",
    isNewUser: "boolean",
    sessionToken: "string",
  });
  await rows.check("a passkey's session is the user's", async () => {
    const by = new ApiClient(setup.client, { kind: "bearer", token: textAt(entered, "sessionToken") });
    same("who it is", at(await by.get("/api/auth/me"), "id"), setup.loner.id);
  });
  await checkLockout(setup, held);
  await rows.check(
    "DELETE /api/auth/passkey/{id}: 200; it signs nobody in from then on, and deleting it again is 404",
    async () => {
      const fresh = await signInAgain(setup, setup.loner);
      await fresh.delete(`/api/auth/passkey/${id}`);
      await fresh.refused("DELETE", `/api/auth/passkey/${id}`, 404, "not_found");
      requireStatus(await answerWith(setup.anonymous, held.passkey), 401);
    },
  );
}

/** The options for an anonymous sign-in. */
async function checkOffers({ rows, anonymous, loner }: Setup): Promise<void> {
  await rows.check(
    "POST /api/auth/passkey/authenticate/options: a challenge for anyone that names no passkey",
    async () => {
      const offered = await anonymous.post(`${SIGN_IN}/options`, { email: loner.email });
      same("allowCredentials", at(offered, "options.allowCredentials"), []);
      textAt(offered, "options.challenge");
    },
  );
  await rows.check(
    "tokens 10: the sign-in page lets the browser offer passkeys before an address is typed",
    async () => {
      const page = await anonymous.send("GET", "/signin");
      holds(
        "a field with autocomplete webauthn",
        /autocomplete="username webauthn"/.test(page.body),
        headerOf(page, "content-type"),
      );
    },
  );
}

async function checkLockout(setup: Setup, { passkey }: Pick<PasskeyPerson, "passkey">): Promise<void> {
  const { rows, anonymous } = setup;
  await rows.check(
    "tokens 14, errors 3: ten failed passkeys in a row lock the account, 423 with the seconds left",
    async () => {
      for (let failed = 0; failed < LOCK_AFTER; failed++)
        requireStatus(await answerWith(anonymous, passkey, true), 401);
      const locked = await answerWith(anonymous, passkey);
      requireStatus(locked, 423);
      const body: unknown = JSON.parse(locked.body);
      same("code", at(body, "code"), "account_locked");
      holds(
        "at most a quarter of an hour",
        numberAt(body, "retryAfter") > 0 && numberAt(body, "retryAfter") <= 900,
        body,
      );
    },
  );
  await rows.check("tokens 14, errors 3: a sign-in link requested now still works", async () => {
    const opened = await anonymous.send("GET", await mailedLink(setup, setup.loner.email));
    holds(
      "303 with a cookie",
      opened.status === 303 && headerOf(opened, "location") !== "/signin?error=link_invalid",
      opened.status,
    );
  });
  await rows.check("tokens 14: that sign-in clears the count, and the passkey works again", () =>
    signedIn(setup, passkey),
  );
  await rows.byTests(
    "tokens 14: addresses that change do not matter",
    "test/flows/passkeys-lockout.test.ts",
    "concurrent failures from different addresses, and locks once",
  );
  await rows.byTests(
    "tokens 14: the count is on the account's record and survives restarts",
    "test/flows/passkeys-lockout.test.ts",
    "the SQL statement matches the lockout rule for every state",
  );
  await rows.check("tokens 14: failures and refusals of a locked account are in the audit log", async () => {
    for (const kind of ["auth.login.fail", "lockout.set", "lockout.reject"]) {
      const path = `/api/admin/audit?kind=${kind}&userId=${setup.loner.id}`;
      const [newest] = listAt(await setup.admin.api.get(path), "entries");
      holds(`an entry of ${kind}`, isOfKind(at(newest, "seq"), "integer"), newest);
    }
  });
}
