/** Signing in with the two identity providers. */
import type { Answer } from "../client.ts";
import { readCookies } from "../sign-in.ts";
import { openByLink, type Setup } from "./people-setup.ts";
import { ApiClient, headerOf, requireStatus } from "./api-client.ts";
import { makeIdToken, type Realm } from "./oidc-realm.ts";
import { at, holds, same, show, textAt } from "./values.ts";

const A = "/api/auth/providera";
const B = "/api/auth/providerb";
const FORM = "application/x-www-form-urlencoded";

/** A sign-in started at a provider: the redirect URL, and the browser's cookies. */
type StartedSignIn = { readonly url: URL; readonly cookie: string };
type Fields = Readonly<Record<string, string>>;

export async function checkProviders(setup: Setup): Promise<void> {
  const { rows, anonymous, realm } = setup;
  rows.section("Identity providers");
  const isOff = (await anonymous.send("POST", `${A}/signin`, { json: {} })).status === 404;
  if (isOff) {
    rows.leave("everything about providers", "this deployment knows none (404 provider_not_configured)");
    return;
  }
  await rows.check(
    "GET /api/auth/providera/signin: 302 to the provider; tokens 7: with an S256 challenge, a state and a nonce",
    async () => {
      const answer = await anonymous.send("GET", `${A}/signin`);
      requireStatus(answer, 302);
      checkChallenge(new URL(headerOf(answer, "location")));
    },
  );
  await rows.check("POST /api/auth/providera/signin: 200 with the URL, built the same way", async () => {
    const [one, other] = [await startSignIn(setup, "providera"), await startSignIn(setup, "providera")];
    checkChallenge(one.url);
    const challenges = [one, other].map(({ url }) => url.searchParams.get("code_challenge"));
    holds("a challenge of its own for each", challenges[0] !== challenges[1], challenges);
  });
  await rows.check(
    "POST /api/auth/providerb/signin: 200 with the address to go to; tokens 8: form_post and a nonce, no challenge",
    async () => {
      const { searchParams } = (await startSignIn(setup, "providerb")).url;
      same("response_mode", searchParams.get("response_mode"), "form_post");
      same("code_challenge", searchParams.get("code_challenge"), null);
      holds("a nonce", (searchParams.get("nonce") ?? "").length >= 32);
    },
  );
  await rows.byTests(
    "tokens 7, errors 5: the exchange goes on when the store of states cannot be read",
    "test/flows/providers-state.test.ts",
    "completes provider A's sign-in by PKCE and writes an audit entry",
  );
  if (realm === null)
    rows.leave("coming back from a provider", "the provider is not the one that runs beside these checks");
  else await checkReturns(setup, realm);
}

function checkChallenge({ searchParams, host }: URL): void {
  same("code_challenge_method", searchParams.get("code_challenge_method"), "S256");
  holds("a challenge of 256 bits", /^[\w-]{43}$/.test(searchParams.get("code_challenge") ?? ""), host);
  same("response_type", searchParams.get("response_type"), "code");
  for (const name of ["state", "nonce", "client_id", "redirect_uri"]) holds(name, searchParams.has(name));
}

async function startSignIn({ anonymous }: Setup, provider: "providera" | "providerb"): Promise<StartedSignIn> {
  const answer = await anonymous.send("POST", `/api/auth/${provider}/signin`, { json: {} });
  requireStatus(answer, 200);
  return { url: new URL(textAt(JSON.parse(answer.body), "url")), cookie: readCookies(answer) };
}

/** Simulates the user's consent; returns what the provider sends back through the browser. */
async function consent(url: URL): Promise<Fields> {
  const answer = await fetch(url, { redirect: "manual" });
  const location = answer.headers.get("Location");
  if (location !== null) return Object.fromEntries(new URL(location).searchParams);
  const fields = Object.entries(Object(at(await answer.json(), "fields"))).map(([name, value]) => [
    name,
    String(value),
  ]);
  return Object.fromEntries(fields);
}

const finishSignIn = ({ anonymous }: Setup, provider: "providera" | "providerb", fields: Fields, cookie: string) => {
  const text = new URLSearchParams(fields).toString();
  const path = `/api/auth/${provider}/callback`;
  return provider === "providera"
    ? anonymous.send("GET", `${path}?${text}`, { headers: { Cookie: cookie } })
    : anonymous.send("POST", path, { body: { type: FORM, bytes: Buffer.from(text) }, headers: { Cookie: cookie } });
};

const personOf = (email: string) => ({
  sub: `subject of ${email}`.replaceAll(" ", "-"),
  email,
  email_verified: true,
  name: "Pat Example",
});

type SignInPath = { readonly provider: "providera" | "providerb"; readonly email: string };

/** A complete sign-in. Returns the account of the new session, and what is needed to replay the callback. */
async function signInAtProvider(setup: Setup, realm: Realm, { provider, email }: SignInPath) {
  await realm.control({ person: personOf(email) });
  const left = await startSignIn(setup, provider);
  const fields = await consent(left.url);
  const answer = await finishSignIn(setup, provider, fields, left.cookie);
  requireStatus(answer, 303);
  const token = /session=(ses_[^;]+)/.exec(readCookies(answer))?.[1];
  if (token === undefined) throw new Error(`expected a session's cookie, got ${show(headerOf(answer, "location"))}`);
  const session = new ApiClient(setup.client, { kind: "bearer", token });
  return { user: await session.get("/api/account"), session, left, fields };
}

function requireRejected(answer: Answer, code: string): void {
  requireStatus(answer, 303);
  same("the way on", headerOf(answer, "location"), `/signin?error=${code}`);
  holds("no session", !readCookies(answer).includes("session="));
}

async function checkReturns(setup: Setup, realm: Realm): Promise<void> {
  const { rows, owner, guest, mark } = setup;
  const email = `pat-${mark}@example.com`;
  const first = await rows.check(
    "GET /api/auth/providera/callback: 303 with a cookie; tokens 9: an unknown address gets an account",
    async () => {
      const found = await signInAtProvider(setup, realm, { provider: "providera", email });
      same("provider and address", [at(found.user, "provider"), at(found.user, "email")], ["providera", email]);
      return found;
    },
  );
  await rows.check("tokens 7: the verifier went to the token endpoint, and a state is valid once", async () => {
    if (first === null) throw new Error("expected a sign-in to look at, there was none");
    const { requests } = await realm.control();
    const verifier = requests.findLast(({ endpoint }) => endpoint === "token")?.form["code_verifier"] ?? "";
    holds("a code_verifier", /^[\w.~-]{43,128}$/.test(verifier), verifier.length);
    requireRejected(await finishSignIn(setup, "providera", first.fields, first.left.cookie), "state_invalid");
  });
  await rows.check("tokens 9: a verified address that is known is linked to its account", async () => {
    const { user } = await signInAtProvider(setup, realm, { provider: "providera", email: owner.email });
    same("id and provider", [at(user, "id"), at(user, "provider")], [owner.id, "both"]);
  });
  await rows.check("tokens 9: an address the provider has not verified is linked to nothing", async () => {
    await realm.control({ person: { ...personOf(guest.email), email_verified: false } });
    const left = await startSignIn(setup, "providera");
    requireRejected(await finishSignIn(setup, "providera", await consent(left.url), left.cookie), "email_unverified");
  });
  await rows.check("POST /api/auth/providerb/callback: 303 with a cookie", () =>
    signInAtProvider(setup, realm, { provider: "providerb", email: `quinn-${mark}@example.com` }),
  );
  await rows.check("tokens 8: an identity token with a foreign signature is rejected", async () => {
    await realm.control({ person: personOf(`mallory-${mark}@example.com`), strangeKey: true });
    const left = await startSignIn(setup, "providerb");
    const fields = await consent(left.url);
    await realm.control({ strangeKey: false });
    requireRejected(await finishSignIn(setup, "providerb", fields, left.cookie), "state_invalid");
  });
  await checkApps(setup, realm, email);
  await rows.check("sign-in by email works alongside the provider", async () => {
    const session = await openByLink(setup, email);
    same("provider", at(await session.get("/api/account"), "provider"), "both");
  });
}

async function checkApps({ rows, anonymous }: Setup, realm: Realm, email: string): Promise<void> {
  const idToken = () => makeIdToken(realm, personOf(email));
  const app = { deviceId: "app-1", platform: "ios" };
  await rows.check(
    "POST /api/auth/providera/native: 200 with user, session and device token; an altered token is 401",
    async () => {
      const json = { idToken: await idToken(), ...app };
      const answer = await anonymous.post(`${A}/native`, json);
      for (const path of ["user.id", "csrfToken", "sessionToken", "deviceToken"]) textAt(answer, path);
      await anonymous.refused("POST", `${A}/native`, 401, "token_invalid", {
        json: { ...json, idToken: `${await idToken()}x` },
      });
    },
  );
  await rows.check(
    "a nonce of POST /api/auth/native/nonce is good for one sign-in, and cannot be left out",
    async () => {
      const nonce = textAt(await anonymous.post("/api/auth/native/nonce"), "nonce");
      const token = () => makeIdToken(realm, { ...personOf(email), nonce });
      const refused = async (json: object) => anonymous.refused("POST", `${A}/native`, 401, "token_invalid", { json });
      await refused({ idToken: await token(), ...app });
      await anonymous.post(`${A}/native`, { idToken: await token(), nonce, ...app });
      await refused({ idToken: await token(), nonce, ...app });
    },
  );
  await rows.check("POST /api/auth/providera/one-tap: 200 with the cookie", async () => {
    const answer = await anonymous.send("POST", `${A}/one-tap`, { json: { credential: await idToken() } });
    requireStatus(answer, 200);
    holds("a session's cookie", readCookies(answer).includes("session=ses_"));
    same("the address", at(JSON.parse(answer.body), "user.email"), email);
  });
  await rows.check("POST /api/auth/mobile/oauth/providera: 200 with session and device token", async () => {
    const answer = await anonymous.post("/api/auth/mobile/oauth/providera", { idToken: await idToken(), ...app });
    for (const path of ["user.id", "sessionToken", "deviceToken"]) textAt(answer, path);
  });
  await rows.check("POST /api/auth/providerb/native: 200 with user and session", async () => {
    const answer = await anonymous.post(`${B}/native`, { identityToken: await idToken(), ...app });
    for (const path of ["user.id", "csrfToken", "sessionToken"]) textAt(answer, path);
  });
}
