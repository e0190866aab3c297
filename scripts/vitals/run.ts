/** `npm run vitals -- CASE`: how fast the interface is in a browser. Fails if a value exceeds its limit. */
import { type Case, exit, runCases } from "../runner/cases.ts";
import { tally } from "./bars.ts";

const vitals = (about: string, load: () => Promise<{ run: () => Promise<void> }>): Case => ({
  about,
  needsServer: true,
  async load() {
    const { run } = await load();
    return { run: () => run().then(tally) };
  },
});

const CASES = {
  page: vitals("reading and editing a page on a slow phone (minutes): nightly", () => import("./cases/page.ts")),
  large: vitals("the tree and the palette with 20,000 pages (minutes): nightly", () => import("./cases/large.ts")),
  sheet: vitals("a sheet with 100,000 cells (minutes): nightly", () => import("./cases/sheet.ts")),
};

exit(await runCases("vitals", CASES));
