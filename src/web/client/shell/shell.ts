/** The parts that stay across navigation: the side and the navigation itself. */
import { onClick } from "../ui/dom.ts";
import { startBottomBar } from "./bottom-bar.ts";
import { onHub } from "./hub-events.ts";
import { navigate, startNavigation } from "./navigation.ts";
import { attempt, showError } from "../ui/notice.ts";
import { startShortcuts } from "./shortcuts.ts";
import { showUnread, startSide } from "./side.tsx";
import type { ShownView } from "../view.ts";
import { loadWhenIdle } from "../ui/when-idle.ts";

/** Delay (ms) before preparing offline use, so that the page has finished loading. */
const AT_REST_MS = 8_000;

export function startShell(
  root: HTMLElement,
  shown: ShownView,
  loadViews: (main: HTMLElement) => Promise<() => ShownView>,
): void {
  startSide(root, {
    navigate,
    duplicatePage: async (id) => (await import("../page/page-actions.ts")).duplicatePage(id),
    exportPage: async (what) => (await import("../page/page-actions.ts")).exportArchive(what),
    openNewPage: async (under) => (await import("../page/new-page.tsx")).openNewPage(under),
  });
  startNavigation(shown, loadViews);
  startShortcuts();
  startBottomBar();
  onClick(document.body, "[data-open-palette]", (control) =>
    attempt(control, async () => (await import("../palette/palette.tsx")).togglePalette()),
  );
  onClick(document.body, "[data-toggle-side]", (control) =>
    attempt(control, async () => (await import("./side-size.ts")).toggleSide()),
  );
  loadWhenIdle(async () => (await import("./side-size.ts")).startSideSize());
  onClick(document.body, "[data-open-drives]", (control) =>
    attempt(control, async () => (await import("./switcher.tsx")).openDrives(control.dataset["openDrives"] === "new")),
  );
  onClick(document.body, "[data-beside]", (control) =>
    attempt(control, async () => (await import("./crumbs.ts")).openSiblingMenu(control)),
  );
  onHub({
    event: (event) => {
      if ((event.type === "hello" || event.type === "notification") && event.unread !== null) showUnread(event.unread);
      if (event.type === "access")
        import("./refresh-rights.ts").then(({ refreshRights }) => refreshRights()).catch(showError);
    },
  });
  onClick(document.body, "[data-open-new-page]", (control) =>
    attempt(control, async () => (await import("../page/new-page.tsx")).openNewPage()),
  );
  setTimeout(() => {
    import("../offline/setup.ts").then(({ prepareOffline }) => prepareOffline()).catch(() => undefined);
  }, AT_REST_MS);
}
