/** `npm run vitals -- CASE`: how fast the interface is in a browser. Prints a table, and fails if a value exceeds its limit. */
import type { Tally } from "../check/test-summary.ts";
import { exit, runCases } from "../runner/cases.ts";
import { printTable } from "./bars.ts";

const measured = (about: string, load: () => Promise<{ run: () => Promise<void> }>) => ({
  about,
  needsServer: true as const,
  run: async (): Promise<Tally> => {
    try {
      await (await load()).run();
    } catch (error) {
      printTable();
      throw error;
    }
    return printTable();
  },
});

const CASES = {
  page: measured(
    "how soon a page can be read and edited on a slow phone (minutes): nightly",
    () => import("./cases/page.ts"),
  ),
  large: measured("the tree and the palette with 20,000 pages (minutes): nightly", () => import("./cases/large.ts")),
  sheet: measured("a sheet with 100,000 cells (minutes): nightly", () => import("./cases/sheet.ts")),
};

exit(await runCases("vitals", CASES, process.argv.slice(2)));
