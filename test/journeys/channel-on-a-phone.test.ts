/** A channel with pictures is used on a phone. */
// Covers: src/web/client/conversation
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { callApi, startBrowser } from "../e2e/browser.ts";
import { reaches, share } from "../e2e/live-page.ts";
import { makePng } from "../e2e/png.ts";
import { arrive, makePage, PHONE } from "./people.ts";

let browser: Browser;

before(async () => void (browser = await startBrowser()));
after(() => browser.close());

test("a phone opens a channel at its newest message and sends a picture with text", async () => {
  const ann = await arrive(browser, "Ann");
  const ben = await arrive(browser, "Ben", PHONE);
  const pageId = await makePage(ann, "CHANNEL", "Field trip");
  for (let at = 1; at <= 30; at += 1)
    await callApi(ann.page, "POST", `/api/pages/${pageId}/messages`, { content: `Message ${at}` });
  await share(ann, ben, pageId, true);
  await Promise.all([ann, ben].map(({ page }) => page.goto(`/pages/${pageId}`)));
  await ben.page.getByText("Message 30", { exact: true }).waitFor();
  const isInSight = async (): Promise<boolean> => {
    const box = await ben.page.getByText("Message 30", { exact: true }).boundingBox();
    return box !== null && box.y > 0 && box.y < PHONE.viewport.height;
  };
  await reaches(isInSight, true);
  const composer = ben.page.getByRole("textbox", { name: "Write a message" });
  await composer.click();
  await ben.page.keyboard.type("The view from here");
  const [chooser] = await Promise.all([
    ben.page.waitForEvent("filechooser"),
    ben.page
      .locator(".conversation")
      .getByRole("button", { name: /attach|picture|file/i })
      .first()
      .click(),
  ]);
  await chooser.setFiles({
    name: "view.png",
    mimeType: "image/png",
    buffer: makePng(64, 48, (x, y) => [x * 4, y * 5, 120]),
  });
  await ben.page.getByRole("button", { name: /^Send/ }).click();
  const message = ann.page.locator("[data-message]").filter({ hasText: "The view from here" });
  await message.locator("img").waitFor();
  assert.deepEqual([...ann.faults, ...ben.faults], []);
});
