/** Where the browser's part begins: what the page shows is loaded, and started once all of it is there. */
import { onStepUp } from "./api.ts";
import { find } from "./dom.ts";
import { noteLostScript } from "./notice.ts";
import { reloadForFiles } from "./stale-files.ts";
import { loadViews } from "./views.ts";

// So Vite reports what `import()` could not load: a rejection that nobody sees would be a dead button.
addEventListener("vite:preloadError", (event) => {
  const isAwaited = noteLostScript(Reflect.get(event, "payload"));
  if (!isAwaited && reloadForFiles()) event.preventDefault();
});

onStepUp(async () => (await import("./step-up.ts")).confirmIdentity());

const main = find("main", HTMLElement);
const side = find("#side", HTMLElement);
try {
  const [start, shell] = await Promise.all([main && loadViews(main), side && import("./shell.ts")]);
  const shown = start?.();
  if (shell && side && shown) shell.startShell(side, shown, loadViews);
} finally {
  // What people did until now has been waiting.
  document.dispatchEvent(new Event("octavo:ready"));
}
