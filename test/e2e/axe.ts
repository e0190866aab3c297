/** Checks the open view with axe-core. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const source = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Colors in the middle of a transition lack contrast. A transition starts with the frame after the change. */
export const settleTransitions = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise(requestAnimationFrame).then(() => {
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
    return Promise.allSettled(transitions.map(({ finished }) => finished));
  })`);

/** Returns one line per violation. */
export async function violationsIn(page: Page, within = "main"): Promise<string[]> {
  await settleTransitions(page);
  // The return type of the expression below.
  return (await page.evaluate(`(async () => {
    const module = { exports: {} };
    (function (module, exports) { ${source} })(module, module.exports);
    const { violations } = await module.exports.run(${JSON.stringify(within)});
    return violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 120)).join(" "));
  })()`)) as string[];
}
