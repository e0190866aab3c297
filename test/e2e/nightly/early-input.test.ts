/** Input before the page's script has loaded, as on a slow network, is kept and handled later. */
// Covers: src/web/client/shell, src/web/client/document, src/web/client/editor
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callApi, freshEmail, mailedLink, openContext, startBrowser, withoutEnded } from "../browser.ts";
import { makeDocument, reaches, sit, stored } from "../live-page.ts";

let browser: Browser;

before(async () => {
  browser = await startBrowser();
});

after(async () => {
  await browser.close();
});

/** Blocks the script until the returned function is called. */
async function holdScript(page: Page, files = "**/assets/main.*.js"): Promise<() => void> {
  let letIn = (): void => undefined;
  const isLetIn = new Promise<void>((resolve) => (letIn = resolve));
  await page.route(files, async (route) => {
    await isLetIn;
    await route.continue();
  });
  return letIn;
}

test("submits a form sent before the script loads, without putting its values in the URL", async () => {
  const { page, faults } = await openContext(browser);
  const letIn = await holdScript(page);
  const email = freshEmail("early");
  await page.goto("/signin", { waitUntil: "commit" });
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  assert.equal(new URL(page.url()).search, "");
  letIn();
  await page.getByText("Check your email").waitFor();
  assert.match(await mailedLink(email, 0), /magic-link/);
  assert.deepEqual(faults, []);
});

test("performs the action of a button pressed before the script loads, once", async () => {
  const { page, faults } = await sit(browser, "pressed");
  const letIn = await holdScript(page);
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/logout")) calls += 1;
  });
  await page.goto("/settings", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  letIn();
  await page.waitForURL("**/signin");
  assert.equal(calls, 1);
  assert.deepEqual(withoutEnded(faults), []);
});

test("inserts text typed into a new page before its editor loads", async () => {
  const { page, faults } = await sit(browser, "first-words");
  await page.goto("/");
  // Before any other editor has loaded.
  const letIn = await holdScript(page, "**/assets/document-editor.*.js");
  await page.getByRole("button", { name: "New page" }).first().click();
  await page.getByRole("dialog", { name: "New page" }).getByRole("button", { name: "Document" }).click();
  await page.locator("[data-title]:focus").waitFor();
  await page.keyboard.type("At once");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "At once" }).waitFor();
  await page.keyboard.type("The first words.");
  assert.equal(await page.locator(".cm-content").count(), 0);
  letIn();
  await page.locator(".cm-line", { hasText: "The first words." }).waitFor();
  assert.deepEqual(faults, []);
});

test("opens the slash menu, toolbar and search that were requested before they loaded", async () => {
  const { page, faults } = await sit(browser, "early-menus");
  await page.goto("/");
  await page.getByRole("button", { name: "New page" }).first().click();
  const letInSlash = await holdScript(page, "**/assets/features.*.js");
  await page.getByRole("dialog", { name: "New page" }).getByRole("button", { name: "Document" }).click();
  await page.locator("[data-title]:focus").waitFor();
  await page.keyboard.type("Menus");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Menus" }).waitFor();
  const text = page.getByRole("textbox", { name: "Text of the page" });
  await text.focus();
  await page.keyboard.type("words\n\n/h2");
  await page.locator(".cm-line", { hasText: "/h2" }).waitFor();
  assert.equal(await page.getByRole("option").count(), 0);
  letInSlash();
  await page.getByRole("option", { name: /Heading 2/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  await page.unroute("**/assets/features.*.js");
  const letInToolbar = await holdScript(page, "**/assets/features.*.js");
  await page.reload();
  await text.waitFor();
  await page.locator(".cm-line", { hasText: "words" }).dblclick();
  assert.equal(await page.evaluate("getSelection().toString()"), "words");
  letInToolbar();
  await page.getByRole("toolbar", { name: "Format" }).waitFor();
  await page.unroute("**/assets/features.*.js");
  const letInFind = await holdScript(page, "**/assets/features.*.js");
  await page.reload();
  await text.click();
  await page.keyboard.press("Control+f");
  letInFind();
  await page.getByRole("textbox", { name: "Find", exact: true }).waitFor();
  assert.deepEqual(faults, []);
});

test("opens the palette for a shortcut pressed before it loads, and searches for the text typed next", async () => {
  const { page, faults } = await sit(browser, "palette");
  const letIn = await holdScript(page);
  await page.goto("/settings", { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("welc");
  letIn();
  const field = page.getByRole("combobox", { name: "Search pages and commands" });
  await field.waitFor();
  assert.equal(await field.inputValue(), "welc");
  assert.deepEqual(faults, []);
});

test("handles other shortcuts pressed before the script loads", async () => {
  const { page, faults } = await sit(browser, "shortcut");
  const letIn = await holdScript(page);
  await page.goto("/settings", { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await page.keyboard.press("Control+Alt+o");
  letIn();
  await page.getByRole("dialog", { name: "Drives" }).waitFor();
  assert.deepEqual(faults, []);
});

test("applies clicks on checkboxes, a table cell and a picture from before the editor loads", async () => {
  const ann = await sit(browser, "early-clicks");
  const { page, faults } = ann;
  const lines = [
    "- [ ] one",
    "- [ ] two",
    "",
    "| a | b |",
    "| - | - |",
    "| c | d |",
    "",
    "![Sun|120x120](/assets/icon.svg)",
  ];
  const pageId = await makeDocument(ann, null, lines.join("\n"));
  const letIn = await holdScript(page);
  await page.goto(`/pages/${pageId}`, { waitUntil: "commit" });
  const boxes = page.locator("[data-print] .md-check");
  await boxes.nth(0).click({ position: { x: 4, y: 8 } });
  await boxes.nth(1).click({ position: { x: 4, y: 8 } });
  await page.getByRole("cell", { name: "d" }).click();
  await page.keyboard.type("ay | x");
  letIn();
  const written = lines.join("\n").replaceAll("[ ]", "[x]").replace("d |", "day \\| x |");
  await reaches(() => stored(page, pageId), written);
  await page.unroute("**/assets/main.*.js");
  const letInEditor = await holdScript(page, "**/assets/document-editor.*.js");
  await page.reload();
  await page.getByRole("img", { name: "Sun" }).click();
  letInEditor();
  await page.locator(".ed-selected img").waitFor();
  assert.deepEqual(withoutEnded(faults), []);
});

test("opens a picture in a read-only text that is clicked before the script loads", async () => {
  const [ann, ben] = [await sit(browser, "early-owner"), await sit(browser, "early-reader")];
  const pageId = await makeDocument(ann, ben, "![Sun|120x120](/assets/icon.svg)", false);
  const letIn = await holdScript(ben.page);
  await ben.page.goto(`/pages/${pageId}`, { waitUntil: "commit" });
  await ben.page.getByRole("img", { name: "Sun" }).click();
  letIn();
  await ben.page.getByRole("dialog").getByRole("img", { name: "Sun" }).waitFor();
  assert.deepEqual(withoutEnded(ben.faults), []);
});

test("opens the find panel requested before the editor loads", async () => {
  const ann = await sit(browser, "early-search");
  const pageId = await makeDocument(ann, null, "some words");
  const letIn = await holdScript(ann.page);
  await ann.page.goto(`/pages/${pageId}`, { waitUntil: "commit" });
  await ann.page.locator("[data-print]").getByText("some words").click();
  await ann.page.keyboard.press("Control+f");
  letIn();
  await ann.page.getByRole("textbox", { name: "Find", exact: true }).waitFor();
  assert.deepEqual(withoutEnded(ann.faults), []);
});

test("applies a checkbox change from before the script loads", async () => {
  const ann = await sit(browser, "early-field");
  const { page, faults } = ann;
  const pageId = await makeDocument(ann, null, "gone");
  const { driveId } = (await callApi<{ driveId: string }>(page, "GET", `/api/pages/${pageId}`)).body;
  await callApi(page, "DELETE", `/api/pages/${pageId}`);
  const letIn = await holdScript(page);
  await page.goto(`/drives/${driveId}/trash`, { waitUntil: "commit" });
  await page.locator("[data-all]").check();
  letIn();
  await page.locator("[data-choose]:checked").waitFor();
  assert.deepEqual(withoutEnded(faults), []);
});

/** Puts HTML and plain text on the clipboard, as other programs do. */
const formatted = async (page: Page, html: string, text: string): Promise<void> => {
  const parts = `{ "text/html": new Blob([${JSON.stringify(html)}], { type: "text/html" }), "text/plain": new Blob([${JSON.stringify(text)}], { type: "text/plain" }) }`;
  await page.evaluate(`navigator.clipboard.write([new ClipboardItem(${parts})])`);
};

const picture = `(async () => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [60, 30];
  canvas.getContext("2d").fillRect(10, 10, 10, 10);
  return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
})()`;

/** Drops a picture on an element. */
const dropPicture = (page: Page, selector: string): Promise<void> =>
  page.evaluate(`(async () => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([await ${picture}], "dot.png", { type: "image/png" }));
    const target = document.querySelector(${JSON.stringify(selector)});
    const { right, bottom } = target.getBoundingClientRect();
    const event = { dataTransfer, bubbles: true, cancelable: true, clientX: right - 4, clientY: bottom - 4 };
    if (target.dispatchEvent(new DragEvent("dragover", event))) throw new Error("The browser would open the file.");
    if (target.dispatchEvent(new DragEvent("drop", event))) throw new Error("The browser would open the file.");
  })()`);

const withoutFiles = (text: string): string => text.replaceAll(/\/api\/files\/[\w-]+\/view/g, "/file");

test("inserts text pasted and files dropped before the parser loads at their positions, in typing order", async () => {
  const ann = await sit(browser, "early-paste");
  const { page, faults } = ann;
  const pageId = await makeDocument(ann, null, "first\n\nhere\n\nlast");
  const letIn = await holdScript(page, "**/assets/features.*.js");
  await page.goto(`/pages/${pageId}`);
  await page.getByRole("textbox", { name: "Text of the page" }).waitFor();
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  await page.locator(".cm-line", { hasText: "first" }).click();
  await page.keyboard.press("End");
  await formatted(page, "<b>one</b>", "one");
  await page.keyboard.type(" ");
  await page.keyboard.press("Control+v");
  await page.keyboard.type(" and ");
  await formatted(page, "<i>two</i>", "two");
  await page.keyboard.press("Control+v");
  await page.keyboard.type(" more");
  await page.locator(".cm-line", { hasText: "here" }).dblclick();
  await page.evaluate(`navigator.clipboard.writeText("https://example.com/a")`);
  await page.keyboard.press("Control+v");
  await dropPicture(page, ".cm-line:last-child");
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("At the ");
  letIn();
  const written = "At the first **one** and *two* more\n\n[here](https://example.com/a)\n\nlast\n\n![dot|60x30](/file)";
  await reaches(async () => withoutFiles(await stored(page, pageId)).trimEnd(), written);
  await page.keyboard.type("very ");
  await reaches(async () => (await stored(page, pageId)).startsWith("At the very first"), true);
  assert.deepEqual(withoutEnded(faults), []);
});

test("keeps text pasted and files dropped before any script loads", async () => {
  const ann = await sit(browser, "early-clipboard");
  const { page, faults } = ann;
  const pageId = await makeDocument(ann, null, "some words");
  await page.goto("/settings");
  await formatted(page, "<b>bold</b>", "bold");
  const letIn = await holdScript(page);
  await page.goto(`/pages/${pageId}`, { waitUntil: "commit" });
  await page
    .locator("[data-print]")
    .getByText("some words")
    .click({ position: { x: 300, y: 8 } });
  await page.keyboard.type(", ");
  await page.keyboard.press("Control+v");
  await page.keyboard.type(" and more");
  letIn();
  await reaches(() => stored(page, pageId), "some words, **bold** and more");
  await page.unroute("**/assets/main.*.js");
  const letInEditor = await holdScript(page);
  await page.reload({ waitUntil: "commit" });
  await page.locator("[data-print] .cm-line").waitFor();
  await dropPicture(page, "[data-print] .cm-line");
  letInEditor();
  await reaches(
    async () => withoutFiles(await stored(page, pageId)).trimEnd(),
    "some words, **bold** and more\n\n![dot|60x30](/file)",
  );
  assert.deepEqual(withoutEnded(faults), []);
});

test("pastes plain text when the parser cannot be loaded, and inserts a dropped file once it can", async () => {
  const ann = await sit(browser, "early-offline");
  const { page } = ann;
  const pageId = await makeDocument(ann, null, "words");
  // Otherwise the page would reload because of the missing file.
  await page.addInitScript(`sessionStorage.setItem("octavo:reloaded-for-files", String(Date.now()))`);
  await page.route("**/assets/features.*.js", (route) => route.abort());
  await page.goto(`/pages/${pageId}`);
  await page.getByRole("textbox", { name: "Text of the page" }).click();
  await page.keyboard.press("Control+End");
  await formatted(page, "<b>one</b>", "one");
  await page.keyboard.type(" ");
  await page.keyboard.press("Control+v");
  await reaches(() => stored(page, pageId), "words one");
  await page.keyboard.type("!");
  await page.keyboard.press("Control+v");
  await reaches(() => stored(page, pageId), "words one!one");
  await dropPicture(page, ".cm-line");
  await page.unroute("**/assets/features.*.js");
  await page.evaluate(`dispatchEvent(new Event("online"))`);
  await reaches(async () => withoutFiles(await stored(page, pageId)).trimEnd(), "words one!one\n\n![dot|60x30](/file)");
});
