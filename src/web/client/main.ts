/** The entry point in the browser: loads what the page shows, and starts it once everything has loaded. */
import { onStepUp } from "./api/api.ts";
import { find } from "./ui/dom.ts";
import { noteLostScript } from "./ui/notice.ts";
import { reloadForFiles } from "./api/stale-files.ts";
import { loadViews } from "./views.ts";

// Vite reports a failed `import()` with this event: an unnoticed rejection would leave a dead button.
addEventListener("vite:preloadError", (event) => {
  const isAwaited = noteLostScript(Reflect.get(event, "payload"));
  if (!isAwaited && reloadForFiles()) event.preventDefault();
});

onStepUp(async () => (await import("./sign-in/step-up.ts")).confirmIdentity());

const main = find("main", HTMLElement);
const side = find("#side", HTMLElement);
try {
  const [start, shell] = await Promise.all([main && loadViews(main), side && import("./shell/shell.ts")]);
  const shown = start?.();
  if (shell && side && shown) shell.startShell(side, shown, loadViews);
} finally {
  // Replays the user's input so far; see early-input.ts.
  document.dispatchEvent(new Event("octavo:ready"));
}
