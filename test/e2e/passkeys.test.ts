/** Passkeys with the browser's virtual authenticator: add, sign in by autofill and by button, remove. */
// Covers: src/web/client/sign-in, src/web/client/settings
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, CDPSession, Page } from "playwright-core";
import { callApi, freshEmail, openContext, signIn, startBrowser, withoutEnded } from "./browser.ts";
import { nightly } from "./nightly/nightly.ts";

let browser: Browser;

before(async () => {
  browser = await startBrowser();
});

after(async () => {
  await browser.close();
});

type Virtual = { cdp: CDPSession; authenticatorId: string };

/** A platform authenticator that verifies the user at once. */
async function plugIn(page: Page): Promise<Virtual> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

const credentials = async ({ cdp, authenticatorId }: Virtual): Promise<number> =>
  (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length;

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto("/settings");
  const section = page.getByRole("region", { name: "Passkeys" });
  await section.getByLabel("Name").fill(name);
  await section.getByRole("button", { name: "Add a passkey" }).click();
  await section.getByRole("listitem").filter({ hasText: name }).waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.goto("/settings");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL("**/signin");
}

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`at ${viewport.width} px: adds a passkey, signs in with its button, and removes it`, async () => {
    const { page, faults } = await openContext(browser, { viewport });
    const virtual = await plugIn(page);
    await signIn(page, freshEmail("keyed"));
    await addPasskey(page, "This laptop");
    assert.equal(await credentials(virtual), 1);

    // Without autofill, so that only the button can sign in.
    await page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)");
    await signOut(page);
    await page.goto("/signin?next=/settings");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL("**/settings");
    const row = page.getByRole("listitem").filter({ hasText: "This laptop" });
    assert.match((await row.textContent()) ?? "", /used just now/);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);

    await page.getByRole("button", { name: "Remove This laptop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("“This laptop” was removed.").waitFor();
    await signOut(page);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByText("This passkey could not be used to sign in.").waitFor();
    // The rejected call is the only console error.
    assert.deepEqual(
      faults.filter((fault) => !/status of 401/.test(fault)),
      [],
    );
  });
}

test("suggests the passkey in the email field before any typing", nightly, async () => {
  const { page, faults } = await openContext(browser);
  await page.goto("/signin");
  assert.equal(await page.getByLabel("Email address").getAttribute("autocomplete"), "username webauthn");
  await plugIn(page);
  await signIn(page, freshEmail("suggested"));
  await addPasskey(page, "Phone");
  assert.equal((await callApi(page, "POST", "/api/auth/logout")).status, 200);
  // The virtual authenticator accepts the suggestion at once, so the page continues automatically.
  await page.goto("/signin", { waitUntil: "commit" });
  await page.waitForURL("**/drives/*");
  assert.deepEqual(withoutEnded(faults), []);
});

test("shows no error when the browser withdraws its suggestions, and the button still signs in", nightly, async () => {
  const { page, faults } = await openContext(browser);
  await plugIn(page);
  await signIn(page, freshEmail("withdrawn"));
  await addPasskey(page, "Watch");
  assert.equal((await callApi(page, "POST", "/api/auth/logout")).status, 200);
  // Called once when the page starts, and again when the challenge has arrived.
  await page.addInitScript(
    "let asked = 0; PublicKeyCredential.isConditionalMediationAvailable = async () => { asked += 1; return asked === 1; }",
  );
  await page.goto("/signin", { waitUntil: "networkidle" });
  assert.deepEqual(withoutEnded(faults), []);
  assert.equal(await page.getByRole("alert").textContent(), "");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL("**/drives/*");
  assert.deepEqual(withoutEnded(faults), []);
});

test("shows no error when the passkey prompt is closed, and still offers an email link", async () => {
  const { page, faults } = await openContext(browser);
  const virtual = await plugIn(page);
  await virtual.cdp.send("WebAuthn.setUserVerified", {
    authenticatorId: virtual.authenticatorId,
    isUserVerified: false,
  });
  await page.goto("/signin");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("No passkey was used.").waitFor();
  await page.getByLabel("Email address").fill(freshEmail("closed"));
  await page.getByRole("button", { name: "Send me a link" }).click();
  await page.getByText("Check your email").waitFor();
  assert.deepEqual(faults, []);
});

test("asks for the passkey in place for an action that requires a fresh sign-in, then performs it", async () => {
  const { page, context, faults } = await openContext(browser);
  await plugIn(page);
  await signIn(page, freshEmail("stale"));
  await addPasskey(page, "Tablet");
  const session = async (): Promise<string | undefined> =>
    (await context.cookies()).find(({ name }) => name === "session")?.value;
  const earlier = await session();
  // Simulates the response to a session older than ten minutes.
  const stale = { error: "Sign in again to do this.", code: "step_up_required", requestId: "none" };
  await page.route("**/api/auth/passkey/*", (route) => route.fulfill({ status: 403, json: stale }), { times: 1 });
  await page.getByRole("button", { name: "Remove Tablet" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  const asked = page.getByRole("dialog", { name: "Confirm it’s you" });
  await asked.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("“Tablet” was removed.").waitFor();
  assert.notEqual(await session(), earlier);
  // A count may still have been requested with the session that the new one replaced.
  assert.deepEqual(
    faults.filter((fault) => !/status of 40[13]/.test(fault)),
    [],
  );
});

test("rejects a second passkey for the same device, and reports missing browser support", nightly, async () => {
  const { page, context, faults } = await openContext(browser);
  await plugIn(page);
  await signIn(page, freshEmail("twice"));
  await addPasskey(page, "Once");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("already has a passkey for your account").waitFor();

  const other = await context.newPage();
  await other.addInitScript("delete globalThis.PublicKeyCredential");
  await other.goto("/settings");
  await other.getByText("This browser can't create passkeys.").waitFor();
  assert.equal(await other.getByRole("button", { name: "Add a passkey" }).isVisible(), false);
  assert.deepEqual(faults, []);
});
