/** What a CANVAS page shows: the markup as it is written by now, which runs nothing and asks nobody for anything. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { callApi, freshEmail, openContext, origin, signIn, startBrowser } from "./browser.ts";
import { VECTORS } from "./xss-corpus.ts";

/** With `E2E=all`, for the night, every text is tried; else one in thirty. */
const EVERY = process.env["E2E"] === "all" ? 1 : 30;

const ELSEWHERE = "https://elsewhere.test/asked";
const ASKING = [
  `<link rel=stylesheet href="${ELSEWHERE}">`,
  `<link rel=prefetch href="${ELSEWHERE}"><link rel=preconnect href="${ELSEWHERE}"><link rel=icon href="${ELSEWHERE}">`,
  `<style>@import "${ELSEWHERE}"; @font-face { font-family: f; src: url(${ELSEWHERE}) } body { font-family: f; background: url(${ELSEWHERE}) } </style>text`,
  `<img src="${ELSEWHERE}" srcset="${ELSEWHERE} 2x"><picture><source srcset="${ELSEWHERE}"><img></picture>`,
  `<video src="${ELSEWHERE}" poster="${ELSEWHERE}" autoplay></video><audio src="${ELSEWHERE}" autoplay></audio>`,
  `<iframe src="${ELSEWHERE}"></iframe><object data="${ELSEWHERE}"></object><embed src="${ELSEWHERE}">`,
  `<meta http-equiv=refresh content="0; url=${ELSEWHERE}">`,
  `<form action="${ELSEWHERE}"><input autofocus></form><svg><image href="${ELSEWHERE}"/><use href="${ELSEWHERE}#a"/></svg>`,
  `<base href="${ELSEWHERE}"><img src="relative.png"><table background="${ELSEWHERE}"></table>`,
  `<script>fetch("${ELSEWHERE}"); location = "${ELSEWHERE}"; top.location = "${ELSEWHERE}"</script>`,
];

let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
let driveId = "";
const ran: string[] = [];
const asked: string[] = [];

before(async () => {
  browser = await startBrowser();
  ({ context, page, faults } = await openContext(browser));
  await signIn(page, freshEmail("canvas"));
  driveId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await context.exposeFunction("xss", () => ran.push("a script ran"));
  // Also what the browser refuses to send is told of here, unless the policy of the document stops it before.
  await context.route(
    (url) => url.origin !== origin || url.pathname.startsWith("/xss-beacon"),
    async (route) => {
      asked.push(route.request().url());
      await route.abort();
    },
  );
});

after(async () => {
  await browser.close();
});

async function make(content: string): Promise<string> {
  const wanted = { driveId, type: "CANVAS", title: "Canvas", content };
  const made = await callApi<{ id: string }>(page, "POST", "/api/pages", wanted);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.id;
}

const frame = () => page.frameLocator("[data-canvas] iframe:not(.coming)");

test("it shows what is typed, and what others write", async () => {
  const id = await make("<style>h1 { color: rgb(10, 20, 30) }</style>\n<h1>Plan</h1>\n");
  await page.goto(`/pages/${id}`);
  const heading = frame().getByRole("heading", { name: "Plan" });
  await heading.waitFor();
  const shown = page.frames().find((each) => each.url().endsWith("/canvas"));
  assert.equal(await shown?.evaluate(`getComputedStyle(document.querySelector("h1")).color`), "rgb(10, 20, 30)");
  const body = page.getByRole("textbox", { name: "Text of the page" });
  await body.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("and more");
  await frame().getByText("and more").waitFor();
  const { body: read } = await callApi<{ content: string }>(page, "GET", `/api/pages/${id}`);
  await callApi(page, "PATCH", `/api/pages/${id}`, { content: `${read.content}\n<p>from elsewhere</p>` });
  await frame().getByText("from elsewhere").waitFor();
  assert.deepEqual(faults, []);
});

test("only a canvas has one, for those who may see its page", async () => {
  const made = await callApi<{ id: string }>(page, "POST", "/api/pages", {
    driveId,
    type: "CODE",
    title: "a.html",
    content: "<p>",
  });
  assert.equal((await page.request.get(`/pages/${made.body.id}/canvas`)).status(), 404);
  const id = await make("<p>secret</p>");
  const other = await openContext(browser);
  await signIn(other.page, freshEmail("stranger"));
  const answer = await other.page.request.get(`/pages/${id}/canvas`);
  assert.equal(answer.status(), 404);
  assert.ok(!(await answer.text()).includes("secret"));
  await other.context.close();
});

test("no script runs and nothing is asked for, whatever the markup is", async () => {
  const id = await make("<p>first</p>");
  const hostile = [...ASKING, ...VECTORS.filter((_, index) => index % EVERY === 0)];
  for (const content of hostile) {
    // Some are nothing that a page takes.
    // oxlint-disable no-await-in-loop -- one page after the other
    const { status } = await callApi(page, "PATCH", `/api/pages/${id}`, { content });
    if (status >= 400) continue;
    const tab = await context.newPage();
    await tab.goto(`/pages/${id}`, { waitUntil: "load" });
    assert.equal(new URL(tab.url()).pathname, `/pages/${id}`, content);
    assert.deepEqual([...ran, ...asked], [], content);
    await tab.close();
    // oxlint-enable no-await-in-loop
  }
});
