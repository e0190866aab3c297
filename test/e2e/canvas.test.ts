/** A CANVAS page shows its current markup, which runs no script and sends no request. */
// Covers: src/web/client/page, src/web/client/live
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { callApi, origin, startBrowser, makePage } from "./browser.ts";
import { sit } from "./live-page.ts";
import { VECTORS } from "./xss-corpus.ts";
import { nightly } from "./nightly/nightly.ts";

/** With `E2E=all`, at night, every text is tried; otherwise one in thirty. */
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
  // Combined into one page to save time, since none of them navigates away.
  [
    ["dns-prefetch", "preload", "modulepreload", "prerender", "manifest", "pingback"]
      .map((rel) => `<link rel="${rel}" as="image" href="${ELSEWHERE}">`)
      .join(""),
    `<script type="speculationrules">{"prefetch": [{"urls": ["${ELSEWHERE}"], "eagerness": "immediate"}]}</script>`,
    `<style>p { cursor: url(${ELSEWHERE}), auto; list-style-image: url(${ELSEWHERE}); mask: url(${ELSEWHERE}#m);
    filter: url(${ELSEWHERE}#f); border-image: url(${ELSEWHERE}) 1; background: image-set("${ELSEWHERE}" 1x) }
    p::after { content: url(${ELSEWHERE}) }</style><p style="background: url(${ELSEWHERE}); display: list-item">text</p>`,
    `<link rel=stylesheet href="data:text/css,@import '${ELSEWHERE}'; body { background: url(${ELSEWHERE}) }">`,
    `<svg><use href="data:image/svg+xml,<svg id=a xmlns='http://www.w3.org/2000/svg'><image href='${ELSEWHERE}'/></svg>#a"/>
    <filter id=f><feImage href="${ELSEWHERE}"/></filter><rect width=9 height=9 filter="url(#f)"/></svg>`,
    `<iframe srcdoc="<img src='${ELSEWHERE}'><script>fetch('${ELSEWHERE}')</script>"></iframe>
    <iframe src="data:text/html,<img src='${ELSEWHERE}'>"></iframe><iframe src="javascript:fetch('${ELSEWHERE}')"></iframe>`,
    `<input type=image src="${ELSEWHERE}"><video autoplay><track default src="${ELSEWHERE}"><source src="${ELSEWHERE}"></video>`,
    `<meta http-equiv="Content-Security-Policy" content="default-src *; report-uri ${ELSEWHERE}"><img src="${ELSEWHERE}">`,
  ].join("\n"),
];

/** A canvas may not send requests to our own service either, because it must not see the reader's data. */
const OWN = "/api/auth/me";

/** Elements that a person can be lured into pressing. */
const PRESSED = [
  `<a href="${ELSEWHERE}" target="_top">press</a>`,
  `<a href="${ELSEWHERE}" target="_blank">press</a>`,
  `<a href="javascript:fetch('${ELSEWHERE}')">press</a>`,
  `<form action="${ELSEWHERE}" method="post"><button>press</button></form>`,
  `<form><button formaction="${ELSEWHERE}" formtarget="_top">press</button></form>`,
  // Last, because the outer page's policy blanks the frame when it tries to navigate.
  `<a href="${ELSEWHERE}" download>press</a>`,
  `<a href="${ELSEWHERE}" ping="${ELSEWHERE}">press</a>`,
].map((part) => `<div>${part}</div>`);

/** What a script could try if one ever ran there after all. */
const MEANS: Readonly<Record<string, string>> = {
  origin: "origin",
  fetch: `fetch("${ELSEWHERE}").then(() => "answered")`,
  own: `fetch("${OWN}", { credentials: "include" }).then(() => "answered")`,
  // Returns true even if the request is then blocked; the requests are checked below.
  beacon: `navigator.sendBeacon("${ELSEWHERE}") && "refused"`,
  socket: `new Promise((done, fail) => Object.assign(new WebSocket("wss://elsewhere.test"), { onopen: done, onerror: fail }))`,
  events: `new Promise((done, fail) => Object.assign(new EventSource("${ELSEWHERE}"), { onopen: done, onerror: fail }))`,
  image: `new Promise((done, fail) => Object.assign(new Image(), { onload: done, onerror: fail, src: "${ELSEWHERE}" }))`,
  worker: `new Promise((done, fail) => Object.assign(new Worker("data:text/javascript,postMessage(1)"), { onmessage: done, onerror: fail }))`,
  registration: `navigator.serviceWorker.register("/offline/worker.js")`,
  window: `open("${ELSEWHERE}") ?? "refused"`,
  top: `top.location.href = "${ELSEWHERE}"`,
  around: "parent.document.title",
  cookie: "document.cookie",
  storage: "localStorage.length",
  database: "indexedDB.open('a').readyState && caches.keys()",
};

let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
let driveId = "";
const ran: string[] = [];
const asked: string[] = [];

before(async () => {
  browser = await startBrowser();
  ({ context, page, faults, driveId } = await sit(browser, "canvas"));
  await context.exposeFunction("xss", () => ran.push("a script ran"));
  // Also sees requests that the browser refuses to send, unless the document's policy blocks them earlier.
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

test("shows typed markup and other users' changes", async () => {
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

test("serves a canvas only for canvas pages, and only to users who can view the page", nightly, async () => {
  const pageId = await makePage(page, {
    driveId,
    type: "CODE",
    title: "a.html",
    content: "<p>",
  });
  assert.equal((await page.request.get(`/pages/${pageId}/canvas`)).status(), 404);
  const id = await make("<p>secret</p>");
  const other = await sit(browser, "stranger");
  const answer = await other.page.request.get(`/pages/${id}/canvas`);
  assert.equal(answer.status(), 404);
  assert.ok(!(await answer.text()).includes("secret"));
  await other.context.close();
});

test("runs no script and makes no request, whatever the markup contains", async () => {
  const id = await make("<p>first</p>");
  const hostile = [...ASKING, ...VECTORS.filter((_, index) => index % EVERY === 0)];
  for (const content of hostile) {
    // Some are rejected as page content.
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

test("blocks navigation from the canvas and gives an executed script no access", nightly, async () => {
  const id = await make([...PRESSED, `<img src="${OWN}"><link rel=stylesheet href="${OWN}">`].join("\n"));
  const tab = await context.newPage();
  const own: string[] = [];
  // Counts responses, because the browser also reports requests that the policy blocks.
  tab.on("response", (answer) => {
    const request = answer.request();
    if (request.url().endsWith(OWN) && request.frame() !== tab.mainFrame()) own.push(request.resourceType());
  });
  await tab.goto(`/pages/${id}`);
  const within = tab.frameLocator("[data-canvas] iframe:not(.coming)");
  for (const part of PRESSED.keys()) {
    // oxlint-disable no-await-in-loop -- one after the other: each might lead away
    if (part === PRESSED.length - 1) await tab.reload();
    await within.locator("div").nth(part).locator("a, button").click({ noWaitAfter: true });
    assert.equal(new URL(tab.url()).pathname, `/pages/${id}`, PRESSED[part]);
    // oxlint-enable no-await-in-loop
  }
  await tab.reload();
  await within.locator("div").first().waitFor();
  const inside = tab.frames().find((each) => each.url().endsWith("/canvas"));
  assert.ok(inside);
  const got = await Promise.all(
    Object.values(MEANS).map((script) =>
      Promise.race([
        inside.evaluate(`(() => { try { return ${script} } catch { return "refused" } })()`).catch(() => "refused"),
        // Where scripts may not run, callbacks never come.
        new Promise((done) => setTimeout(done, 3_000, "refused")),
      ]),
    ),
  );
  const refused = Object.fromEntries(Object.keys(MEANS).map((name) => [name, "refused"]));
  assert.deepEqual(Object.fromEntries(Object.keys(MEANS).map((name, at) => [name, got[at]])), {
    ...refused,
    origin: "null",
  });
  assert.deepEqual([...ran, ...asked, ...own], []);
  assert.equal(context.pages().length, 2);
  await tab.close();
});
