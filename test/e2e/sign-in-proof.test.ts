/** Requesting a sign-in link while the service requires a proof of work: the page computes it. */
// Covers: src/web/client/api, src/web/client/sign-in
import assert from "node:assert/strict";
import { pbkdf2Sync } from "node:crypto";
import { after, before, test } from "node:test";
import type { Browser, Page, Route } from "playwright-core";
import { askForLink, freshEmail, openContext, startBrowser } from "./browser.ts";

const CHALLENGE = { algorithm: "PBKDF2-SHA-256", salt: "c2FsdCBvZiBhIHRlc3Q", iterations: 1_000, candidates: 400 };
const ANSWER = 311;
const TOKEN = "until.salt.signature";

let browser: Browser;

before(async () => {
  browser = await startBrowser();
});

after(async () => {
  await browser.close();
});

/** The service's rejection while too many links are requested. */
const refuse = (route: Route): Promise<void> =>
  route.fulfill({
    status: 403,
    json: {
      error: "Many sign-in links are being asked for just now.",
      code: "proof_required",
      requestId: "none",
      challenge: {
        ...CHALLENGE,
        key: pbkdf2Sync(String(ANSWER), CHALLENGE.salt, CHALLENGE.iterations, 32, "sha256").toString("base64"),
        token: TOKEN,
      },
    },
  });

/** Rejects requests for a link until `isEnough` accepts their body; returns all bodies. */
async function refuseUntil(
  page: Page,
  isEnough: (body: { proof?: string }) => boolean | Promise<boolean>,
): Promise<{ proof?: string }[]> {
  const bodies: { proof?: string }[] = [];
  await page.route("**/api/auth/magic-link/send", async (route) => {
    const body = route.request().postDataJSON() as { proof?: string };
    bodies.push(body);
    await ((await isEnough(body)) ? route.continue() : refuse(route));
  });
  return bodies;
}

const withoutRefusals = (faults: readonly string[]): string[] =>
  faults.filter((fault) => !/status of 403 .*magic-link\/send/.test(fault));

test("solves the proof-of-work challenge, shows its progress, and sends the link", async () => {
  const { page, faults } = await openContext(browser, { viewport: { width: 390, height: 844 } });
  // Delays the response, so that the page's message meanwhile can be checked.
  let release = (): void => undefined;
  const seen = new Promise<void>((resolve) => (release = resolve));
  const bodies = await refuseUntil(page, async ({ proof }) => {
    if (proof === undefined) return false;
    await seen;
    return true;
  });
  const asking = askForLink(page, freshEmail("proving"));
  await page.getByRole("status").getByText("Checking your request").waitFor();
  release();
  await asking;
  assert.equal(await page.getByText("Checking your request").count(), 0);
  assert.deepEqual(
    bodies.map(({ proof }) => proof),
    [undefined, `${TOKEN}.${ANSWER}`],
  );
  assert.deepEqual(withoutRefusals(faults), []);
});

test("explains a rejected proof and keeps the form", async () => {
  const { page, faults } = await openContext(browser);
  const bodies = await refuseUntil(page, () => false);
  await page.goto("/signin");
  await page.getByLabel("Email address").fill(freshEmail("refused"));
  await page.getByRole("button", { name: "Send me a link" }).click();
  await page.getByRole("alert").getByText("The check failed in this browser. Try again").waitFor();
  assert.equal(bodies.length, 2);
  assert.ok(await page.getByRole("button", { name: "Send me a link" }).isEnabled());
  assert.equal(await page.getByText("Checking your request").count(), 0);
  assert.deepEqual(withoutRefusals(faults), []);
});
