/**
 * `npm run screens`: screenshots of every screen of a sample workspace, in both themes, on desktop and phone, and a
 * short recording, as WebP in docs/screens. Names after `--` select screens; `recording` is one of them.
 *
 * For changes to the interface and for the README; no check runs it. The recording needs `img2webp` from Debian's
 * package `webp`, and the pictures need fonts like those of most users: `fonts-inter`, `fonts-urw-base35` and
 * `fonts-noto-color-emoji`.
 */
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { openContext, startBrowser } from "../../test/e2e/browser.ts";
import { root } from "../commands.ts";
import { record } from "./recording.ts";
import { makeSample, type Sample } from "./sample.ts";
import { SCREENS } from "./screens.ts";
import type { Screen } from "./steps.ts";

const FOLDER = join(root, "docs/screens");
/** Total size limit in bytes. */
const LIMIT = 3_000_000;
const QUALITY = 24;
const SIZES = { desk: { width: 1_440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const THEMES = ["light", "dark"] as const;

async function capture(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  await session.detach();
  await writeFile(file, Buffer.from(data, "base64"));
}

/** A separate context for each size and theme, since the theme is a setting of the browser. */
async function draw(browser: Browser, sample: Sample, screens: readonly Screen[]): Promise<void> {
  const states: Record<Screen["as"], Awaited<ReturnType<BrowserContext["storageState"]>> | null> = {
    maya: await sample.maya.context.storageState(),
    nadia: await sample.nadia.context.storageState(),
    nobody: null,
  };
  for (const { name, as, open, locale, isRare } of screens)
    for (const [size, viewport] of Object.entries(SIZES))
      for (const colorScheme of THEMES) {
        if (isRare && (size === "desk") !== (colorScheme === "light")) continue;
        const storageState = states[as];
        const isPhone = size === "phone";
        const { context, page, faults } = await openContext(browser, {
          viewport,
          colorScheme,
          reducedMotion: "reduce",
          ...(locale !== undefined && { locale }),
          hasTouch: isPhone,
          isMobile: isPhone,
          ...(storageState !== null && { storageState }),
        });
        await open(page, sample).catch((error: unknown) => faults.push(String(error)));
        // Wait for fade-ins to finish.
        await page.waitForTimeout(300);
        await capture(page, join(FOLDER, `${name}-${size}-${colorScheme}.webp`));
        for (const fault of faults) console.error(`${name}, ${size}, ${colorScheme}: ${fault}`);
        await context.close();
      }
}

async function checkSize(): Promise<void> {
  const names = await readdir(FOLDER);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(FOLDER, name))).size));
  const all = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${names.length} pictures, ${(all / 1e6).toFixed(2)} MB of ${LIMIT / 1e6} MB.`);
  if (all > LIMIT) process.exitCode = 1;
}

const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);
await mkdir(FOLDER, { recursive: true });
process.env["FONTCONFIG_FILE"] = join(import.meta.dirname, "fonts.conf");
const browser = await startBrowser();
try {
  const sample = await makeSample(browser);
  await draw(
    browser,
    sample,
    SCREENS.filter(({ name }) => isWanted(name)),
  );
  if (isWanted("recording")) await record(browser, sample, join(FOLDER, "recording.webp"));
} finally {
  await browser.close();
}
await checkSize();
