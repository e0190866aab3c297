/** Checks every view and every layer over it with axe, in both themes, on a phone and a desktop. */
// Covers: src/web/client
import assert from "node:assert/strict";
import { settleTransitions } from "../axe.ts";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callApi, openContext, signIn, startBrowser, makePage } from "../browser.ts";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LOOKS = [
  { width: 1440, height: 900, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
  { width: 1440, height: 900, colorScheme: "dark" },
  { width: 390, height: 844, colorScheme: "light" },
] as const;

const TEXT = `Words with **bold**, *emphasis*, ~~struck~~, ==marked==, \`code\`, [a link](https://example.com) and a note[^1].

# First section

- [ ] open
- [x] done
  1. nested

> [!warning] Mind this
> Words.

| Site | Figure |
| ---- | -----: |
| North | 17 |

\`\`\`ts
export const total = (n: number): string => "text"; // note
\`\`\`

## Second section

![A picture](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)

$$
x^2
$$

[^1]: The note.
`;

let browser: Browser;
let page: Page;
let drive = "";
const made: Record<string, string> = {};

before(async () => {
  browser = await startBrowser();
  ({ page } = await openContext(browser, { reducedMotion: "reduce" }));
  // The administrator of the server under test.
  drive = `/drives/${await signIn(page, "smoke@example.com")}`;
  const driveId = drive.split("/").at(-1);
  const make = async (type: string, title: string, content: string) => {
    return makePage(page, { driveId, type, title, content });
  };
  made["document"] = await make("DOCUMENT", "A document", TEXT);
  made["code"] = await make("CODE", "code.ts", "const a = 1;");
  made["folder"] = await make("FOLDER", "A folder", "");
  made["gone"] = await make("DOCUMENT", "Thrown away", TEXT);
  await callApi(page, "DELETE", `/api/pages/${made["gone"]}`);
});

after(async () => {
  await browser.close();
});

/** axe's findings, one line each. A list of choices needs no focus, since the text keeps it and handles the keys. */
const EXAMINE = `axe.run(document, { resultTypes: ["violations"], rules: { "scrollable-region-focusable": { enabled: !document.querySelector(".ed-choices") } } }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ target, any, all, none }) => id + " " + target.join(" ") + ": " + [...any, ...all, ...none].map((each) => each.message).join("; "))))`;

async function examine(what: string): Promise<string[]> {
  const found: string[] = [];
  for (const { width, height, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(AXE);
    await settleTransitions(page);
    // The return type of EXAMINE.
    const sentences = await page.evaluate<string[]>(EXAMINE);
    found.push(...sentences.map((each) => `${what}, ${width} ${colorScheme}: ${each}`));
  }
  return found;
}

async function views(paths: readonly string[]): Promise<void> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    found.push(...(await examine(path)));
  }
  assert.deepEqual(found, []);
}

test("views of a drive, a page and an account pass axe", async () => {
  await views([
    drive,
    `${drive}/trash`,
    `/pages/${made["code"]}`,
    `/pages/${made["folder"]}`,
    `/pages/${made["gone"]}`,
  ]);
  await views(["/settings", "/settings/connect", "/inbox", "/tasks", "/pages/none"]);
});

test("views of imports and of terminal and app consent pass axe", async () => {
  await views([`${drive}/transfers`, "/device", "/device?code=BCDF-GHJK", "/oauth/consent?request=answered"]);
});

test("views of administrators pass axe", async () => {
  await views(["/admin?range=1h", "/admin/users", "/admin/audit"]);
});

async function openDocument(): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/pages/${made["document"]}`);
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  await page.locator(".ed-grip").waitFor({ state: "attached" });
}

const press = (key: string) => page.keyboard.press(key);

/** Each layer over a document: how to open it, and the element to wait for. */
const LAYERS: readonly (readonly [string, () => Promise<void>, string])[] = [
  ["writing", () => page.getByText("First section").first().click(), ".cm-content"],
  [
    "slash menu",
    async () => {
      await page.getByText("First section").first().click();
      await press("End");
      await page.keyboard.type("\n\n/");
    },
    "[role=listbox]",
  ],
  ["toolbar", () => page.locator(".cm-content em").first().dblclick(), ".ed-toolbar"],
  ["link card", () => page.locator(".cm-content a").first().click(), ".ed-link"],
  [
    "block menu",
    async () => {
      await page.getByText("First section").first().click();
      await press("Control+.");
    },
    "[role=menu]",
  ],
  ["image popover", () => page.locator(".doc img[src]").first().click(), ".ed-image-popover"],
  [
    "find panel",
    async () => {
      await page.getByText("First section").first().click();
      await press("Control+f");
      await page.keyboard.type("section");
    },
    ".ed-find",
  ],
  ["cell", () => page.locator(".doc td").first().click(), ".ed-table-handle"],
  [
    "share dialog",
    async () => {
      await page.getByRole("button", { name: "Share" }).click();
    },
    "dialog[open]",
  ],
  [
    "history dialog",
    async () => {
      await page.getByRole("button", { name: "History" }).click();
    },
    "dialog[open]",
  ],
  [
    "connection status",
    async () => {
      await page.locator(".live-state").click();
    },
    ".live-details",
  ],
  [
    "Read view",
    () =>
      page
        .getByText("First section")
        .first()
        .click()
        .then(() => press("Control+Alt+r")),
    "[data-print]",
  ],
];

for (const [name, open, shown] of LAYERS) {
  test(`a document with its ${name} passes axe`, async () => {
    await openDocument();
    await open();
    await page.locator(shown).first().waitFor();
    assert.deepEqual(await examine(name), []);
  });
}

type Spoken = { ignored: boolean; role?: { value?: string }; name?: { value?: string } };

/** The document as exposed to a screen reader, as roles with names. */
async function spoken(): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send("Runtime.evaluate", { expression: "document.querySelector('.doc')" });
  const tree = await session.send("Accessibility.queryAXTree", { objectId: result.objectId ?? "" });
  const nodes: Spoken[] = tree.nodes;
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name }) => `${role?.value ?? ""} ${name?.value?.trim() ?? ""}`.trim());
}

const HEADINGS_AND_TABLES = [
  "heading First section",
  "heading Second section",
  "table",
  "columnheader Site",
  "cell North",
];
const ALL = [
  ...HEADINGS_AND_TABLES,
  "list",
  "listitem",
  "checkbox open",
  "checkbox done",
  "link a link",
  "image A picture",
];

test("exposes all printed content, and the editor's headings and tables, to screen readers by role", async () => {
  const lacks = async (wanted: readonly string[]) => {
    const told = await spoken();
    // In the editor a heading's name starts with its marks, which are hidden on the screen.
    const shown = new Set(told.map((each) => each.replace(/^heading #+ */, "heading ")));
    return wanted.filter((each) => !shown.has(each));
  };
  await page.setViewportSize({ width: 1440, height: 2_000 });
  await page.goto(`/pages/${made["gone"]}`);
  assert.deepEqual(await lacks(ALL), [], "the printed page");
  await openDocument();
  await page.setViewportSize({ width: 1440, height: 2_000 });
  assert.deepEqual(await lacks(HEADINGS_AND_TABLES), [], "the editor");
  assert.match((await page.locator(".cm-content").getAttribute("aria-description")) ?? "", /Alt/);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Reading view" }).click();
  await page.locator("[data-print]").waitFor();
  assert.deepEqual(await lacks(ALL), [], "the Read view");
});

test("signed-out views pass axe", async () => {
  await page.context().clearCookies();
  await views(["/signin"]);
});
