/** Checks the open view with axe-core. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const source = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Returns one line per violation. */
export async function violationsIn(page: Page, within = "main"): Promise<string[]> {
  // The return type of the expression below.
  return (await page.evaluate(`(async () => {
    const module = { exports: {} };
    (function (module, exports) { ${source} })(module, module.exports);
    const { violations } = await module.exports.run(${JSON.stringify(within)});
    return violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 120)).join(" "));
  })()`)) as string[];
}
