/**
 * Script payloads in every name that people and programs can set: no page turns any of them into an element, a link or a
 * script, and none of their URLs is fetched.
 */
// Covers: src/web/client
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { callApi, openContext, signIn, startBrowser } from "../browser.ts";
import { seedRows } from "./stored-vectors.ts";
import { VECTORS } from "../xss-corpus.ts";
import { nightly } from "../nightly/nightly.ts";

/** The administrator of the server under test. */
const ADMIN = "smoke@example.com";
/** With `E2E=all`, at night, the whole corpus is put into URLs, and every page of the user list is checked. */
const IS_WHOLE = process.env["E2E"] === "all";
const ONE = `"><img src=x onerror=xss(1)>`;
/** Without CANVAS, which shows markup and has its own test. */
const TYPES = ["DOCUMENT", "FOLDER", "AI_CHAT", "CHANNEL", "SHEET", "TASK_LIST", "CODE"] as const;

let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Faults in the browser: scripts, dialogs, policy violations and console errors. */
let faults: string[];

before(async () => {
  browser = await startBrowser();
  ({ context, page, faults } = await openContext(browser, { acceptDownloads: true }));
  await context.exposeFunction("xss", () => faults.push("a script ran"));
  context.on("page", watch);
  watch(page);
  await context.route(
    ({ pathname }) => pathname.startsWith("/xss-beacon"),
    async (route) => {
      faults.push(`asked for ${route.request().url()}`);
      await route.abort();
    },
  );
  await signIn(page, ADMIN);
});

after(async () => {
  await browser.close();
});

function watch(opened: Page): void {
  opened.on("dialog", (dialog) => {
    faults.push(`${dialog.type()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

/** Finds what only a payload can have created, because our own pages contain nothing like it. */
const STRANGE = `(() => {
  const ours = new Set(("html head meta title link script body div span p a h1 h2 h3 h4 ul ol li nav main header footer section article aside form label input " +
    "button textarea select option datalist ins del mark table thead tbody tfoot tr th td caption figure figcaption img svg path g rect circle line text " +
    "colgroup col data details summary dialog template noscript time strong em b i small code pre kbd dl dt dd hr br abbr video audio source fieldset legend output progress meter use defs symbol").split(" "));
  const nonce = document.querySelector("meta[property=csp-nonce]")?.nonce;
  const links = /^(href|src|srcset|srcdoc|action|formaction|data|poster|background|to|from|values|xlink:href)$/i;
  const found = [];
  for (const element of document.querySelectorAll("*")) {
    const name = element.localName;
    // The editor's own rules, under the nonce of the page's policy.
    const isEditorStyle = name === "style" && nonce !== undefined && element.nonce === nonce;
    if (!ours.has(name) && !isEditorStyle) found.push("element " + name);
    if (name === "script" && !(element.getAttribute("src") ?? "").startsWith("/assets/")) found.push("script " + element.outerHTML);
    if (name === "img" && !/^(\\/|data:image\\/)/.test(element.getAttribute("src") ?? "")) found.push("img " + element.outerHTML);
    if (name === "link" && !element.href.startsWith(location.origin + "/assets/")) found.push("link " + element.outerHTML);
    if (name === "meta" && element.getAttribute("http-equiv") !== null && !/^0; url=\\//.test(element.content)) found.push("meta " + element.outerHTML);
    for (const { name: key, value } of element.attributes) {
      // The policy lets styles that a script sets through, and leaves those of markup without effect.
      const isStyle = key === "style" && value !== "" && (element.style.length === 0 || nonce === undefined);
      if (/^on/i.test(key) || isStyle || key === "srcdoc") found.push("attribute " + key + " of " + name);
      const target = value.replaceAll(/[\\0-\\x20]/g, "");
      if (links.test(key) && /^(javascript:|vbscript:|data:text|data:image\\/svg|\\/\\/)/i.test(target)) found.push(key + "=" + value);
    }
  }
  return found;
})()`;

const SHOWN = `[document.documentElement.textContent, ...[...document.querySelectorAll("textarea, input")].map((each) => each.value)].join(" ")`;

/** Checks the document once it has loaded; it must show at least `least` of the texts. */
async function look(address: string, least = 0): Promise<void> {
  await page.goto(address, { waitUntil: "load" });
  await judge(address);
  const shown = await page.evaluate<string>(SHOWN);
  const seen = VECTORS.filter((vector) => shown.includes(vector.replaceAll(/\s+/g, " ").trim().slice(0, 20))).length;
  assert.ok(seen >= least, `${address} shows only ${seen} of at least ${least} texts`);
}

async function judge(where: string): Promise<void> {
  assert.deepEqual(await page.evaluate(STRANGE), [], where);
  assert.deepEqual(faults, [], where);
}

async function make<T = { id: string }>(method: string, path: string, body: unknown): Promise<T> {
  const answer = await callApi<T>(page, method, path, body);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Ignores the status, because payloads that a route rejects are harmless. */
const offer = (method: string, path: string, body: unknown): Promise<unknown> => callApi(page, method, path, body);

/** Pages accept no control characters; routes that strip them are given the unchanged vectors. */
// oxlint-disable-next-line no-control-regex -- these are intended
const PLAIN = VECTORS.map((vector) => vector.replaceAll(/[\u0000-\u0008]/g, ""));

const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

test("detects most of the corpus when it is inserted into a page unescaped", nightly, async () => {
  assert.ok(VECTORS.length >= 150);
  const { context: another, page: bare } = await openContext(browser);
  let ran = 0;
  await another.exposeFunction("xss", () => (ran += 1));
  await another.route(/./, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>x</title>" }),
  );
  await bare.goto("/bare");
  // All except those that navigate away from the page.
  const stay = VECTORS.filter((vector) => !/http-equiv=refresh/.test(vector));
  const noticed = await bare.evaluate<number>(`(${JSON.stringify(stay)}).filter((vector) => {
    document.body.innerHTML = vector;
    const found = ${STRANGE};
    document.body.replaceChildren();
    return found.length > 0;
  }).length`);
  const deadline = performance.now() + 30_000;
  while (ran <= 20 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100));
  await another.close();
  assert.ok(noticed > 120 && ran > 20, `${noticed} vectors were detected and ${ran} ran`);
});

let driveId = "";
let folderId = "";
const made: string[] = [];

test("stores the corpus in every field that has a name or a text", async () => {
  await make("PATCH", "/api/account", { name: ONE });
  await make("PATCH", "/api/account/profile", { displayName: ONE, bio: PLAIN.slice(0, 6).join("\n").slice(0, 500) });
  driveId = (await make("POST", "/api/drives", { name: ONE })).id;
  for (const type of TYPES) {
    const titled = { driveId, type, title: `${type} ${ONE}` };
    const content = type === "SHEET" ? PLAIN.map((v) => `"${v.replaceAll('"', '""')}"`).join("\n") : PLAIN.join("\n");
    const answer = await callApi<{ id: string }>(page, "POST", "/api/pages", { ...titled, content });
    made.push(answer.status === 201 ? answer.body.id : (await make("POST", "/api/pages", titled)).id);
  }
  folderId = made[TYPES.indexOf("FOLDER")] ?? "";
  for (const some of chunks(PLAIN, 60)) {
    const structure = some.map((vector) => ({ title: vector, type: "DOCUMENT", content: vector }));
    await make("POST", "/api/pages/bulk/create-structure", { driveId, parentId: folderId, structure });
  }
  for (const vector of VECTORS.filter((each) => !PLAIN.includes(each)))
    await offer("POST", "/api/pages", {
      driveId,
      parentId: folderId,
      type: "DOCUMENT",
      title: vector,
      content: vector,
    });
  const channel = made[TYPES.indexOf("CHANNEL")] ?? "";
  for (const some of chunks(PLAIN, 50)) {
    await offer("POST", `/api/pages/${channel}/messages`, { content: some.join("\n") });
    await offer("POST", "/api/track", { event: some[0], properties: { text: some.join("\n") } });
  }
  await make("PATCH", `/api/pages/${made[0]}`, { content: PLAIN.toReversed().join("\n") });
  await offer("PATCH", `/api/pages/${made[2]}/agent-config`, { systemPrompt: PLAIN.join("\n").slice(0, 9_000) });
  await make("POST", "/api/contact", {
    name: ONE,
    email: "a@example.com",
    subject: ONE,
    message: PLAIN.join("\n").slice(0, 5_000),
  });
  await offer("POST", "/api/auth/mcp-tokens", { name: ONE });
  const trashed = await make("POST", "/api/pages", { driveId, type: "DOCUMENT", title: ONE });
  await make("DELETE", `/api/pages/${trashed.id}`, undefined);
  seedRows({ email: ADMIN, pageId: made[0] ?? "", vectors: VECTORS });
});

test("renders the corpus as text on every page", async () => {
  await look("/", 3);
  await look(`/drives/${driveId}`, 3);
  await look(`/drives/${driveId}/trash`, 1);
  for (const id of made) await look(`/pages/${id}`, 10);
  await look(`/pages/${folderId}`, 150);
  await look("/settings", 50);
  await look("/settings/connect", 10);
  await look("/admin?range=1h", 30);
  await look("/admin?range=30d", 30);
  let next: string | null = "/admin/users";
  for (let pages = 0; next !== null && pages < (IS_WHOLE ? 6 : 1); pages += 1) {
    await look(next, 10);
    next = await page.evaluate<string | null>(
      `document.querySelector('a[href*="cursor="]')?.getAttribute("href") ?? null`,
    );
  }
  await look("/admin/audit", 1);
});

test("renders the corpus as text in dialogs and lists created by scripts", async () => {
  await page.goto(`/pages/${made[0]}`);
  await page.getByRole("textbox", { name: "Text of the page" }).waitFor();
  await judge("the editor");
  for (const name of ["Share", "History"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("dialog").waitFor();
    await judge(name);
    await page.keyboard.press("Escape");
    await page
      .getByRole("dialog")
      .waitFor({ state: "detached" })
      .catch(() => undefined);
  }
});

test("renders text from the URL only as text", nightly, async () => {
  const words = chunks(PLAIN, 36)
    .slice(0, IS_WHOLE ? undefined : 1)
    .map((some) => encodeURIComponent(some.join(" ")));
  for (const word of words) {
    for (const address of [
      `/signin?error=${word}&next=${word}`,
      `/auth/continue?next=${word}`,
      `/admin/users?q=${word.slice(0, 600).replace(/%[0-9A-F]?$/, "")}`,
    ]) {
      await follow(address);
    }
  }
  const some = encodeURIComponent(VECTORS.slice(0, 12).join(" "));
  for (const address of [
    `/pages/${encodeURIComponent("<img src=x onerror=xss(1)>")}`,
    `/drives/${encodeURIComponent("<img src=x onerror=xss(1)>")}`,
    `/${some}`,
    `/admin/audit?kind=${some}&userId=${some}&from=${some}`,
    `/api/auth/magic-link/verify?token=${some}`,
    `/api/auth/providera/callback?error=${some}&error_description=${some}&state=${some}`,
    `/api/search?q=${encodeURIComponent("img onerror xss")}`,
    `/api/users/search?q=${encodeURIComponent("img")}`,
    `/api/monitoring/${encodeURIComponent("<img src=x onerror=xss(1)>")}`,
    `/api/monitoring/error-logs`,
    `/api/notifications?limit=100`,
    `/api/pages/${made[0]}`,
    `/api/pages/${made[TYPES.indexOf("CHANNEL")]}`,
    `/api/drives/${driveId}`,
    `/api/account`,
    `/api/docs`,
  ]) {
    await follow(address);
  }
});

/** Some pages redirect automatically: then both are checked, or only the last if the redirect is faster. */
async function follow(address: string): Promise<void> {
  faults.length = 0;
  await page.goto(address);
  const found = await page.evaluate(STRANGE).catch(async () => {
    await page.waitForLoadState();
    return page.evaluate(STRANGE);
  });
  assert.deepEqual([found, serious()], [[], []], address.slice(0, 200));
}

/** Ignores error responses such as 400 and 404, which the console reports and which are expected here. */
const serious = (): string[] => faults.filter((fault) => !fault.startsWith("console: Failed to load resource"));
