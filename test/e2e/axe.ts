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

/** After a change of the color scheme. Links and buttons change their color by a transition, which starts with the next frame. */
export const settleTransitions = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise(requestAnimationFrame).then(() => {
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
    return Promise.allSettled(transitions.map(({ finished }) => finished));
  })`);
