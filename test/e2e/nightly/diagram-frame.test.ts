/** Diagrams by an untrusted author are drawn, but reach neither our origin nor the network. */
// Covers: src/web/client/editor/embeds, src/web/client/document
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Frame, Page } from "playwright-core";
import { openContext, origin, startBrowser } from "../browser.ts";

const ELSEWHERE = "https://elsewhere.example";

const HOSTILE = [
  `graph TD\n  A["<img src=x onerror='top.hacked=1'>"] --> B["<script>parent.hacked=1</script>"]`,
  `graph TD\n  A --> B\n  click A "javascript:top.hacked=1"\n  click B href "${ELSEWHERE}/link" _top`,
  `%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\ngraph TD\n  A["<iframe src='${ELSEWHERE}/frame'></iframe><img src='${ELSEWHERE}/image'>"]`,
  `%%{init: {"themeCSS": "@import url(${ELSEWHERE}/css); * { background: url(${ELSEWHERE}/background) }"}}%%\ngraph TD\n  A --> B`,
  `%%{init: {"fontFamily": "x; } * { background: url(${ELSEWHERE}/font) }"}}%%\ngraph TD\n  A --> B`,
  `graph TD\n  A@{ img: "${ELSEWHERE}/shape", label: "x", w: 60, h: 60 }\n  style A fill:url(${ELSEWHERE}/fill)`,
  `sequenceDiagram\n  participant A\n  link A: Board @ javascript:top.hacked=1\n  A->>A: <svg onload=top.hacked=1>`,
];

/** Requests drawings as the page does, and inserts each result into the page as a picture. */
const DRAW = `async (sources) => {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  Object.assign(frame.style, { width: "800px", height: "600px" });
  frame.src = "/diagram/frame";
  const answers = new Map();
  const { promise, resolve } = Promise.withResolvers();
  addEventListener("message", ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== "null") return;
    if (typeof data === "string") return sources.forEach((source, id) => frame.contentWindow.postMessage({ id, source, colours: { isDark: false, ink: "#111", soft: "#555", edge: "#888", wash: "#eee", ground: "#fff" } }, "*"));
    answers.set(data.id, data);
    if (answers.size === sources.length) resolve();
  });
  document.body.append(frame);
  await promise;
  for (const { svg } of answers.values()) {
    if (svg === undefined) continue;
    const image = new Image();
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
    document.body.append(image);
    await image.decode();
  }
  return [...answers.values()];
}`;

let browser: Browser;
let page: Page;
let foreign: string[];
let answers: { id: number; svg?: string; error?: string }[];

before(async () => {
  browser = await startBrowser();
  const { context, page: opened } = await openContext(browser);
  page = opened;
  foreign = [];
  // Requests blocked by the policy do not get here.
  await context.route(`${ELSEWHERE}/**`, (route) => {
    foreign.push(route.request().url());
    return route.abort();
  });
  await page.goto("/signin");
  // The return type of the function above.
  answers = (await page.evaluate(
    `(${DRAW})(${JSON.stringify([...HOSTILE, "graph TD\n  A --> B"])})`,
  )) as typeof answers;
});

after(() => browser.close());

function frameOf(): Frame {
  const frame = page.frames().find((each) => each.url().endsWith("/diagram/frame"));
  assert.ok(frame);
  return frame;
}

test("draws a valid diagram after hostile ones", () => {
  assert.match(answers.at(-1)?.svg ?? "", /^<svg[\s\S]*<\/svg>$/);
  assert.equal(answers.length, HOSTILE.length + 1);
});

test("runs no script of a hostile diagram in the page, and requests nothing from other hosts", async () => {
  assert.equal(await page.evaluate("top.hacked"), undefined);
  assert.deepEqual(foreign, []);
});

test("gives the diagram frame no origin and no access to the page, storage, cookies or network", async () => {
  const frame = frameOf();
  assert.equal(await frame.evaluate("self.origin"), "null");
  const attempts = {
    page: "String(parent.document)",
    storage: "String(localStorage)",
    cookies: "document.cookie",
    network: `fetch("${ELSEWHERE}/fetch")`,
    service: `fetch("${origin}/api/auth/me", { credentials: "include" })`,
    markup: `(() => {
      const script = document.createElement("script");
      script.textContent = "self.ran = 1";
      document.head.append(script);
      if (self.ran !== 1) throw new Error("blocked");
    })()`,
    window: `(() => { if (open("${ELSEWHERE}/window") === null) throw new Error("blocked"); })()`,
    top: `(() => { top.location = "${ELSEWHERE}/top"; })()`,
  };
  for (const [name, attempt] of Object.entries(attempts)) {
    const outcome = await frame.evaluate(
      `(async () => { try { await (async () => ${attempt})(); return "done"; } catch { return "refused"; } })()`,
    );
    assert.equal(outcome, "refused", name);
  }
  assert.deepEqual(foreign, []);
});

test("answers only the parent page, and cannot be framed by other sites", async () => {
  const { page: other } = await openContext(browser, { baseURL: "http://elsewhere.localhost" });
  await other.route("http://elsewhere.localhost/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<iframe src="${origin}/diagram/frame"></iframe>` }),
  );
  await other.goto("http://elsewhere.localhost/");
  const framed = other.frames().find((each) => each !== other.mainFrame());
  assert.doesNotMatch((await framed?.content()) ?? "", /frame\.js/);
});
