/** The views by name, each loaded when it is first shown. */
import type { ShownView, StartView, View } from "./view.ts";

/** By the `data-view` of the element that a view is. */
const VIEWS: Readonly<Record<string, (root: HTMLElement) => Promise<StartView>>> = {
  signin: async () => (await import("./signin.ts")).startSignIn,
  drive: async () => (await import("./drive.ts")).startDrive,
  transfers: async () => (await import("./transfers.tsx")).startTransfers,
  "first-run": async () => (await import("./first-run.ts")).startFirstRun,
  trash: async () => (await import("./trash.ts")).startTrash,
  page: loadPage,
  ask: async () => (await import("./request-access.ts")).startRequestAccess,
  settings: async () => (await import("./settings.ts")).startSettings,
  connect: async () => (await import("./connect.tsx")).startConnect,
  passkeys: async () => (await import("./passkeys.ts")).startPasskeys,
  admin: async () => (await import("./admin.ts")).startAdmin,
};

/** Some pages need more than a text, which loads its editor by itself. */
async function loadPage(root: HTMLElement): Promise<StartView> {
  const [{ startPage }, file, canvas, sheet, tasks, conversation] = await Promise.all([
    import("./page.ts"),
    root.querySelector("[data-file]") ? import("./file.ts") : null,
    root.querySelector("[data-canvas]") ? import("./canvas.ts") : null,
    root.querySelector("[data-sheet]") ? import("./sheet.ts") : null,
    root.querySelector("[data-tasks]") ? import("./tasks.ts") : null,
    root.querySelector("[data-messages]") ? import("./conversation.tsx") : null,
  ]);
  const parts = {
    startFile: file?.startFile ?? null,
    startCanvas: canvas?.startCanvas ?? null,
    startSheet: sheet?.startSheet ?? null,
    startTasks: tasks?.startTasks ?? null,
    startConversation: conversation?.startConversation ?? null,
  };
  return (shown, signal) => startPage(shown, signal, parts);
}

/** Loads the views inside `main`, which need not be shown yet; the function that is returned starts them. */
export async function loadViews(main: HTMLElement): Promise<() => ShownView> {
  const roots = [...main.querySelectorAll<HTMLElement>("[data-view]")];
  if (main.matches("[data-view]")) roots.unshift(main);
  const loaded = await Promise.all(
    roots.map(async (root) => ({ root, start: await VIEWS[root.dataset["view"] ?? ""]?.(root) })),
  );
  return () => startViews(loaded);
}

function startViews(loaded: readonly { root: HTMLElement; start: StartView | undefined }[]): ShownView {
  const ending = new AbortController();
  const views: View[] = [];
  for (const { root, start } of loaded) {
    try {
      const view = start?.(root, ending.signal);
      if (view) views.push(view);
    } catch (error) {
      // The other views of the page work all the same.
      reportError(error);
    }
  }
  const refresh = views.find((view) => view.refresh)?.refresh;
  return {
    async flush() {
      for (const view of views) if (view.flush && !(await view.flush())) return false;
      return true;
    },
    saveState: () => views.map((view) => view.saveState?.()),
    restoreState(states) {
      if (Array.isArray(states)) for (const [at, view] of views.entries()) view.restoreState?.(states[at]);
    },
    ...(refresh && { refresh }),
    end: () => ending.abort(),
  };
}
