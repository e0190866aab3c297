/** Every dialog focuses its first field, or else its first control, and returns the focus to its opener. */
// Covers: src/web/client/ui
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { startBrowser, makePage } from "./browser.ts";
import { reaches, sit } from "./live-page.ts";

let browser: Browser;
let page: Page;
let faults: string[];
const views = { page: "", drive: "", settings: "/settings" };

before(async () => {
  browser = await startBrowser();
  const ann = await sit(browser, "focus");
  ({ page, faults } = ann);
  views.page = `/pages/${await makePage(page, { type: "DOCUMENT", title: "Plan", content: "Words" })}`;
  views.drive = `/drives/${ann.driveId}`;
});

after(() => browser.close());

/** The focused element: `field` is the dialog's first field, `control` its first control if it has no field. */
const FOCUSED = `(() => {
  const dialog = document.querySelector("dialog[open]");
  const active = document.activeElement;
  if (!dialog || !dialog.contains(active)) return "outside";
  const usable = (selector) => [...dialog.querySelectorAll(".dialog-body " + selector.split(", ").join(", .dialog-body "))]
    .filter((node) => node.checkVisibility() && !node.disabled && node.type !== "hidden" && node.tabIndex >= 0);
  const fields = usable("input, textarea, select");
  if (fields.length > 0) return active === fields[0] ? "field" : "past the first field: " + active.outerHTML.slice(0, 80);
  if (active.matches(".danger")) return "danger";
  const controls = usable("button, a[href], [tabindex='0']").filter((node) => !node.matches(".danger"));
  if (controls.length > 0) return active === controls[0] || controls[0].contains(active) ? "control" : "past the first control";
  return active.matches("h2, header button") ? "heading" : "elsewhere";
})()`;

type Row = readonly [view: keyof typeof views, opener: string, focused: string];

const DIALOGS: readonly Row[] = [
  ["page", "[data-act=share]", "field"],
  ["page", "[data-act=history]", "control"],
  ["page", "[data-open-new-page]", "control"],
  ["page", "[data-open-drives]", "control"],
  ["drive", "[data-act=members]", "field"],
  ["drive", "[data-act=rename-drive]", "field"],
  ["settings", "[data-act=connections]", "field"],
  ["settings", "[data-act=notification-settings]", "field"],
  ["settings", "[data-act=delete-account]", "field"],
  ["settings", "[data-act=sign-out-everywhere]", "heading"],
  ["settings", "[data-act=reset-credentials]", "heading"],
];

for (const [view, opener, focused] of DIALOGS) {
  test(`moves focus into the dialog opened by ${opener} in the ${view} view, and restores it on close`, async () => {
    await page.goto(views[view]);
    const control = page.locator(opener).filter({ visible: true }).first();
    await control.focus();
    await page.keyboard.press("Enter");
    await page.locator("dialog[open]").waitFor();
    await reaches(() => page.evaluate<string>(FOCUSED), focused);
    await page.locator("dialog[open] header button").click();
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    assert.equal(await control.evaluate((node) => node.ownerDocument.activeElement === node), true);
  });
}

test("reports no browser errors", () => assert.deepEqual(faults, []));
