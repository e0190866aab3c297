/** A signed-in user with a drive of two thousand pages, and documents of the measured sizes. */
import type { BrowserContext, Page } from "playwright-core";
import { callApi, freshEmail, openContext, signIn, startBrowser } from "../../test/e2e/browser.ts";

export const DESKTOP = { width: 1440, height: 900 };

const PAGES = 2_000;
const SECTIONS = 40;

export type Workspace = {
  /** The user's cookies, for contexts with an empty cache. */
  readonly storage: Awaited<ReturnType<BrowserContext["storageState"]>>;
  /** A page of the signed-in user, for API calls. */
  readonly page: Page;
  readonly driveId: string;
  readonly documents: { readonly empty: string; readonly small: string; readonly large: string };
  readonly close: () => Promise<void>;
};

/** Sections like those of a typical team page, up to `bytes` in total. */
function sampleDocument(bytes: number): string {
  const parts: string[] = [];
  let size = 0;
  for (let at = 1; ; at += 1) {
    const part = section(at);
    if (size + part.length > bytes) return parts.join("");
    parts.push(part);
    size += part.length;
  }
}

const section = (at: number): string => `## Part ${at}: what was decided

The team met on day ${at} and agreed to keep **the first plan** for another week, because the *measurements* of the
${at % 2 === 0 ? "second" : "third"} site are not complete. See the [notes](https://example.com/notes/${at}) for details, and \`plan-${at}.md\`.

- Ask the supplier for part ${at}
- Write down what was ~~promised~~ agreed
  - with dates
  - with names
- [ ] Send the summary
- [x] Book the room

> Whoever changes a figure says where the new one comes from.

| Site | Figure | Remark |
| ---- | -----: | ------ |
| North | ${at * 17} | as planned |
| South | ${at * 13} | late by two days |

\`\`\`ts
export const total = (figures: readonly number[]): number => figures.reduce((sum, each) => sum + each, ${at});
\`\`\`

`;

/** Runs `act` in a desktop browser, as a new user. */
export async function onDesktop(name: string, act: (page: Page, driveId: string) => Promise<void>): Promise<void> {
  const browser = await startBrowser();
  try {
    const { page } = await openContext(browser, { viewport: DESKTOP });
    await act(page, await signIn(page, freshEmail(name)));
  } finally {
    await browser.close();
  }
}

export async function prepare(): Promise<Workspace> {
  const browser = await startBrowser();
  const { context, page } = await openContext(browser);
  const driveId = await signIn(page, freshEmail("vitals"));
  const leaves = PAGES / SECTIONS - 1;
  for (let at = 0; at < SECTIONS; at += 1) {
    const children = Array.from({ length: leaves }, (_, leaf) => ({
      title: `Page ${at}.${leaf}`,
      type: "DOCUMENT",
      content: `Page ${leaf} of section ${at}.`,
    }));
    const structure = [{ title: `Section ${at}`, type: "FOLDER", children }];
    const { status } = await callApi(page, "POST", "/api/pages/bulk/create-structure", { driveId, structure });
    if (status !== 201) throw new Error(`Pages to measure with could not be made: ${status}.`);
  }
  const make = async (title: string, content: string): Promise<string> => {
    const { status, body } = await callApi<{ id: string }>(page, "POST", "/api/pages", {
      driveId,
      title,
      type: "DOCUMENT",
      content,
    });
    if (status !== 201) throw new Error(`A document to measure could not be made: ${status}.`);
    return body.id;
  };
  const documents = {
    empty: await make("Empty", ""),
    small: await make("Twenty kilobytes", sampleDocument(20_000)),
    large: await make("Two hundred kilobytes", sampleDocument(200_000)),
  };
  return {
    storage: await context.storageState(),
    page,
    driveId,
    documents,
    close: () => browser.close(),
  };
}
